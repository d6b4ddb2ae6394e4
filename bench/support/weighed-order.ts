import type { Drawing } from '../../src/drawing/pool.ts';
import type { Chance } from './chance.ts';

/** What a client can order, and what it counts. */
export type WeighedOrder = {
  /** In words. */
  readonly kind: string;
  readonly costMs: number;
  readonly draw: (drawing: Drawing) => Promise<unknown>;
};

/** Draws one by lot. @param variant so many pixels larger, and in sheets of its own */
export type Maker = (chance: Chance, variant: number) => WeighedOrder;
