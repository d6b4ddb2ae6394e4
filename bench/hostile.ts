import { setPriority } from 'node:os';
import { setTimeout as delay } from 'node:timers/promises';
import { startFakeJavaServer } from '../test/support/fake-game-server.ts';
import { page, startSkinHost, type SkinHost } from '../test/support/skin-host.ts';
import { repeat, send, type Answer } from './support/clients.ts';
import { brokenSheet, hostileMix, sendBytes, type HostileHosts } from './support/hostile-mix.ts';
import { rowsOf, type Report } from './support/report.ts';
import { probe } from './support/probe.ts';
import { withServer, type ServerProcess } from './support/server-process.ts';
import { percentile, slope, sum } from './support/timing.ts';

const clients = 200;
const minutes = Number(process.env.HOSTILE_MINUTES ?? 20);
/** Each client stays just below its limit of 240 a minute. */
const betweenMs = 60_000 / 230;
const sampleEveryMs = 2000;
/** Like `nice -n 10`: lower priority than serving and drawing. */
const clientPriority = 10;
/** Caches fill for ten minutes. */
const fillingShare = 0.5;
/** Processors differ more than what is done in a turn of the event loop. */
const healthLimit =
  'The limit of /healthz was set where a row of one player takes 3.8 ms (`row`); runs of one week took 48 to 89 ms, on processors on which it takes up to 7.1 ms.';
/** Samples that are told. */
const toldSamples = 20;

/**
 * Two hundred hostile clients within their limits, twice as long as it takes until all caches are full:
 * large sheets, rare angles, rare scripts, hosts and game servers that misbehave, bodies and headers that
 * stop, invalid HTTP, the largest animations, idle connections, animations that nobody reads.
 */
export async function run(): Promise<Report> {
  const hosts = await openHosts();
  const env = {
    RATE_LIMIT_MAX: '240',
    TRUST_PROXY: '127.0.0.1',
    ALLOW_PRIVATE_ADDRESSES: 'true',
    DISCORD_API_URL: 'http://127.0.0.1:9',
  };
  try {
    return reportOf(await withServer(env, (lineup) => attack(lineup, hosts)));
  } finally {
    await hosts.close();
  }
}

/** Number of responses by kind of request and status: `kind status`. */
type Statuses = Map<string, number>;
/** Minutes since the start, and the resident set in MB. */
type Sample = readonly [minute: number, megabytes: number];

function reportOf({ statuses, healthMs, samples }: Awaited<ReturnType<typeof attack>>): Report {
  const told = samples.filter((_, index) => index % Math.ceil(samples.length / toldSamples) === 0);
  const steps = told.map(([minute, mb]) => `${mb.toFixed(0)} after ${minute.toFixed(0)} min`);
  const failures = sum([...statuses].map(([key, count]) => (isFailure(key) ? count : 0)));
  const peak = Math.max(...samples.map(([, megabytes]) => megabytes));
  const growth = slope(samples.slice(Math.floor(samples.length * fillingShare)));
  const row = rowsOf('hostile/');
  const notMeant = `5xx responses except 503, and 502 for hosts that misbehave, ${clients} hostile clients for ${minutes} minutes`;
  const health = `GET /healthz during the attack, 99th percentile of ${healthMs.length.toLocaleString('en')}`;
  const grown = 'growth of the resident set per minute, in the second half';
  return {
    rows: [
      row('failures', notMeant, [failures, 'responses'], { atMost: 0 }),
      row('health-p99', health, [percentile(healthMs, 0.99), 'ms'], { atMost: 50 }),
      row('peak', 'highest resident set during the attack', [peak, 'MB'], null),
      row('growth', grown, [growth, 'MB'], { atMost: 5 }),
    ],
    remarks: [
      `Resident set in MB: ${steps.join(', ')}.`,
      healthLimit,
      `${sum([...statuses.values()]).toLocaleString('en')} responses: ${toldOf(statuses)}.`,
    ],
  };
}

async function attack(lineup: ServerProcess, hosts: HostileHosts) {
  const statuses: Statuses = new Map();
  const endProbe = await probe(`${lineup.origin}/healthz`);
  // Real clients and hosts are other machines: here they must not take processor time from the
  // service. The probe started before, with normal priority.
  setPriority(clientPriority);
  const startMs = performance.now();
  const elapsedMs = (): number => performance.now() - startMs;
  const isOver = (): boolean => elapsedMs() > minutes * 60_000;
  const choose = hostileMix(hosts);
  const work = Array.from({ length: clients }, async (_, client) => {
    await delay((betweenMs * client) / clients);
    const address = `198.51.${Math.floor(client / 250)}.${client % 250}`;
    for (let turn = 0; !isOver(); turn += 1) {
      const { kind, sent } = choose(client * 7 + turn);
      if ('bytes' in sent) sendBytes(lineup.origin, sent);
      // Not awaited: a client that waits continues to send.
      else void send(lineup.origin, sent, address).then(count(statuses, kind));
      await delay(betweenMs);
    }
  });
  const samples = await repeat(sampleEveryMs, isOver, async (): Promise<Sample> => {
    const { rssBytes } = await lineup.vitals();
    return [elapsedMs() / 60_000, rssBytes / 1e6];
  });
  await Promise.all(work);
  return { statuses, healthMs: endProbe(), samples };
}

const count = (statuses: Statuses, kind: string) => (answer: Answer) => {
  const key = `${kind} ${answer.status === 0 ? 'closed' : answer.status}`;
  statuses.set(key, (statuses.get(key) ?? 0) + 1);
};

/** A 502 is correct for a host that misbehaves. */
function isFailure(key: string): boolean {
  const status = key.slice(key.lastIndexOf(' ') + 1);
  const names502 = /^(?:hostile host|webhook) /.test(key);
  return /^5\d\d$/.test(status) && status !== '503' && !(status === '502' && names502);
}

const toldOf = (statuses: Statuses): string =>
  Array.from(statuses, ([key, times]) => `${key}: ${times}`)
    .toSorted((a, b) => a.localeCompare(b))
    .join(', ');

type OpenHosts = HostileHosts & { readonly close: () => Promise<unknown> };

async function openHosts(): Promise<OpenHosts> {
  const skins = await startSkinHost();
  const talker = await startFakeJavaServer((socket) => {
    socket.write(Buffer.concat([Buffer.from([0x80, 0x80, 0x10, 0]), Buffer.alloc(250_000, '{')]));
  });
  const silent = await startFakeJavaServer(() => {});
  return {
    skinUrls: skinUrlsOf(skins),
    gameServers: [talker, silent].map(({ port }) => `127.0.0.1:${port}`),
    close: () => Promise.all([skins.close(), talker.close(), silent.close()]),
  };
}

function skinUrlsOf(skins: SkinHost): string[] {
  const moods = {
    head: page.body('a: b\r\n'.repeat(20_000)),
    missing: page.status(404),
    broken: page.png(brokenSheet()),
    endless: page.endless(),
    silent: page.silence(),
    reset: page.reset(),
    drip: page.drip(brokenSheet()),
    noise: page.noise(),
  };
  return Object.entries(moods).map(([name, mood]) => skins.put(`/${name}.png`, mood));
}
