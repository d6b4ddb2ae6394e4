import { startRedisServer } from '../test/support/redis-server.ts';
import { measureThroughput } from './support/load.ts';
import { accountsWithPlayers, playersAt } from './support/players.ts';
import { ratioRow, type Measured, type Report } from './support/report.ts';
import { startLineup, type ServerProcess } from './support/server-process.ts';
import { median, sum } from './support/timing.ts';

const rounds = 7;
/** Until every thread of every instance has drawn and answered often enough to be compiled. */
const warmUpRounds = 4;
const coldRequests = 48;
const coldAtOnce = 8;
const hits = { connections: 64, seconds: 0.7, status: 200 } as const;

const pictureOf = (player: number) => `/api/blockgame/render/default/P${player}/full?height=300`;

/**
 * What a Redis that two instances share adds to the processor time of the instances, by request,
 * against one instance alone without: for pictures that are cached, and for figures that were never
 * drawn.
 */
export async function run(): Promise<Report> {
  const accounts = await accountsWithPlayers((rounds + warmUpRounds) * coldRequests);
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
  `Processor time of the instances in all, by request: ${coldRequests} figures that were never drawn, ${coldAtOnce} at a time and shared out over the instances, and ${hits.seconds} s of cached pictures on ${hits.connections} connections to each in turn; medians of ${rounds} rounds after ${warmUpRounds} that warm up.`,
  'The time of Redis itself is not in it.',
];

type Servers = readonly ServerProcess[];

type Costs = { readonly cold: number[]; readonly hit: number[] };

async function measure(alone: Servers, pair: Servers): Promise<readonly Measured[]> {
  const costs = { alone: { cold: [], hit: [] }, pair: { cold: [], hit: [] } } satisfies Record<
    string,
    Costs
  >;
  const sides: [Servers, Costs][] = [
    [alone, costs.alone],
    [pair, costs.pair],
  ];
  for (let round = 0; round < warmUpRounds + rounds; round += 1) {
    const paths = Array.from({ length: coldRequests }, (_, index) =>
      pictureOf(round * coldRequests + index),
    );
    // Each round another one is first.
    for (const [servers, { cold, hit }] of round % 2 === 0 ? sides : sides.toReversed()) {
      const [coldMs, hitMs] = [await coldCost(servers, paths), await hitCost(servers, paths[0]!)];
      if (round < warmUpRounds) continue;
      cold.push(coldMs);
      hit.push(hitMs);
    }
  }
  const row = (kind: keyof Costs, what: string) =>
    ratioRow({
      id: `shared/${kind}`,
      what,
      value: median(costs.pair[kind]),
      unit: 'ms',
      peer: { name: 'one instance without Redis', value: median(costs.alone[kind]) },
      target: { atMost: 1.25 },
    });
  return [
    row('hit', 'processor time of a cached picture, two instances with a Redis'),
    row('cold', 'processor time of a figure never drawn, two instances with a Redis'),
  ];
}

/** Processor time of all of them since the last call, in milliseconds. */
async function cpuOf(servers: Servers): Promise<number> {
  const vitals = await Promise.all(servers.map((server) => server.vitals()));
  return sum(vitals.map(({ cpuMs }) => cpuMs));
}

async function hitCost(servers: Servers, path: string): Promise<number> {
  const headers = { 'x-forwarded-for': '198.51.100.1' };
  for (const { origin } of servers) await (await fetch(`${origin}${path}`, { headers })).bytes();
  await cpuOf(servers);
  let answers = 0;
  for (const { origin } of servers) {
    const startMs = performance.now();
    const request = { url: `${origin}${path}`, method: 'GET', headers } as const;
    const perSecond = await measureThroughput(request, hits);
    answers += (perSecond * (performance.now() - startMs)) / 1000;
  }
  return (await cpuOf(servers)) / answers;
}

async function coldCost(servers: Servers, paths: readonly string[]): Promise<number> {
  await cpuOf(servers);
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
  await Promise.all(Array.from({ length: coldAtOnce }, client));
  return (await cpuOf(servers)) / paths.length;
}
