import type { EarAnchor, EarMode, EarsShape } from './shape.ts';

/** Everything that the Ears data of a sheet say, as they are written there. */
export type EarsFeatures = EarsShape & {
  /** Whether the colours of a palette on the sheet glow. */
  readonly isEmissive: boolean;
  /** Whether the back of the jacket and the tail exchange their texels. */
  readonly swapsTail: boolean;
};

/** The sheet's configuration: 4×4 texels, from left to right and top to bottom. */
export const configRect = { x: 0, y: 32, width: 4, height: 4 } as const;

/** Where ears are; those that have one place only are in the same, whatever is said. */
export function anchorOf(mode: EarMode, anchor: EarAnchor): EarAnchor {
  const isPlaced = mode !== 'none' && mode !== 'behind' && mode !== 'floppy';
  return isPlaced ? anchor : 'centre';
}

/** A snout that reaches above the head is moved down, but not below it. */
export function snoutOffset(offset: number, height: number): number {
  return Math.max(0, Math.min(offset, 8 - height));
}
