import { startRedisServer } from '../test/support/redis-server.ts';
import { get, keepBusy, send } from './support/clients.ts';
import { countResponses } from './support/load.ts';
import { accountsWithPlayers, playersAt } from './support/players.ts';
import { rowsOf, type Measured, type Report, type Target } from './support/report.ts';
import { startLineup, type ServerProcess } from './support/server-process.ts';
import { median, sum } from './support/timing.ts';

const rounds = 15;
/** Until every thread of every instance has drawn and responded equally often, and is optimized. */
const warmUpRounds = 24;
const coldRequests = 48;
const coldAtOnce = 8;
const hits = { connections: 64, seconds: 0.7, status: 200 } as const;

const pictureOf = (player: number) => `/api/blockgame/render/default/P${player}/full?height=300`;

/**
 * The processor time that a Redis shared by two instances adds to a request, compared with one instance
 * without it: for cached pictures and new figures.
 */
export async function run(): Promise<Report> {
  const accounts = await accountsWithPlayers((rounds + 2 * warmUpRounds) * 2 * coldRequests);
  const redis = await startRedisServer();
  const env = { ...playersAt(accounts), TRUST_PROXY: '1' };
  const start = (more: Readonly<Record<string, string>>) =>
    startLineup({ core: null, isUnlimited: true, env: { ...env, ...more } });
  const withRedis = { REDIS_URL: redis.url };
  const started = await Promise.all([start({}), start(withRedis), start(withRedis)]);
  const [alone, ...pair] = started;
  try {
    return { rows: await measure([alone], pair), remarks };
  } finally {
    await Promise.all([...started, accounts, redis].map((open) => open.close()));
  }
}

const remarks = [
  `Processor time of the instances in all, by request, each side in turn: twice ${coldRequests} figures that were never drawn, ${coldAtOnce} at a time and shared out over the instances, and ${hits.seconds} s of cached pictures on ${hits.connections} connections to each; medians of ${rounds} rounds, after each instance has drawn ${2 * warmUpRounds * coldRequests} figures and answered for ${(warmUpRounds * hits.seconds).toFixed(0)} s to warm up.`,
  'The two instances are busy one after the other, as on machines of their own. Both at once share two cores with their caches, and gather half as much in a turn of the event loop: that costs more with and without Redis.',
  'The time of Redis itself is not in it.',
];

type Servers = readonly ServerProcess[];

/** By round, in milliseconds per request. */
type Costs = Readonly<Record<'hit' | 'cold' | 'atOnce', number[]>>;

async function measure(alone: Servers, pair: Servers): Promise<readonly Measured[]> {
  const none = (): Costs => ({ hit: [], cold: [], atOnce: [] });
  const costs = { alone: none(), pair: none() };
  const sides = [
    [alone, costs.alone],
    [pair, costs.pair],
  ] as const;
  const warmUps = pathsOf(0, warmUpRounds * 4 * coldRequests);
  await warmUp(alone, warmUps.slice(0, warmUps.length / 2));
  await warmUp(pair, warmUps);
  for (let round = 0; round < rounds; round += 1) {
    const from = warmUps.length + round * 2 * coldRequests;
    const some = pathsOf(from, coldRequests);
    const others = pathsOf(from + coldRequests, coldRequests);
    // Each round begins with another server.
    for (const [servers, { hit, cold, atOnce }] of round % 2 === 0 ? sides : sides.toReversed()) {
      cold.push(await costOf(servers, () => drawInTurn(servers, some)));
      atOnce.push(await costOf(servers, () => draw(servers, others)));
      hit.push(await hitCost(servers, others[0]!));
    }
  }
  const row = (kind: keyof Costs, what: string, target: Target | null) => {
    const peer = ['one instance without Redis', median(costs.alone[kind])] as const;
    const told = `processor time of a ${what}, two instances with a Redis`;
    return rowsOf('shared/')(kind, told, [median(costs.pair[kind]), 'ms', peer], target);
  };
  return [
    row('hit', 'cached picture', { atMost: 1.25 }),
    row('cold', 'figure never drawn', { atMost: 1.25 }),
    row('atOnce', 'figure never drawn, both busy at once on the cores of one', null),
  ];
}

function pathsOf(first: number, count: number): string[] {
  return Array.from({ length: count }, (_, index) => pictureOf(first + index));
}

async function warmUp(servers: Servers, paths: readonly string[]): Promise<void> {
  await drawInTurn(servers, paths);
  for (let round = 0; round < warmUpRounds; round += 1) await hitCost(servers, paths[0]!);
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
    answers += await countResponses({ ...get(path), headers, origin }, hits);
  }
  return (await cpuOf(servers)) / answers;
}

/** Processor time of each picture of a round while they are drawn, in milliseconds. */
async function costOf(servers: Servers, drawn: () => Promise<void>): Promise<number> {
  await cpuOf(servers);
  await drawn();
  return (await cpuOf(servers)) / coldRequests;
}

/** Each server draws its part, one server after the other. */
async function drawInTurn(servers: Servers, paths: readonly string[]): Promise<void> {
  for (const [index, server] of servers.entries()) {
    const own = paths.filter((_, at) => at % servers.length === index);
    await draw([server], own);
  }
}

/** Requests pictures concurrently, distributed over the servers. */
function draw(servers: Servers, paths: readonly string[]): Promise<void> {
  return keepBusy(
    coldAtOnce,
    (number) => number >= paths.length,
    async (number) => {
      const { origin } = servers[number % servers.length]!;
      const { status } = await send(origin, get(paths[number]!));
      if (status !== 200) throw new Error(`${paths[number]} answered ${status}`);
    },
  );
}
