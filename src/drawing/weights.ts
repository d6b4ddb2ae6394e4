import type { FigureOrder, RowOrder } from './order.ts';

/**
 * What an order takes up of the queue: some six milliseconds of one core count 1. Measured on the
 * machine of `bench/`; what matters is that a picture that costs a hundred times as much as another
 * counts a hundred times as much, or a few of them would hold up everybody for longer than the queue
 * promises.
 */
const msPerWeight = 6;

/** What is not drawn from a plan. Before a row is drawn, up to ten skins are inspected for it. */
export const taskWeights = {
  inspect: 1,
  processedSheet: 1,
  defaultIcon: 1,
  serverCard: 2,
} as const;

/** That of a row of ten in the usual size, and the least that any row counts. */
export const rowWeight = 10;
const leastFigureWeight = 2;

/** Milliseconds for a picture 512 px high; they grow with its area, but for a part of the formats'. */
const costsMs = {
  figure: 4,
  plan: 40,
  shadow: 30,
  png: { fixed: 0, area: 1 },
  webp: { fixed: 30, area: 30 },
  avif: { fixed: 20, area: 40 },
} as const;

type Known = {
  /** Whether a plan of its scene is at hand. */
  readonly hasPlan: boolean;
};

export function figureWeight(order: FigureOrder, { hasPlan }: Known): number {
  const area = (order.heightPx / 512) ** 2;
  const { fixed, area: perArea } = costsMs[order.format];
  const plan = hasPlan ? 0 : costsMs.plan + (order.shadow ? costsMs.shadow : 0);
  return weightOf(fixed + area * (costsMs.figure + perArea + plan), leastFigureWeight);
}

export function rowOrderWeight(order: RowOrder, { hasPlan }: Known): number {
  const area = (order.heightPx / 512) ** 2;
  // Those of rows are few, and the next row of the kind has it.
  const plan = hasPlan ? 0 : costsMs.plan / 4;
  return weightOf(area * (order.figures.length * (costsMs.figure + 1) + plan), rowWeight);
}

function weightOf(ms: number, least: number): number {
  return Math.max(least, Math.ceil(ms / msPerWeight));
}

/**
 * How much of the queue an order may be let in to. Costly ones leave a quarter of it to the others: a
 * client that asks for nothing but these does not keep a small picture of somebody else away.
 */
export function shareOfQueue(weight: number): number {
  return weight > rowWeight ? 0.75 : 1;
}
