import { setTimeout as delay } from 'node:timers/promises';
import { get, repeat, send, type Answer } from './clients.ts';
import { groupFilm } from './fair-mix.ts';
import { rowsOf, type Report } from './report.ts';
import { withServer, type ServerProcess } from './server-process.ts';
import { median } from './timing.ts';

const animations = 6;
const animationEveryMs = 5000;
/** Within the 240 requests a minute of each. */
const largestEveryMs = 1000;
const warmUpMs = 5000;
/** Drawn before; the first does not count. */
const aloneAnimations = 4;
/** Who waits for longer than 15 s is refused before any work. */
const latestRefusalMs = 16_000;

/** Clients that ask for the largest animations, each of a network of its own, and one that asks for usual ones. */
export async function heldAnimations(id: string, clients: number): Promise<Report> {
  const seen = await withServer({ TRUST_PROXY: '1' }, (lineup) => watch(lineup, clients));
  const { own, theirs, aloneMs } = seen;
  const isLate = ({ status, ms }: Answer) => status === 503 && ms > latestRefusalMs;
  const late = [...own, ...theirs].filter(isLate).length;
  const [ownMs, theirMs] = [timesOf(own), timesOf(theirs)];
  const beside = `${clients} clients with the largest, one a second each`;
  const row = rowsOf(id, beside);
  const bound = 3 * aloneMs + Math.max(0, ...theirMs);
  const peer = ['three times one alone, and the longest of the largest', bound] as const;
  const what = `of ${theirs.length} largest films`;
  const times = ownMs.map((ms) => (ms / 1000).toFixed(1)).join(', ');
  return {
    rows: [
      row('', `of ${animations} films`, [ownMs.length, 'came'], { atLeast: animations }),
      row('-time', 'the longest of them', [Math.max(...ownMs), 'ms', peer], { atMost: 1 }),
      row('-largest', what, [theirMs.length, 'came'], { atLeast: 1 }),
      row('-late', 'films refused after work', [late, 'films'], { atMost: 0 }),
    ],
    remarks: [`Beside ${beside}: ${times} s; alone ${(aloneMs / 1000).toFixed(1)} s.`],
  };
}

const timesOf = (answers: readonly Answer[]): number[] =>
  answers.filter(({ status }) => status === 200).map(({ ms }) => ms);

async function watch({ origin }: ServerProcess, clients: number) {
  const usual = (number: number) => send(origin, get(groupFilm.usual(number)), '198.18.0.1');
  const alone: number[] = [];
  while (alone.length < aloneAnimations) alone.push((await usual(alone.length)).ms);
  let isOver = false;
  const attack = Array.from({ length: clients }, async (_, client) => {
    await delay((largestEveryMs * client) / clients);
    return repeat(
      largestEveryMs,
      () => isOver,
      (number) => {
        const largest = get(groupFilm.largest(number * clients + client));
        return send(origin, largest, `100.64.${client}.1`);
      },
    );
  });
  await delay(warmUpMs);
  const isLast = (number: number): boolean => number >= animations;
  const own = await repeat(animationEveryMs, isLast, (number) => usual(aloneAnimations + number));
  isOver = true;
  const theirs = (await Promise.all(attack)).flat();
  return { own, theirs, aloneMs: median(alone.slice(1)) };
}
