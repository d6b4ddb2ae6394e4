import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createPoster } from '../../bench/support/composing.ts';
import { largeSheets } from '../../bench/support/large-sheets.ts';
import { startLineup, type ServerProcess } from '../../bench/support/server-process.ts';

/** Each would leave 17 MB behind if its plans and sheets were kept. */
const rows = 32;
/** 210 at the start, and up to 540 before V8 collects what is left to it, if the machine is busy. */
const mostMegabytes = 650;

/**
 * One core of those that may be used here: with each further one comes a thread with a heap of its own,
 * and collections come at other times.
 */
function oneCore(): number {
  const status = readFileSync('/proc/self/status', 'utf8');
  return Number(/^Cpus_allowed_list:\s*(\d+)/m.exec(status)?.[1]);
}

let lineup: ServerProcess;
beforeAll(async () => {
  lineup = await startLineup({ core: oneCore() });
}, 90_000);
afterAll(() => lineup.close());

it('rows with large sheets at heights nobody requested keep the resident set bounded', async () => {
  const poster = createPoster(lineup.origin, 1);
  const rowOf = largeSheets();
  let peak = 0;
  for (let number = 0; number < rows; number++) {
    await poster.post(rowOf(number));
    peak = Math.max(peak, (await lineup.vitals()).rssBytes / 1e6);
  }
  poster.close();
  expect(peak).toBeLessThan(mostMegabytes);
}, 600_000);
