import { drawAndWatch, requestsPerWorker, watchedMs } from './support/busy-loop.ts';
import { tenPlayers } from './support/composing.ts';
import { coresHere } from './support/machine.ts';
import { valueRow, type Report } from './support/report.ts';
import { readSampleSkins } from './support/sample-skins.ts';
import { startLineup } from './support/server-process.ts';
import { median, percentile } from './support/timing.ts';
import { delayResolutionMs } from './support/vitals.ts';

/**
 * Delay of the main thread while all workers draw rows of ten and more are queued: as seen by the event
 * loop, and by a client that requests `/healthz`.
 */
export async function run(): Promise<Report> {
  const lineup = await startLineup({ core: null });
  try {
    const skins = readSampleSkins();
    const load = await drawAndWatch(lineup, (number) => tenPlayers(number, skins));
    const what = 'while rows of ten are drawn at full load';
    return {
      rows: [
        valueRow({
          id: 'event-loop/p99',
          what: `delay of the main thread, 99th percentile, ${what}`,
          value: load.delayMs.p99,
          unit: 'ms',
          target: { atMost: 20 },
        }),
        valueRow({
          id: 'event-loop/max',
          what: 'the same, maximum',
          value: load.delayMs.max,
          unit: 'ms',
          target: null,
        }),
        valueRow({
          id: 'event-loop/health-p99',
          what: `GET /healthz from another process, 99th percentile, ${what}`,
          value: percentile(load.healthMs, 0.99),
          unit: 'ms',
          target: null,
        }),
      ],
      remarks: [
        `${load.drawn} rows in ${watchedMs / 1000} s, ${coresHere() * requestsPerWorker} requests always in progress; one took ${median(load.rowsMs).toFixed(0)} ms in the median, the queue included.`,
        `${load.workers.toFixed(1)} cores were at work in the server; the delay includes the ${delayResolutionMs} ms of its timer.`,
      ],
    };
  } finally {
    await lineup.close();
  }
}
