import { afterAll, beforeAll, expect, it } from 'vitest';
import { createPoster } from '../../bench/support/composing.ts';
import { largeSheets } from '../../bench/support/large-sheets.ts';
import { startLineup, type ServerProcess } from '../../bench/support/server-process.ts';

/** Each left 17 MB behind while plans and sheets were only left to a garbage collector. */
const rows = 16;
const mostMegabytes = 450;

let lineup: ServerProcess;
beforeAll(async () => {
  lineup = await startLineup({ core: null });
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
