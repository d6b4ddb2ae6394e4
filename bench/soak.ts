import { setTimeout as delay } from 'node:timers/promises';
import { startNginx } from '../test/support/nginx.ts';
import { startRedisServer } from '../test/support/redis-server.ts';
import { accountsWithPlayers, playersAt } from './support/players.ts';
import { valueRow, type Report } from './support/report.ts';
import { startLineup, type ServerProcess } from './support/server-process.ts';
import { percentile, slope } from './support/timing.ts';

const minutes = Number(process.env.SOAK_MINUTES ?? 30);
const requestsPerSecond = 60;
const players = 5000;
const sampleEveryMs = 5000;
const warmUpShare = 0.3;

/** Four pictures of each player, the first the most popular, as in the simulation. */
const variants = [
  (name: string) => `/api/blockgame/render/head/${name}/full?height=64`,
  (name: string) => `/api/blockgame/render/default/${name}/full?height=300`,
  (name: string) => `/api/blockgame/render/pixel/${name}/full?height=128`,
  (name: string) => `/api/blockgame/render/composition?value=${name}&value=P1&height=200`,
] as const;

/** A rank from 0, each with a frequency of about 1 / (rank + 1). */
const zipf = (size: number): number => Math.floor((size + 1) ** Math.random()) - 1;

type Sample = readonly [hours: number, megabytes: number];
type Seen = {
  /** By status; for 5xx by sentence, and for missing responses by reason. */
  readonly statuses: Map<number | string, number>;
  /** Requests without a response. */
  lost: number;
  /** Times of responses from a cache, nginx's or an instance's. */
  readonly hitMs: number[];
  readonly samples: Sample[];
};

/**
 * The mix of the simulation against two instances behind nginx, with Redis: half an hour of requests at
 * a constant rate, whatever the responses.
 */
export async function run(): Promise<Report> {
  const accounts = await accountsWithPlayers(players);
  const redis = await startRedisServer();
  const env = { ...playersAt(accounts), REDIS_URL: redis.url, TRUST_PROXY: '127.0.0.1' };
  const [one, other] = await Promise.all([
    startLineup({ core: null, isUnlimited: true, env }),
    startLineup({ core: null, isUnlimited: true, env }),
  ]);
  const nginx = await startNginx([one.origin, other.origin]);
  try {
    const seen: Seen = { statuses: new Map(), lost: 0, hitMs: [], samples: [] };
    await play(nginx.origin, [one, other], seen);
    return reportOf(seen, hitTimesMs(nginx.readLog()));
  } finally {
    await nginx.close();
    await Promise.all([one.close(), other.close()]);
    await Promise.all([accounts.close(), redis.close()]);
  }
}

async function play(origin: string, servers: readonly ServerProcess[], seen: Seen): Promise<void> {
  const held = new Map<string, string>();
  const startMs = performance.now();
  const endMs = startMs + minutes * 60_000;
  const pending = new Set<Promise<void>>();
  let nextSampleMs = startMs;
  for (let index = 0; performance.now() < endMs; index += 1) {
    const path = variants[zipf(variants.length)]!(`P${zipf(players)}`);
    const asked = ask({ origin, path, held, client: index % 250 }, seen);
    pending.add(asked);
    void asked.finally(() => pending.delete(asked));
    if (performance.now() >= nextSampleMs) {
      nextSampleMs += sampleEveryMs;
      const vitals = await Promise.all(servers.map((server) => server.vitals()));
      const bytes = vitals.reduce((sum, { rssBytes }) => sum + rssBytes, 0);
      seen.samples.push([(performance.now() - startMs) / 3_600_000, bytes / 1024 ** 2]);
    }
    await delay(Math.max(0, startMs + (index * 1000) / requestsPerSecond - performance.now()));
  }
  await Promise.all(pending);
}

type Asked = {
  readonly origin: string;
  readonly path: string;
  /** Validators of clients: every second request sends its own. */
  readonly held: Map<string, string>;
  readonly client: number;
};

async function ask({ origin, path, held, client }: Asked, seen: Seen): Promise<void> {
  const startMs = performance.now();
  const etag = client % 2 === 0 ? held.get(path) : undefined;
  const headers = {
    'x-forwarded-for': `198.51.${client >> 8}.${client % 256}`,
    ...(etag !== undefined && { 'if-none-match': etag }),
  };
  try {
    const answer = await fetch(`${origin}${path}`, { headers });
    const body = await answer.bytes();
    const tookMs = performance.now() - startMs;
    count(seen, answer.status);
    if (answer.status >= 500) count(seen, new TextDecoder().decode(body).slice(0, 200));
    held.set(path, answer.headers.get('etag') ?? '');
    if (answer.headers.get('x-cache') === 'HIT') seen.hitMs.push(tookMs);
  } catch (error) {
    const cause = error instanceof Error ? error.message : 'failed';
    seen.lost += 1;
    count(seen, cause);
  }
}

function count({ statuses }: Seen, what: number | string): void {
  statuses.set(what, (statuses.get(what) ?? 0) + 1);
}

/** Times in nginx's log for responses from a cache. */
function hitTimesMs(log: string): number[] {
  return log.split('\n').flatMap((line) => {
    const [, , , seconds = '', , cache] = line.split(' ');
    return cache === 'HIT' ? [Number(seconds) * 1000] : [];
  });
}

function reportOf({ statuses, lost, hitMs, samples }: Seen, atNginxMs: readonly number[]): Report {
  const what = `${minutes} minutes of ${requestsPerSecond} requests a second, two instances, nginx, Redis`;
  const settled = samples.slice(Math.floor(samples.length * warmUpShare));
  const failures = [...statuses].filter(([status]) => typeof status === 'number' && status >= 500);
  return {
    rows: [
      valueRow({
        id: 'soak/failures',
        what: `5xx and missing responses: ${what}`,
        value: failures.reduce((sum, [, times]) => sum + times, lost),
        unit: 'responses',
        target: { atMost: 0 },
      }),
      valueRow({
        id: 'soak/hit-p99',
        what: `cached pictures, 99th percentile of ${hitMs.length}, at the client`,
        value: percentile(hitMs, 0.99),
        unit: 'ms',
        target: { atMost: 20 },
      }),
      valueRow({
        id: 'soak/memory',
        what: 'memory growth of both instances, after the caches are full',
        value: slope(settled),
        unit: 'MB an hour',
        // Of some 700 MB: less than a tenth in half an hour. A short run says nothing about it.
        target: minutes >= 20 ? { atMost: 120 } : null,
      }),
    ],
    remarks: [
      `Of that nginx took ${percentile(atNginxMs, 0.99).toFixed(0)} ms, from reading the request to its last byte; the rest is the client, which plays the account service as well.`,
      `Statuses: ${[...statuses].map(([status, times]) => `${times} × ${status}`).join(', ')}. Memory at the end: ${samples.at(-1)?.[1].toFixed(0)} MB.`,
    ],
  };
}
