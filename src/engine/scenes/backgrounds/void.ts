import {
  mix,
  paint,
  paints,
  put,
  tintAt,
  type Art,
  type Paint,
  sway,
  swell,
  type Position,
} from '../art/art.ts';
import { fringed, lying, mottled, rough } from '../art/ground.ts';
import { clouded, hash, scatter, waves } from '../art/noise.ts';
import { paintCrystal } from '../art/plants.ts';
import { ditheredLevel, paintDisc, paintGlow, paintSky, paintStars, ramp } from '../art/sky.ts';
import { strewnOn, type Scene, type View } from '../scene.ts';

const depths = ramp(paints('#06030f #0e0722 #1a0c38 #2a1250 #3d1a63'), 10);
const glow: readonly [Paint, Paint, Paint] = [paint('#fbeaff'), paint('#d07bff'), paint('#7a35c4')];
const pale = paints('#ddd2ee #cfc2e4 #c2b3da #e6dcf4');
const under = paints('#8f7cb4 #7a689f #6a588e #a08dc2');

const hewn = mottled(paints('#6f5e96 #7b69a3 #8673af #9280b9 #80709f'), paint('#2c1c50'));

export const voidScene: Scene = {
  light: {
    // The planet, from the right; crystals on the left.
    key: [0.42, 0.45, 0.78],
    lit: [0.96, 0.91, 1],
    shade: [0.5, 0.41, 0.7],
    ambient: [0.12, 0.08, 0.19],
    rims: [
      { from: [0.8, 0.34, -0.48], colour: [0.5, 0.28, 0.5] },
      { from: [-0.86, 0.06, -0.5], colour: [0.3, 0.14, 0.5] },
    ],
  },
  textColours: { fill: '#fbf2ff', soft: '#e0bfff', rim: '#0b0518' },
  shadow: paint('#1b0c33'),
  ground: {
    top: lying(paints('#b3a2cf #bba9d6 #ab99c8'), paints('#cbbce2 #d6c9ea #c2b2da #cfc1e5')),
    lip: rough('#fbf4ff #efe4fb'),
    front: crumbling,
    block: fringed({ shades: pale, min: 1, max: 3 }, hewn),
    mark: { lit: paint('#fbeaff'), dark: paint('#2a1250') },
  },
  paintBackdrop,
  paintDetails,
};

/** Pale rock that crumbles away downwards. */
function crumbling(column: number, depth: number, ring?: number): Paint {
  const reach = 5 + 7 * waves(41, column, 11, ring) + 5 * hash(42, column >> 1);
  const dark = paint('#0b0518');
  if (depth < reach) {
    const grain = hash(43, column >> 1, depth);
    const colour = under[Math.floor(grain * under.length)]!;
    const shade = depth < 2 ? pale[Math.floor(grain * pale.length)]! : colour;
    return mix(shade, dark, Math.min(0.75, (depth / reach) * 0.7));
  }
  const speck = hash(44, column >> 1, depth >> 1);
  if (depth < reach + 6 && speck < 0.1) return mix(paint('#6a588e'), dark, 0.45);
  return hash(45, column, depth) < 0.012
    ? paint('#8d6cc9')
    : mix(paint('#170a30'), dark, Math.min(1, depth / 22));
}

function paintBackdrop(art: Art, { horizonRow, size }: View, phase: number): void {
  const { columns } = art;
  paintSky(art, horizonRow, depths);
  nebula(art, horizonRow);
  const colours = paints('#ffffff #f3d5ff #c9b8ff #ffd9ee');
  paintStars(art, horizonRow * 1.5, { seed: 9, colours, phase });
  ringed(art, { column: columns * 0.79, row: horizonRow * 0.3, radius: 13 * size });
  for (const { column, id } of scatter(60, columns, 52 * size)) {
    const home = Math.round(horizonRow * (0.46 + 0.34 * hash(61, id)));
    if (Math.abs(column - columns * 0.79) < 20 * size && home < horizonRow * 0.5) continue;
    // Islands float, one up while the next goes down.
    const row = home + sway(phase, (id % 2 === 0 ? 1 : -1) * 2.4 * size);
    island(art, [column, row], Math.round((6 + 9 * hash(62, id)) * size), id);
  }
  for (const { column, id } of scatter(80, columns, 58 * size))
    spire(art, [column, horizonRow + 2], id, { size, glowing: 1 + 0.5 * glowOf(phase, id) });
}

/** Change of a glow, −1 … 1: each thing has its own rhythm. */
function glowOf(phase: number, id: number): number {
  return swell(phase) * (hash(86, id) < 0.5 ? 1 : -1);
}

