import { createPoster, keepBusy, tenPlayers } from './support/composing.ts';
import { coresHere } from './support/machine.ts';
import { valueRow, type Report } from './support/report.ts';
import { readSampleSkins } from './support/sample-skins.ts';
import { startLineup, type ServerProcess } from './support/server-process.ts';
import { median, percentile } from './support/timing.ts';
import { delayResolutionMs } from './support/vitals.ts';

const warmUpMs = 3000;
const watchedMs = 12_000;
/** Always some behind those under way, and far fewer than are refused. */
const requestsPerWorker = 8;
/** How often somebody asks for something that costs nothing. */
const healthEveryMs = 20;

/**
 * How long the serving thread keeps others waiting while all workers draw rows of ten and more of
 * them are queued: as the event loop sees it, and as a client that asks for `/healthz` does.
 */
export async function run(): Promise<Report> {
  const lineup = await startLineup({ core: null });
  try {
    lineup.watchDelay();
    const load = await drawAndWatch(lineup);
    const what = 'while rows of ten are drawn at full load';
    return {
      rows: [
        valueRow({
          id: 'event-loop/p99',
          what: `delay of the serving thread, 99th percentile, ${what}`,
          value: load.delayMs.p99,
          unit: 'ms',
          target: { atMost: 20 },
        }),
        valueRow({
          id: 'event-loop/max',
          what: 'the same, the longest',
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
        `${load.drawn} rows in ${watchedMs / 1000} s, ${coresHere() * requestsPerWorker} requests always under way; one took ${median(load.rowsMs).toFixed(0)} ms in the median, the queue included.`,
        `${load.workers.toFixed(1)} cores were at work in the server; the delay includes the ${delayResolutionMs} ms of its timer.`,
      ],
    };
  } finally {
    await lineup.close();
  }
}

async function drawAndWatch(lineup: ServerProcess) {
  const skins = readSampleSkins();
  const connections = coresHere() * requestsPerWorker;
  const poster = createPoster(lineup.origin, connections);
  const rowsMs: number[] = [];
  const healthMs: number[] = [];
  const startMs = performance.now();
  const elapsedMs = (): number => performance.now() - startMs;
  const isWatched = (): boolean => elapsedMs() > warmUpMs;
  const isOver = (): boolean => elapsedMs() > warmUpMs + watchedMs;
  const health = setInterval(() => {
    if (!isWatched() || isOver()) return;
    void askHealth(lineup.origin).then((ms) => healthMs.push(ms));
  }, healthEveryMs);
  // What the warm-up left in the counters is thrown away.
  const forget = setTimeout(() => void lineup.vitals(), warmUpMs);
  await keepBusy(connections, isOver, async (number) => {
    const ms = await poster.post(tenPlayers(number, skins));
    if (isWatched()) rowsMs.push(ms);
  });
  clearInterval(health);
  clearTimeout(forget);
  const { delayMs, cpuMs } = await lineup.vitals();
  poster.close();
  const workers = cpuMs / (elapsedMs() - warmUpMs);
  return { delayMs, workers, healthMs, rowsMs, drawn: rowsMs.length };
}

async function askHealth(origin: string): Promise<number> {
  const startMs = performance.now();
  const answer = await fetch(`${origin}/healthz`);
  await answer.arrayBuffer();
  return performance.now() - startMs;
}
