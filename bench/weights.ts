import { setTimeout } from 'node:timers/promises';
import { createDrawing, type Drawing } from '../src/drawing/pool.ts';
import { createChance } from './support/chance.ts';
import { valueRow, type Report } from './support/report.ts';
import { weighedOrder } from './support/weighed-orders.ts';

/** Of the lots by which orders are drawn: `WEIGHTS_SEED=7 npm run bench -- weights --dry` draws others. */
const seed = Number(process.env['WEIGHTS_SEED'] ?? 1);
const orders = 200;
/**
 * Each order is measured so often, minutes apart: the least counts, as whatever else the machine does
 * only adds to it, for seconds at a time.
 */
const rounds = 6;
/** Small orders are drawn several times in each of them, until they count as much as this. */
const leastMs = 30;
const warmUps = 40;

/** Orders of all kinds, drawn by lot: how much processor time each takes for what it counts. */
export async function run(): Promise<Report> {
  const drawing = await createDrawing({ threads: 1 });
  try {
    // V8 compiles for a while what is new to it: such orders are drawn before any counts.
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
  /** Milliseconds of the processor for each that the order counts. */
  readonly ratio: number;
};

function chanceOf(number: number) {
  return createChance(seed * 100_003 + number);
}

/** @returns milliseconds of the processor for each that the order counts, in this round */
async function measure(drawing: Drawing, number: number, round: number): Promise<number> {
  const draws = Math.ceil(leastMs / weighedOrder(chanceOf(number), 0).costMs);
  // Each is another one, or the plan of the first would be at hand.
  const batch = Array.from({ length: draws }, (_, index) =>
    weighedOrder(chanceOf(number), round * draws + index),
  );
  const countedMs = batch.reduce((sum, order) => sum + order.costMs, 0);
  const beforeMs = await usedMs();
  for (const order of batch) await order.draw(drawing);
  return ((await usedMs()) - beforeMs) / countedMs;
}

/**
 * Processor time of this process so far. That of a thread that runs is only known as of the last tick
 * of the system, some milliseconds ago: this waits until the worker has gone to sleep.
 */
async function usedMs(): Promise<number> {
  await setTimeout(2);
  const { user, system } = process.cpuUsage();
  return (user + system) / 1000;
}

/** @param ascending by what they take for what they count */
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
        what: `processor time of the order among ${orders} that counts too little, for each millisecond that it counts (of the median order: one)`,
        value: (least?.ratio ?? 0) / median,
        unit: 'ms per ms',
        target: { atMost: 1.5 },
      }),
      valueRow({
        id: 'weights/nine-in-ten',
        what: 'the same of the order that nine in ten count at least as much as',
        value: (ascending[Math.floor(ascending.length * 0.9)]?.ratio ?? 0) / median,
        unit: 'ms per ms',
        target: null,
      }),
      valueRow({
        id: 'weights/heaviest',
        what: 'milliseconds that the order counts that counts too much, for each that it takes (of the median order: one)',
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
