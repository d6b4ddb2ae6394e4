import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { setTimeout as delay } from 'node:timers/promises';
import { cachedHead, compositionPath, repeat, served, shareServed } from './clients.ts';
import { rowsOf, type Report } from './report.ts';
import { withServer } from './server-process.ts';

const clients = [1, 2, 3, 4, 5];
/** Requests of each, within its 240 a minute. */
const ofEach = 230;
const animation = (size: string, ...players: readonly string[]) =>
  `${compositionPath}?motion=walk&format=apng&scene=night&size=${size}&value=sample-${players.join('&value=sample-')}`;
/** 2.3 MB and 1 MB. */
const largeAnimation = animation('og', 'fox', 'chef', 'dj', 'knight', 'wizard');
const smallAnimation = animation('800x420', 'fox', 'chef');
const phoneMostMs = 150_000;
const script = fileURLToPath(new URL('../processes/slow-readers.py', import.meta.url));

/** Clients that ask for animations and hardly read them: what others get, and how much memory it takes. */
export async function heldReading(
  id: string,
  whose: string,
  addressOf: (client: number) => string,
  watchedMs: number,
): Promise<Report> {
  const hasPython = spawnSync('python3', ['--version']).status === 0;
  if (!hasPython) throw new Error('needs python3, for clients with a small receive window');
  return withServer({}, async ({ origin, vitals }) => {
    for (const path of [largeAnimation, smallAnimation, cachedHead])
      await (await fetch(origin + path)).text();
    const { rssBytes: before } = await vitals();
    const all = [largeAnimation, 512, 26, ofEach, ...clients.map(addressOf)];
    const attack = await readSlowly(origin, all);
    const phone = await readSlowly(origin, [smallAnimation, 4096, 0.25, 1, '127.73.0.1']);
    const row = rowsOf(id, `${clients.length} × ${ofEach} unread films of ${whose}`);
    let isOver = false;
    const watch = repeat(2000, () => isOver, vitals);
    const share = await shareServed(origin, watchedMs);
    await Promise.race([phone.end, delay(phoneMostMs, undefined, { ref: false })]);
    isOver = true;
    const grown = Math.max(...(await watch).map(({ rssBytes }) => rssBytes)) - before;
    for (const readers of [attack, phone]) readers.stop();
    return {
      rows: [
        row('', served, [share, '%'], { atLeast: 100 }),
        row('-memory', 'growth of the resident set', [grown / 1e6, 'MB'], { atMost: 200 }),
        row('-phone', '1 MB at 16 kB/s', [phone.count('whole'), 'of 1 whole'], { atLeast: 1 }),
      ],
      remarks: [`Of ${whose} ${attack.count('cut')} unread films were cut.`],
    };
  });
}

/** Starts clients, with the arguments of their script, and waits until they have asked. */
async function readSlowly(origin: string, args: readonly (string | number)[]) {
  const all = [script, new URL(origin).port, ...args.map(String)];
  const child = spawn('python3', all, { stdio: ['ignore', 'pipe', 'inherit'] });
  let said = '';
  child.stdout.on('data', (chunk) => (said += String(chunk)));
  const end = once(child, 'close');
  await Promise.race([once(child.stdout, 'data'), end]);
  /** How many responses have ended so. */
  const count = (how: 'whole' | 'cut'): number => said.split(how).length - 1;
  return { count, end, stop: () => child.kill() };
}
