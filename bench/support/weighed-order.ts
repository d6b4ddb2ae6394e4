import type { Drawing } from '../../src/drawing/pool.ts';
import type { Chance } from './chance.ts';

/** An order that a client can place, with its estimated cost. */
export type WeighedOrder = {
  /** In words. */
  readonly kind: string;
  readonly costMs: number;
  /** Whether its plans have been compiled before. */
  readonly hasPlans?: boolean;
  readonly draw: (drawing: Drawing) => Promise<unknown>;
};

/**
 * Creates a random order. @param variant increases the size by so many pixels, and selects other sheets
 */
export type Maker = (chance: Chance, variant: number) => WeighedOrder;
