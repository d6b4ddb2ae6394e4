import { startNginx } from '../test/support/nginx.ts';
import { startRedisServer } from '../test/support/redis-server.ts';
import { repeat } from './support/clients.ts';
import { accountsWithPlayers, playersAt } from './support/players.ts';
import { rowsOf, type Report } from './support/report.ts';
import { startLineup, type ServerProcess } from './support/server-process.ts';
import { percentile, sum } from './support/timing.ts';

const minutes = Number(process.env.SOAK_MINUTES ?? 4);
const requestsPerSecond = 60;
const players = 5000;
const sampleEveryMs = 5000;

/** Four pictures of each player, the first the most popular, as in the simulation. */
const variants = [
  (name: string) => `/api/blockgame/render/head/${name}/full?height=64`,
  (name: string) => `/api/blockgame/render/default/${name}/full?height=300`,
  (name: string) => `/api/blockgame/render/pixel/${name}/full?height=128`,
  (name: string) => `/api/blockgame/render/composition?value=${name}&value=P1&height=200`,
] as const;

/** A rank from 0, each with a frequency of about 1 / (rank + 1). */
const zipf = (size: number): number => Math.floor((size + 1) ** Math.random()) - 1;

type Seen = {
  /** By status; for 5xx by sentence, and for missing responses by reason. */
  readonly statuses: Map<number | string, number>;
  /** Times of responses from a cache, nginx's or an instance's. */
  readonly hitMs: number[];
};

/**
 * The mix of the simulation against two instances behind nginx, with Redis: requests at a constant rate,
 * whatever the responses.
 */
export async function run(): Promise<Report> {
  const accounts = await accountsWithPlayers(players);
  const redis = await startRedisServer();
  const env = { ...playersAt(accounts), REDIS_URL: redis.url, TRUST_PROXY: '127.0.0.1' };
  const start = () => startLineup({ core: null, isUnlimited: true, env });
  const [one, other] = await Promise.all([start(), start()]);
  const nginx = await startNginx([one.origin, other.origin]);
  try {
    return await play(nginx.origin, [one, other]);
  } finally {
    await nginx.close();
    await Promise.all([one, other, accounts, redis].map((open) => open.close()));
  }
}

async function play(origin: string, instances: readonly ServerProcess[]): Promise<Report> {
  const seen: Seen = { statuses: new Map(), hitMs: [] };
  const endMs = performance.now() + minutes * 60_000;
  const isOver = (): boolean => performance.now() > endMs;
  const ask = asker(origin, seen);
  const [megabytes] = await Promise.all([
    repeat(sampleEveryMs, isOver, async () => {
      const vitals = await Promise.all(instances.map((instance) => instance.vitals()));
      return sum(vitals.map(({ rssBytes }) => rssBytes / 1e6));
    }),
    repeat(1000 / requestsPerSecond, isOver, (number) =>
      ask(variants[zipf(variants.length)]!(`P${zipf(players)}`), number % 250),
    ),
  ]);
  return reportOf(seen, Math.max(...megabytes));
}

/** Asks as one of many clients, every second of whom sends the validator that the path had last. */
function asker(origin: string, { statuses, hitMs }: Seen) {
  const etags = new Map<string, string>();
  const count = (what: number | string) => statuses.set(what, (statuses.get(what) ?? 0) + 1);
  return async (path: string, client: number): Promise<void> => {
    const startMs = performance.now();
    const etag = client % 2 === 0 ? etags.get(path) : undefined;
    const headers = {
      'x-forwarded-for': `198.51.0.${client}`,
      ...(etag !== undefined && { 'if-none-match': etag }),
    };
    try {
      const answer = await fetch(origin + path, { headers });
      const body = await answer.text();
      count(answer.status);
      if (answer.status >= 500) count(body.slice(0, 200));
      etags.set(path, answer.headers.get('etag') ?? '');
      if (answer.headers.get('x-cache') === 'HIT') hitMs.push(performance.now() - startMs);
    } catch (error) {
      count(error instanceof Error ? error.message : 'failed');
    }
  };
}

function reportOf({ statuses, hitMs }: Seen, peak: number): Report {
  const row = rowsOf('soak/');
  const what = `${minutes} minutes of ${requestsPerSecond} requests a second, two instances, nginx, Redis`;
  // What has no status is the sentence of a 5xx or the reason of a missing response.
  const failures = sum([...statuses].map(([key, times]) => (typeof key === 'string' ? times : 0)));
  const hits = `cached pictures, 99th percentile of ${hitMs.length}, at the client`;
  const told = [...statuses].map(([status, times]) => `${times} × ${status}`);
  return {
    rows: [
      row('failures', `5xx and missing responses: ${what}`, [failures, 'responses'], { atMost: 0 }),
      row('hit-p99', hits, [percentile(hitMs, 0.99), 'ms'], { atMost: 20 }),
      // Twice what docs/operating.md says of one; whether it goes on growing takes hours to tell.
      row('peak', 'highest resident set of both instances', [peak, 'MB'], { atMost: 900 }),
    ],
    remarks: [`Statuses: ${told.join(', ')}.`],
  };
}
