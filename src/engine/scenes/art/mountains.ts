import { mix, put, type Art, type Paint } from './art.ts';
import { hash, scatter } from './noise.ts';

export type Mountains = {
  readonly seed: number;
  readonly spacing: number;
  /** Height of the highest, in art pixels. */
  readonly high: number;
  readonly rock: readonly [Paint, Paint];
  readonly cap: readonly [Paint, Paint];
  /** Colour into which the foot fades. */
  readonly haze: Paint;
};

/** Draws pointed mountains with a cap, lit from the right; a wandering ridge separates their two sides. */
export function paintMountains(art: Art, baseRow: number, mountains: Mountains): void {
  const { seed, spacing, high, rock, cap, haze } = mountains;
  for (const { column, id } of scatter(seed, art.columns, spacing)) {
    const rows = Math.round(high * (0.6 + 0.4 * hash(seed + 1, id)));
    const capRows = rows * (0.32 + 0.16 * hash(seed + 2, id));
    let ridge = 0;
    let [left, right] = [0, 0];
    for (let y = 0; y < rows; y++) {
      left += 0.55 + 0.75 * hash(seed + 3, id, y >> 1);
      right += 0.55 + 0.75 * hash(seed + 4, id, y >> 1);
      ridge += (hash(seed + 5, id, y >> 2) - 0.5 - 0.18) * 1.6;
      for (let x = -Math.round(left); x <= right; x++) {
        const side = x > ridge ? 0 : 1;
        const tongue = capRows * (0.7 + 0.6 * hash(seed + 6, id * 64 + (x >> 1)));
        const colour = (y < tongue ? cap : rock)[side];
        put(
          art,
          column + x,
          baseRow - rows + y,
          mix(colour, haze, Math.max(0, (y / rows) * 1.1 - 0.3)),
        );
      }
    }
  }
}
