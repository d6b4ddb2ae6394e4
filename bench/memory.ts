import { setTimeout as delay } from 'node:timers/promises';
import { keepBusy, repeat, send, type Sent } from './support/clients.ts';
import { coresHere } from './support/machine.ts';
import { rowsOf, type Report, type Row } from './support/report.ts';
import { withServer, type ServerProcess } from './support/server-process.ts';
import { largeSheets, largeSheetsPerSecond } from './support/sheets.ts';
import { slope } from './support/timing.ts';
import { animationVariety, variety } from './support/variety.ts';

const compositions = Number(process.env.COMPOSITIONS ?? 20_000);
const largeSheetSeconds = Number(process.env.LARGE_SHEET_SECONDS ?? 75);
const filmSeconds = Number(process.env.FILM_SECONDS ?? 120);
/** Longer than a thread of the service is kept without work. */
const restSeconds = Number(process.env.REST_SECONDS ?? 150);
/** More than are drawn in time: some are told to come again. */
const connections = 16;
/** On a busy machine a picture takes several times as long. */
const maxMinutes = 3;
/** Clearly unbounded growth; stops before the machine runs out of memory. */
const maxMegabytes = 2000;
/** Before films, so that fonts are open and the service has drawn what it always draws. */
const stills = 300;

/** A measurement: number of pictures so far, and the resident set in MB. */
type Sample = readonly [at: number, megabytes: number];

const row = rowsOf('memory/');

/**
 * The resident set of the service with default limits: of one that draws 20,000 different compositions,
 * until caches are full and all fonts open; of one with the rows that take the most memory; and of one that
 * draws different films as fast as it may, and then rests. That nothing is kept for good by films and large
 * pictures shows in `hostile`, which takes longer.
 */
export async function run(): Promise<Report> {
  return {
    rows: [
      ...(await withServer({}, composeVariety)),
      await withServer({}, composeLargeSheets),
      ...(await withServer({}, drawFilms)),
    ],
  };
}

const megabytesOf = async ({ vitals }: ServerProcess): Promise<number> =>
  (await vitals()).rssBytes / 1e6;

const highest = (samples: readonly Sample[]): number =>
  Math.max(...samples.map(([, megabytes]) => megabytes));

/** Draws what has a number, from 0, until it is over; whoever is told to come again does. */
async function drawAll(
  lineup: ServerProcess,
  sentOf: (number: number) => Sent,
  sampleEvery: number,
  isOver: (number: number, samples: readonly Sample[]) => boolean,
): Promise<Sample[]> {
  const samples: Sample[] = [];
  let drawn = 0;
  const draw = async (number: number): Promise<void> => {
    const { status } = await send(lineup.origin, sentOf(number));
    if (status === 503) return delay(1000).then(() => draw(number));
    if (status !== 200) throw new Error(`a composition was answered ${status}`);
    drawn += 1;
    if (drawn % sampleEvery === 0) samples.push([drawn, await megabytesOf(lineup)]);
  };
  await keepBusy(connections, (number) => isOver(number, samples), draw);
  return samples;
}

async function composeVariety(lineup: ServerProcess): Promise<Row[]> {
  const deadlineMs = performance.now() + maxMinutes * 60_000;
  const samples = await drawAll(lineup, variety, compositions / 80, (number, seen) => {
    const isLate = performance.now() > deadlineMs;
    return number >= compositions || isLate || (seen.at(-1)?.[1] ?? 0) > maxMegabytes;
  });
  const all = `${compositions.toLocaleString('en')} different compositions`;
  const [last, megabytes] = samples.at(-1) ?? [0, 0];
  const problem = `given up after ${last}, at ${megabytes.toFixed(0)} MB`;
  const peak = `highest resident set during ${all}, ${coresHere()} workers`;
  const growth = slope(samples.slice(-Math.floor(samples.length / 4))) * 1000;
  return [
    // The heaps of V8 are 170 MB of it, the program itself 75, and caches and open fonts most of the rest.
    row('peak', peak, [highest(samples), 'MB'], { atMost: 550 }),
    // Counts as flat: over 20,000 it would be 20 MB.
    row(
      'growth',
      'growth of the resident set over the last quarter of them',
      [growth, 'MB per 1,000'],
      {
        atMost: 1,
      },
    ),
    ...(last >= compositions ? [] : [{ id: 'memory/whole', what: `drawing ${all}`, problem }]),
  ];
}

async function composeLargeSheets(lineup: ServerProcess): Promise<Row> {
  const requests = largeSheetSeconds * largeSheetsPerSecond;
  const isOver = (number: number): boolean => number >= requests;
  // A 503 of a full queue is a valid response.
  const megabytes = await repeat(1000 / largeSheetsPerSecond, isOver, async (number) => {
    await send(lineup.origin, largeSheets(number));
    return megabytesOf(lineup);
  });
  const what = `highest resident set in ${largeSheetSeconds} s of rows with sheets of up to 1024 px at new heights, ${largeSheetsPerSecond} a second`;
  return row('large-sheets', what, [Math.max(...megabytes), 'MB'], { atMost: 600 });
}

async function drawFilms(lineup: ServerProcess): Promise<Row[]> {
  await drawAll(lineup, variety, stills, (number) => number >= stills);
  const endMs = performance.now() + filmSeconds * 1000;
  const samples = await drawAll(lineup, animationVariety, 1, () => performance.now() > endMs);
  await delay(restSeconds * 1000);
  const [peak, atRest] = [highest(samples), await megabytesOf(lineup)];
  const half = samples.slice(-Math.floor(samples.length / 2));
  const during = `highest resident set during ${samples.length} different films, ${coresHere()} workers`;
  const later = `given back of it ${restSeconds} s after the last film, when idle threads have ended`;
  return [
    row('films', during, [peak, 'MB'], { atMost: 600 }),
    row(
      'films-growth',
      'growth of the resident set over the second half of them',
      [slope(half) * half.length, 'MB'],
      { atMost: 50 },
    ),
    row('films-rest', later, [peak - atRest, 'MB'], { atLeast: 40 }),
  ];
}
