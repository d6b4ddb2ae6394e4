import { setTimeout as delay } from 'node:timers/promises';
import { createPoster, variety } from './support/composing.ts';
import { largeSheets, requestsPerSecond } from './support/large-sheets.ts';
import { memoryRows, memorySteps, watchMemory, type Drawing } from './support/memory-watch.ts';
import { valueRow, type Report } from './support/report.ts';
import { readSampleSkins } from './support/sample-skins.ts';
import { startLineup, type ServerProcess } from './support/server-process.ts';

const compositions = 20_000;
const connections = 16;

/** Duration of the rows with large sheets. */
const largeSheetMinutes = 10;
const mostLargeSheetMegabytes = 600;

const skins = readSampleSkins();
const drawing: Drawing = {
  id: 'memory',
  what: 'compositions',
  count: compositions,
  composing: (number) => variety(number, skins),
  mostMegabytes: 400,
  mostMinutes: 8,
};

/**
 * The resident set of the service while it draws 20,000 different compositions, with full caches, all
 * fonts open and default limits; then that of another one with the rows that take the most memory.
 */
export async function run(): Promise<Report> {
  const samples = await withLineup((lineup) => watchMemory(lineup, drawing));
  const large = await withLineup(composeLargeSheets);
  return {
    rows: [
      ...memoryRows(samples, drawing),
      valueRow({
        id: 'memory/large-sheets',
        what: `highest resident set in ${largeSheetMinutes} minutes of rows with sheets of up to 1024 px at new heights, ${requestsPerSecond} a second`,
        value: large,
        unit: 'MB',
        target: { atMost: mostLargeSheetMegabytes },
      }),
    ],
    remarks: [
      `Resident set in MB, in steps of ${compositions / 20}: ${memorySteps(samples, drawing)}.`,
    ],
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
    // A 503 of a full queue is a valid response.
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
