import { setTimeout as delay } from 'node:timers/promises';
import { createPoster, keepBusy, variety } from './support/composing.ts';
import { largeSheets, requestsPerSecond } from './support/large-sheets.ts';
import { coresHere } from './support/machine.ts';
import { valueRow, type Report } from './support/report.ts';
import { readSampleSkins } from './support/sample-skins.ts';
import { withServer, type ServerProcess } from './support/server-process.ts';
import { slope } from './support/timing.ts';

const compositions = 20_000;
const connections = 16;
const sampleEvery = 250;

/** Clearly unbounded growth; stops before the machine runs out of memory. */
const maxMegabytes = 2000;

/** On a busy machine a picture takes several times as long. */
const maxMinutes = 8;

/** Duration of the rows with large sheets. */
const largeSheetMinutes = 10;

/** A measurement: number of pictures so far, and the resident set in MB. */
type Sample = readonly [at: number, megabytes: number];

/**
 * The resident set of the service while it draws 20,000 different compositions, with full caches, all
 * fonts open and default limits; then that of another one with the rows that take the most memory.
 */
export async function run(): Promise<Report> {
  const samples = await withServer({}, composeVariety);
  const large = await withServer({}, composeLargeSheets);
  const what = `${compositions.toLocaleString('en')} different compositions`;
  const [last, lastMegabytes] = samples.at(-1) ?? [0, 0];
  const problem = `given up after ${last}, at ${lastMegabytes.toFixed(0)} MB`;
  const steps = samples.filter(([at]) => at % (compositions / 20) === 0);
  return {
    rows: [
      valueRow({
        id: 'memory/peak',
        what: `highest resident set during ${what}, ${coresHere()} workers`,
        value: Math.max(...samples.map(([, megabytes]) => megabytes)),
        unit: 'MB',
        target: { atMost: 400 },
      }),
      valueRow({
        id: 'memory/growth',
        what: 'growth of the resident set over the last quarter of them',
        value: slope(samples.slice(-Math.floor(samples.length / 4))) * 1000,
        unit: 'MB per 1,000',
        // Counts as flat: over 20,000 it would be 20 MB.
        target: { atMost: 1 },
      }),
      ...(last >= compositions ? [] : [{ id: 'memory/whole', what: `drawing ${what}`, problem }]),
      valueRow({
        id: 'memory/large-sheets',
        what: `highest resident set in ${largeSheetMinutes} minutes of rows with sheets of up to 1024 px at new heights, ${requestsPerSecond} a second`,
        value: large,
        unit: 'MB',
        target: { atMost: 600 },
      }),
    ],
    remarks: [
      `Resident set in MB, in steps of ${compositions / 20}: ${steps.map(([, megabytes]) => megabytes.toFixed(0)).join(', ')}.`,
    ],
  };
}

async function composeVariety(lineup: ServerProcess): Promise<Sample[]> {
  const skins = readSampleSkins();
  const poster = createPoster(lineup.origin, connections);
  const samples: Sample[] = [];
  const deadlineMs = performance.now() + maxMinutes * 60_000;
  const isOver = (number: number): boolean =>
    number >= compositions ||
    performance.now() > deadlineMs ||
    (samples.at(-1)?.[1] ?? 0) > maxMegabytes;
  let drawn = 0;
  await keepBusy(connections, isOver, async (number) => {
    await poster.post(variety(number, skins));
    drawn += 1;
    if (drawn % sampleEvery !== 0) return;
    const at = drawn;
    samples.push([at, (await lineup.vitals()).rssBytes / 1e6]);
  });
  poster.close();
  return samples;
}

/** @returns the highest resident set in MB */
async function composeLargeSheets(lineup: ServerProcess): Promise<number> {
  const rowOf = largeSheets();
  const poster = createPoster(lineup.origin, connections);
  const requests = largeSheetMinutes * 60 * requestsPerSecond;
  let peak = 0;
  const posted: Promise<unknown>[] = [];
  for (let number = 0; number < requests; number++) {
    // A 503 of a full queue is a valid response.
    posted.push(poster.post(rowOf(number)).catch(() => null));
    await delay(1000 / requestsPerSecond);
    if (number % requestsPerSecond !== 0) continue;
    peak = Math.max(peak, (await lineup.vitals()).rssBytes / 1e6);
  }
  await Promise.all(posted);
  poster.close();
  return peak;
}
