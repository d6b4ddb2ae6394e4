import { fill, put, type Art, type Paint, type Position } from './art.ts';
import { hash } from './noise.ts';

/** Lit, body and dark side of leaves, and the trunk. */
export type Foliage = readonly [lit: Paint, body: Paint, dark: Paint, trunk: Paint];

/** Draws a tree with a round crown, lit from above and from the right. */
export function paintTree(
  art: Art,
  [column, baseRow]: Position,
  high: number,
  tree: { foliage: Foliage; seed: number },
): void {
  const [lit, body, dark, trunk] = tree.foliage;
  const crown = Math.max(3, Math.round(high * 0.76));
  const half = crown * 0.56;
  const thick = Math.max(1, Math.round(high / 11));
  fill(art, [column - (thick >> 1), baseRow - high + crown - 1, thick, high - crown + 1], trunk);
  for (let y = 0; y < crown; y++) {
    for (let x = -Math.ceil(half); x <= half; x++) {
      const [u, v] = [x / half, (2 * (y + 0.5)) / crown - 1];
      const ragged = (hash(tree.seed, column + x, y) - 0.5) * 0.22;
      if (Math.abs(u) ** 2.6 + Math.abs(v) ** 2.6 > 1 + ragged) continue;
      const light = u * 0.6 - v + ragged * 2.2;
      put(art, column + x, baseRow - high + y, light > 0.45 ? lit : light < -0.55 ? dark : body);
    }
  }
}

/** Draws a pine of slabs that widen downwards, with optional snow. */
export function paintPine(
  art: Art,
  [column, baseRow]: Position,
  high: number,
  { foliage, snow }: { foliage: Foliage; snow?: Paint },
): void {
  const [lit, body, dark, trunk] = foliage;
  const stem = Math.max(1, Math.round(high * 0.12));
  fill(art, [column, baseRow - stem, 1, stem], trunk);
  const crown = high - stem;
  const tiers = Math.max(2, Math.round(high / 5));
  for (let y = 0; y < crown; y++) {
    const tier = Math.floor((y / crown) * tiers);
    const inTier = (y / crown) * tiers - tier;
    const half = Math.round((0.32 * crown * (tier + 0.5 + inTier * 0.9)) / tiers);
    for (let x = -half; x <= half; x++) {
      const isRoof = inTier < 0.42 && tier + inTier > 0.05;
      const side = x > half * 0.35 ? lit : x < -half * 0.35 ? dark : body;
      const isSnowy = snow !== undefined && isRoof && x > -half * 0.7;
      put(art, column + x, baseRow - high + y, isSnowy ? snow : side);
    }
  }
}

/** A cactus with one or two arms. */
export function paintCactus(
  art: Art,
  [column, baseRow]: Position,
  high: number,
  colours: readonly [Paint, Paint, Paint],
): void {
  const [lit, body, dark] = colours;
  const thick = Math.max(2, Math.round(high / 6));
  const trunk = (left: number, top: number, rows: number): void => {
    for (let x = 0; x < thick; x++) {
      const colour = x === 0 ? dark : x === thick - 1 ? lit : body;
      const inset = x === 0 || x === thick - 1 ? 1 : 0;
      fill(art, [left + x, top + inset, 1, rows - inset], colour);
    }
  };
  const arm = Math.max(2, thick);
  const left = column - (thick >> 1);
  trunk(left, baseRow - high, high);
  if (high < 8) return;
  const low = baseRow - Math.round(high * 0.36);
  fill(art, [left - arm, low - thick + 1, arm, thick], body);
  trunk(left - arm - thick + 1, low - Math.round(high * 0.3), Math.round(high * 0.3) + 1);
  const upper = baseRow - Math.round(high * 0.5);
  fill(art, [left + thick, upper - thick + 1, arm, thick], body);
  trunk(left + thick + arm - 1, upper - Math.round(high * 0.24), Math.round(high * 0.24) + 1);
}

/** A crystal: a slanted column with a bright edge. */
export function paintCrystal(
  art: Art,
  [column, baseRow]: Position,
  high: number,
  crystal: { colours: readonly [Paint, Paint, Paint]; lean: number },
): void {
  const [lit, body, dark] = crystal.colours;
  const half = Math.max(1, Math.round(high * 0.17));
  for (let y = 0; y < high; y++) {
    const shift = Math.round(((high - y) * crystal.lean) / 2);
    const point = Math.min(half, Math.floor(y * 0.8));
    for (let x = -point; x <= point; x++) {
      const colour = x === point || (x < 0 && x === -1 && half > 1) ? lit : x < 0 ? body : dark;
      put(art, column + shift + x, baseRow - high + y, x > 0 && x < point ? dark : colour);
    }
  }
}
