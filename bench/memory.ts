import { setTimeout as delay } from 'node:timers/promises';
import { createPoster, keepBusy, variety } from './support/composing.ts';
import { largeSheets, requestsPerSecond } from './support/large-sheets.ts';
import { coresHere } from './support/machine.ts';
import { valueRow, type Report, type Row } from './support/report.ts';
import { readSampleSkins } from './support/sample-skins.ts';
import { startLineup, type ServerProcess } from './support/server-process.ts';
import { slope } from './support/timing.ts';

const compositions = 20_000;
const sampleEvery = 250;
const connections = 16;

/** Growth that is called flat: over all 20,000 it would be 20 MB. */
const flatMbPerThousand = 1;

/** Enough to know that it grows without end; the machine is to survive that. */
const mostMegabytes = 2000;
const patienceMs = 220_000;

/** Of rows with large sheets. */
const largeSheetMinutes = 10;
const mostLargeSheetMegabytes = 600;

/** One look at the server: after how many compositions, and its resident set in MB. */
type Sample = { readonly at: number; readonly megabytes: number };

/**
 * The resident set of the service while it draws 20,000 different compositions: caches full, all
 * fonts open. Its ceilings are the default ones. Then that of another one under the rows that take
 * the most memory.
 */
export async function run(): Promise<Report> {
  const samples = await withLineup(compose);
  const large = await withLineup(composeLargeSheets);
  return {
    rows: [
      ...rowsOf(samples),
      valueRow({
        id: 'memory/large-sheets',
        what: `resident set, the highest in ${largeSheetMinutes} minutes of rows with sheets of up to 1024 px at new heights, ${requestsPerSecond} a second`,
        value: large,
        unit: 'MB',
        target: { atMost: mostLargeSheetMegabytes },
      }),
    ],
    remarks: [`Resident set in MB, in steps of ${compositions / 20}: ${steps(samples)}.`],
  };
}

async function withLineup<T>(watch: (lineup: ServerProcess) => Promise<T>): Promise<T> {
  const lineup = await startLineup({ core: null });
  try {
    return await watch(lineup);
  } finally {
    await lineup.close();
  }
}

/** @returns the highest resident set in MB */
async function composeLargeSheets(lineup: ServerProcess): Promise<number> {
  const rowOf = largeSheets();
  const poster = createPoster(lineup.origin, connections);
  const requests = largeSheetMinutes * 60 * requestsPerSecond;
  let peak = 0;
  const posted: Promise<unknown>[] = [];
  for (let number = 0; number < requests; number++) {
    // A queue that is full answers 503, which is an answer too.
    posted.push(poster.post(rowOf(number)).catch(() => null));
    await delay(1000 / requestsPerSecond);
    if (number % requestsPerSecond !== 0) continue;
    const { rssBytes } = await lineup.vitals();
    peak = Math.max(peak, rssBytes / 1e6);
  }
  await Promise.all(posted);
  poster.close();
  return peak;
}

function rowsOf(samples: readonly Sample[]): Row[] {
  const peak = Math.max(...samples.map(({ megabytes }) => megabytes));
  const last = samples.at(-1)?.at ?? 0;
  const lastQuarter = samples
    .slice(-Math.floor(samples.length / 4))
    .map(({ at, megabytes }) => [at, megabytes] as const);
  const different = `${compositions.toLocaleString('en')} different compositions`;
  const rows: Row[] = [
    valueRow({
      id: 'memory/peak',
      what: `resident set, the highest during ${different}, ${coresHere()} workers`,
      value: peak,
      unit: 'MB',
      target: { atMost: 400 },
    }),
    valueRow({
      id: 'memory/growth',
      what: 'resident set, growth over the last quarter of them',
      value: slope(lastQuarter) * 1000,
      unit: 'MB per 1,000',
      target: { atMost: flatMbPerThousand },
    }),
  ];
  if (last >= compositions) return rows;
  const problem = `given up after ${last}, at ${peak.toFixed(0)} MB`;
  return [...rows, { id: 'memory/whole', what: `drawing ${different}`, problem }];
}

async function compose(lineup: ServerProcess): Promise<Sample[]> {
  const skins = readSampleSkins();
  const poster = createPoster(lineup.origin, connections);
  const samples: Sample[] = [];
  const deadlineMs = performance.now() + patienceMs;
  const isOver = (number: number): boolean =>
    number >= compositions ||
    performance.now() > deadlineMs ||
    (samples.at(-1)?.megabytes ?? 0) > mostMegabytes;
  let drawn = 0;
  await keepBusy(connections, isOver, async (number) => {
    await poster.post(variety(number, skins));
    drawn += 1;
    if (drawn % sampleEvery !== 0) return;
    const at = drawn;
    const { rssBytes } = await lineup.vitals();
    samples.push({ at, megabytes: rssBytes / 1e6 });
  });
  poster.close();
  return samples;
}

function steps(samples: readonly Sample[]): string {
  return samples
    .filter(({ at }) => at % (compositions / 20) === 0)
    .map(({ megabytes }) => megabytes.toFixed(0))
    .join(', ');
}
