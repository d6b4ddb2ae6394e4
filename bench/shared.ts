import { startRedisServer } from '../test/support/redis-server.ts';
import { accountsWithPlayers, playersAt } from './support/players.ts';
import { ratioRow, type Measured, type Report } from './support/report.ts';
import { startLineup, type ServerProcess } from './support/server-process.ts';
import { median, sum } from './support/timing.ts';

const rounds = 9;
const coldRequests = 40;
const hitRequests = 1500;
const atOnce = 8;

const pictureOf = (player: number) => `/api/blockgame/render/default/P${player}/full?height=300`;

/**
 * What a Redis that two instances share adds to the processor time of the instances, by request,
 * against one instance alone without: for pictures that are cached, and for figures that were never
 * drawn.
 */
export async function run(): Promise<Report> {
  const accounts = await accountsWithPlayers((rounds + 2) * coldRequests);
  const redis = await startRedisServer();
  const env = { ...playersAt(accounts), TRUST_PROXY: '1' };
  const started = await Promise.all([
    startLineup({ core: null, env }),
    startLineup({ core: null, env: { ...env, REDIS_URL: redis.url } }),
    startLineup({ core: null, env: { ...env, REDIS_URL: redis.url } }),
  ]);
  const [alone, ...pair] = started;
  try {
    return { rows: await measure([alone], pair), remarks };
  } finally {
    await Promise.all(started.map((instance) => instance.close()));
    await Promise.all([accounts.close(), redis.close()]);
  }
}

const remarks = [
  `Processor time of the instances in all, by request; ${coldRequests} figures that were never drawn and ${hitRequests} cached pictures a round, ${rounds} rounds in turn, medians.`,
  'The time of Redis itself is not in it: on a machine of its own it takes some 20 µs for each command.',
];

type Servers = readonly ServerProcess[];

async function measure(alone: Servers, pair: Servers): Promise<readonly Measured[]> {
  const costs = { cold: [[], []], hit: [[], []] } as Record<'cold' | 'hit', [number[], number[]]>;
  for (let round = -2; round < rounds; round += 1) {
    const cold = Array.from({ length: coldRequests }, (_, index) =>
      pictureOf((round + 2) * coldRequests + index),
    );
    const hits = Array.from({ length: hitRequests }, (_, index) => cold[index % cold.length]!);
    // The first two rounds warm up. Each round another one is first.
    for (const which of round % 2 === 0 ? ([0, 1] as const) : ([1, 0] as const)) {
      const servers = which === 0 ? alone : pair;
      const costs2 = [await costOf(servers, cold), await costOf(servers, hits)] as const;
      if (round < 0) continue;
      costs.cold[which].push(costs2[0]);
      costs.hit[which].push(costs2[1]);
    }
  }
  const row = (kind: 'cold' | 'hit', what: string) =>
    ratioRow({
      id: `shared/${kind}`,
      what,
      value: median(costs[kind][1]),
      unit: 'ms',
      peer: { name: 'one instance without Redis', value: median(costs[kind][0]) },
      target: { atMost: 1.25 },
    });
  return [
    row('hit', 'processor time of a cached picture, two instances with a Redis'),
    row('cold', 'processor time of a figure never drawn, two instances with a Redis'),
  ];
}

/** Milliseconds of processor time by request, the requests shared out over the servers in turn. */
async function costOf(servers: Servers, paths: readonly string[]): Promise<number> {
  await Promise.all(servers.map((server) => server.vitals()));
  const waiting = [...paths.entries()];
  const client = async () => {
    for (let next = waiting.shift(); next !== undefined; next = waiting.shift()) {
      const [index, path] = next;
      const { origin } = servers[index % servers.length]!;
      // Many clients: each may have so many new players a minute.
      const headers = { 'x-forwarded-for': `198.51.100.${index % 250}` };
      const answer = await fetch(`${origin}${path}`, { headers });
      await answer.arrayBuffer();
      if (answer.status !== 200) throw new Error(`${path} answered ${answer.status}`);
    }
  };
  await Promise.all(Array.from({ length: atOnce }, client));
  const vitals = await Promise.all(servers.map((server) => server.vitals()));
  return sum(vitals.map(({ cpuMs }) => cpuMs)) / paths.length;
}
