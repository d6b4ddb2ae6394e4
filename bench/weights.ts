import { setTimeout } from 'node:timers/promises';
import { createDrawing, type Drawing } from '../src/drawing/pool.ts';
import { createChance } from './support/chance.ts';
import { valueRow, type Report } from './support/report.ts';
import { weighedOrder } from './support/weighed-orders.ts';

/** Seed of the random orders: `WEIGHTS_SEED=7 npm run bench -- weights --dry` creates others. */
const seed = Number(process.env['WEIGHTS_SEED'] ?? 1);
const orders = 200;
/** Number of measurements of each order, minutes apart; the best counts, as disturbances only add time. */
const rounds = 6;
/** Small orders are repeated until their estimate reaches this. */
const leastMs = 30;
const warmUps = 40;

/** Compares the processor time of random orders with their estimated cost. */
export async function run(): Promise<Report> {
  const drawing = await createDrawing({ threads: 1 });
  try {
    // Orders to warm up V8 before measuring.
    for (let number = 0; number < warmUps; number++) {
      await weighedOrder(chanceOf(orders + number), 0).draw(drawing);
    }
    const measured = Array.from({ length: orders }, (_, number) => ({
      kind: weighedOrder(chanceOf(number), 0).kind,
      ratio: Number.POSITIVE_INFINITY,
    }));
    for (let round = 0; round < rounds; round++) {
      for (const [number, order] of measured.entries()) {
        order.ratio = Math.min(order.ratio, await measure(drawing, number, round));
      }
    }
    return reportOf(measured.toSorted((a, b) => a.ratio - b.ratio));
  } finally {
    await drawing.close();
  }
}

type Measured = {
  readonly kind: string;
  /** Milliseconds of processor time per estimated millisecond. */
  readonly ratio: number;
};

function chanceOf(number: number) {
  return createChance(seed * 100_003 + number);
}

/** @returns milliseconds of processor time per estimated millisecond, in this round */
async function measure(drawing: Drawing, number: number, round: number): Promise<number> {
  const draws = Math.ceil(leastMs / weighedOrder(chanceOf(number), 0).costMs);
  // All different, or the plan of the first would be reused.
  const batch = Array.from({ length: draws }, (_, index) =>
    weighedOrder(chanceOf(number), round * draws + index),
  );
  const countedMs = batch.reduce((sum, order) => sum + order.costMs, 0);
  const beforeMs = await usedMs();
  for (const order of batch) await order.draw(drawing);
  return ((await usedMs()) - beforeMs) / countedMs;
}

/**
 * Processor time of this process. That of a running thread is known only as of the system's last tick,
 * some milliseconds ago: this waits until the worker is idle.
 */
async function usedMs(): Promise<number> {
  await setTimeout(2);
  const { user, system } = process.cpuUsage();
  return (user + system) / 1000;
}

/** @param ascending by ratio */
function reportOf(ascending: readonly Measured[]): Report {
  const median = ascending[Math.floor(ascending.length / 2)]?.ratio ?? 1;
  const told = ({ kind, ratio }: Measured): string => `${kind} ${(ratio / median).toFixed(2)} ×`;
  const lightest = ascending.slice(-5).toReversed();
  const heaviest = ascending.slice(0, 5);
  const [least] = lightest;
  const [most] = heaviest;
  return {
    rows: [
      valueRow({
        id: 'weights/worst',
        what: `processor time per estimated millisecond of the most underestimated of ${orders} orders, relative to the median order`,
        value: (least?.ratio ?? 0) / median,
        unit: 'ms per ms',
        target: { atMost: 1.5 },
      }),
      valueRow({
        id: 'weights/nine-in-ten',
        what: 'the same, 90th percentile of the orders',
        value: (ascending[Math.floor(ascending.length * 0.9)]?.ratio ?? 0) / median,
        unit: 'ms per ms',
        target: null,
      }),
      valueRow({
        id: 'weights/heaviest',
        what: 'estimated milliseconds per millisecond of the most overestimated order, relative to the median order',
        value: median / (most?.ratio ?? 1),
        unit: 'ms per ms',
        target: null,
      }),
    ],
    remarks: [
      `Orders of seed ${seed}. The median order takes ${median.toFixed(2)} ms of the processor for each millisecond that it counts.`,
      `Those that count least: ${lightest.map(told).join(', ')}.`,
      `Those that count most: ${heaviest.map(told).join(', ')}.`,
    ],
  };
}
