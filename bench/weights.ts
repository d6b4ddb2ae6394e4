import { setTimeout } from 'node:timers/promises';
import { createDrawing, type Drawing } from '../src/drawing/pool.ts';
import { createChance } from './support/chance.ts';
import { valueRow, type Report } from './support/report.ts';
import type { WeighedOrder } from './support/weighed-order.ts';
import { weighedOrder } from './support/weighed-orders.ts';

/** Seed of the random orders: `WEIGHTS_SEED=7 npm run bench -- weights --dry` creates others. */
const seed = Number(process.env['WEIGHTS_SEED'] ?? 1);
const orders = 200;
/** Number of times that each order is measured, minutes apart. */
const rounds = 3;
/**
 * Then the orders that seem to count least, and those in the middle that they are compared with, are
 * measured some more times: the highest of 200 disturbed measurements would mostly tell disturbances.
 */
const furtherRounds = 5;
const furtherOrders = 16;
/** Small orders are repeated until their estimate reaches this. */
const leastMs = 5;
/**
 * What an order may take in a round, as estimated, unless that is less than three measurements. The
 * first pictures after others of another kind take up to twice as long, until V8 has compiled what they
 * need; who wants to make others wait requests many of one kind.
 */
const roundMs = 400;
const leastMeasured = 3;
/** Each picture is larger by a pixel. */
const mostDraws = 48;

/**
 * Compares the processor time of random orders with their estimated cost.
 *
 * Shared machines are up to 1.7 times as slow while a neighbour uses the other half of the core, for
 * tens of milliseconds or for minutes. This only adds time: the lowest of many short measurements
 * counts. A reference work next to each was tried instead, but the same order divided by it differed
 * no less from run to run than its lowest measurement. The code, memory and caches that a kind of order
 * needs are in use when it is measured; sheets are never kept, plans of some orders are.
 */
export async function run(): Promise<Report> {
  const drawings = {
    empty: await createDrawing({ threads: 1, planBytes: 1, sheetBytes: 1 }),
    planned: await createDrawing({ threads: 1, sheetBytes: 1 }),
  };
  try {
    // Orders to warm up V8 before measuring.
    for (let number = 0; number < orders; number++) {
      await draw(weighedOrder(chanceOf(orders + number), 0), drawings);
    }
    const measured = Array.from({ length: orders }, (_, number) => ({
      number,
      kind: weighedOrder(chanceOf(number), 0).kind,
      ratio: Number.POSITIVE_INFINITY,
    }));
    const ascending = () => measured.toSorted((a, b) => a.ratio - b.ratio);
    for (let round = 0; round < rounds + furtherRounds; round++) {
      const compared = round < rounds ? measured : lightestAndMiddle(ascending());
      for (const order of compared) {
        order.ratio = Math.min(order.ratio, await measure(drawings, order.number));
      }
    }
    return reportOf(ascending());
  } finally {
    await Promise.all([drawings.empty.close(), drawings.planned.close()]);
  }
}

type Measured = {
  readonly kind: string;
  /** Milliseconds of processor time per estimated millisecond. */
  readonly ratio: number;
};

function lightestAndMiddle<T>(ascending: readonly T[]): readonly T[] {
  const first = (ascending.length - furtherOrders) / 2;
  return [...ascending.slice(first, first + furtherOrders), ...ascending.slice(-furtherOrders)];
}

function chanceOf(number: number) {
  return createChance(seed * 100_003 + number);
}

/** One that has no plans, and one that has those of what it has drawn twice. */
type Drawings = { readonly empty: Drawing; readonly planned: Drawing };

async function draw(order: WeighedOrder, { empty, planned }: Drawings): Promise<void> {
  await order.draw(order.hasPlans === true ? planned : empty);
}

/** @returns the least milliseconds of processor time per estimated millisecond, in this round */
async function measure(drawings: Drawings, number: number): Promise<number> {
  const order = (variant: number) => weighedOrder(chanceOf(number), variant);
  const { costMs, hasPlans } = order(0);
  const draws = Math.ceil(leastMs / costMs);
  const fitting = Math.min(Math.ceil(roundMs / (draws * costMs)), Math.floor(mostDraws / draws));
  const times = Math.max(leastMeasured, fitting);
  // Plans are kept from the second time on.
  const warmUps = hasPlans === true ? 2 : 0;
  for (let time = 0; time < warmUps; time++) await draw(order(draws * times), drawings);
  let least = Number.POSITIVE_INFINITY;
  for (let time = 0; time < times; time++) {
    // All different, or the plan of the first would be reused.
    const batch = Array.from({ length: draws }, (_, index) => order(time * draws + index));
    least = Math.min(least, await measureBatch(drawings, batch));
  }
  return least;
}

async function measureBatch(drawings: Drawings, batch: readonly WeighedOrder[]): Promise<number> {
  const countedMs = batch.reduce((sum, order) => sum + order.costMs, 0);
  const beforeMs = await usedMs();
  for (const order of batch) await draw(order, drawings);
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