function nebula(art: Art, toRow: number): void {
  const [rose, blue] = [paint('#a63fb4'), paint('#3f49c9')];
  for (let row = 0; row < Math.min(art.rows, toRow); row++) {
    for (let column = 0; column < art.columns; column++) {
      const band = 1 - Math.abs(row / toRow - 0.3 - 0.5 * (column / art.columns - 0.3)) * 2.6;
      const cloud =
        clouded(21, [column * 0.7, row], 14) * 0.65 + clouded(25, [column, row], 6) * 0.35;
      const level = band * 1.5 + (cloud - 0.62) * 4.4;
      const steps = Math.min(3, ditheredLevel(column, row, level));
      const colour = clouded(29, [column, row], 31) > 0.48 ? rose : blue;
      if (steps > 0) tintAt(art, [column, row], colour, steps * 0.13);
    }
  }
}

/** A planet with a ring around it. */
function ringed(art: Art, disc: { column: number; row: number; radius: number }): void {
  const { column, row, radius } = disc;
  paintGlow(art, { ...disc, radius: radius * 2.6 }, paint('#b46bff'), 0.3);
  const ring = (isFront: boolean): void => {
    for (let x = -radius * 2; x <= radius * 2; x += 0.5) {
      for (const [share, colour] of [
        [2, '#f4c9ff'],
        [1.78, '#b98ae0'],
        [1.62, '#8e63c2'],
      ] as const) {
        const inside = 1 - (x / (radius * share)) ** 2;
        if (inside <= 0) continue;
        const y = Math.sqrt(inside) * radius * 0.36 * (isFront ? 1 : -1) - x * 0.22;
        put(art, Math.round(column + x), Math.round(row + y), paint(colour));
      }
    }
  };
  ring(false);
  paintDisc(art, disc, (x, y) => {
    const light = -x * 0.7 - y * 0.7 + (hash(33, Math.round(y * 7)) - 0.5) * 0.3;
    return paint(
      light > 0.45 ? '#f0a8e0' : light > 0 ? '#c871cf' : light > -0.5 ? '#8846ad' : '#552780',
    );
  });
  ring(true);
}

/** A floating island, pointed at the bottom, with a few crystals. */
function island(art: Art, [column, row]: Position, half: number, id: number): void {
  const deep = half * (0.8 + 0.5 * hash(63, id));
  for (let x = -half; x <= half; x++) {
    const inside = 1 - Math.abs(x) / (half + 1);
    const ragged = 0.65 + 0.5 * hash(64, id * 99 + (x >> 1));
    const rows = Math.max(1, Math.round(deep * inside ** 0.8 * ragged));
    for (let y = 0; y < rows + 2; y++) {
      const below =
        y < 2 ? paint('#a492c6') : mix(paint('#6d5b98'), paint('#2c1a52'), y / (rows + 2));
      put(art, column + x, row + y, y === 0 ? paint('#cdbce6') : below);
    }
  }
  if (half < 6 || hash(65, id) < 0.3) return;
  paintGlow(art, { column, row: row - 4, radius: half }, glow[1], 0.4);
  paintCrystal(art, [column + 1, row + 1], Math.round(half * 0.8), { colours: glow, lean: 0.3 });
  paintCrystal(art, [column - 2, row + 1], Math.round(half * 0.5), { colours: glow, lean: -0.4 });
}

type Spire = { readonly size: number; readonly glowing: number };

/** A dark pillar with a light on top. */
function spire(art: Art, [column, baseRow]: Position, id: number, look: Spire): void {
  if (hash(81, id) < 0.25) return;
  const { size, glowing } = look;
  const high = Math.round((18 + 22 * hash(82, id)) * size);
  const half = Math.max(2, Math.round((2.5 + 2 * hash(83, id)) * size));
  paintGlow(art, { column, row: baseRow - high - 3, radius: 13 * size }, glow[1], 0.6 * glowing);
  for (let y = 0; y < high; y++) {
    const reach = half + (y > high - 4 ? 1 : 0) + (y < 2 ? 1 : 0);
    for (let x = -reach; x <= reach; x++) {
      const block = hash(84, id * 31 + Math.floor((x + 9) / 3), Math.floor(y / 3));
      const front = block < 0.4 ? '#2a1b4e' : '#221541';
      const side = x > reach * 0.4 ? '#120a26' : x < -reach * 0.5 ? '#3a2766' : front;
      put(art, column + x, baseRow - high + y, paint(side));
    }
  }
  const crystal = { colours: glow, lean: 0 };
  paintCrystal(art, [column, baseRow - high], Math.max(4, Math.round(7 * size)), crystal);
}

function paintDetails(art: Art, view: View, phase: number): void {
  for (const { column, row, id } of strewnOn(art, view, 300, [37, 0.25, 0.55])) {
    if (hash(302, id) < 0.5) {
      const strength = 0.35 * (1 + 0.6 * glowOf(phase, id));
      paintGlow(art, { column, row: row - 2, radius: 6 }, glow[1], strength);
      paintCrystal(art, [column, row], 4 + Math.round(3 * hash(303, id)), {
        colours: glow,
        lean: hash(304, id) - 0.5,
      });
    } else {
      for (let x = 0; x < 5; x++) tintAt(art, [column + x, row], paint('#7d69a6'), 0.5);
      for (let x = 1; x < 4; x++) put(art, column + x, row - 1, paint('#e9dff6'));
    }
  }
}
