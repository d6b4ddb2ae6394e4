import { createPoster, keepBusy, type Composing } from './composing.ts';
import { coresHere } from './machine.ts';
import type { ServerProcess } from './server-process.ts';

const warmUpMs = 3000;
export const watchedMs = 12_000;
/** More than are in progress, and far fewer than are refused. */
export const requestsPerWorker = 8;
/** Interval of cheap requests. */
const healthEveryMs = 20;

/** Keeps all workers and the queue busy, and watches the main thread. */
export async function drawAndWatch(
  lineup: ServerProcess,
  composing: (number: number) => Composing,
) {
  lineup.watchDelay();
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
  // Discards what the counters measured during warm-up.
  const forget = setTimeout(() => void lineup.vitals(), warmUpMs);
  await keepBusy(connections, isOver, async (number) => {
    const ms = await poster.post(composing(number));
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
