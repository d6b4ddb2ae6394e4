import type { PartName } from '../boxes.ts';
import type { Vec3 } from '../vector.ts';

/**
 * A flat rectangle of texels in the rest pose: a parallelogram, seen from both sides unless it says
 * otherwise. The positions of all parts are those of the Ears mod, in units of the figure.
 */
export type EarsSurface = {
  /** The part that carries it and moves it. */
  readonly on: PartName;
  /** Whether it is on the lower half of its part, which may be bent. */
  readonly isLower?: boolean;
  /** `ears` is the sheet that Ears data are unpacked to. */
  readonly sheet: 'skin' | 'ears';
  /** Belongs to the second layer. */
  readonly isOverlay?: boolean;
  /** Seen only from where its texels are not mirrored. */
  readonly isOneSided?: boolean;
  readonly texels: readonly [u: number, v: number, columns: number, rows: number];
  /** Where the texels' top left corner is. */
  readonly corner: Vec3;
  /** From one texel to the next of its row, and of its column. */
  readonly right: Vec3;
  readonly down: Vec3;
};

/** A surface without the part that carries it, and its sheet. */
export type FreeSurface = Omit<EarsSurface, 'on' | 'sheet'>;

export function attach(
  { on, sheet }: Pick<EarsSurface, 'on' | 'sheet'>,
  surface: FreeSurface,
): EarsSurface {
  return { ...surface, on, sheet };
}
