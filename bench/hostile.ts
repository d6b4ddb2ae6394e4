import { setPriority } from 'node:os';
import { setTimeout as delay } from 'node:timers/promises';
import { Pool } from 'undici';
import { startFakeJavaServer } from '../test/support/fake-game-server.ts';
import { page, startSkinHost, type SkinHost } from '../test/support/skin-host.ts';
import {
  brokenSheet,
  hostileMix,
  sendBytes,
  type HeldBytes,
  type HostileHosts,
  type HostileRequest,
} from './support/hostile-mix.ts';
import { valueRow, type Report } from './support/report.ts';
import { probe } from './support/probe.ts';
import { startLineup, type ServerProcess } from './support/server-process.ts';
import { percentile, slope } from './support/timing.ts';

const clients = 200;
/** So many that none is waited for: with as many as clients, orders that wait would hold back the others. */
const connections = 10 * clients;
const minutes = Number(process.env.HOSTILE_MINUTES ?? 20);
/** Each client stays just below its limit of 240 a minute. */
const betweenMs = 60_000 / 230;
const sampleEveryMs = 2000;
/** Like `nice -n 10`: lower priority than serving and drawing. */
const clientPriority = 10;
/** Caches fill for ten minutes. */
const fillingShare = 0.5;
/** Samples that are told. */
const toldSamples = 20;

/**
 * Two hundred hostile clients within their limits, twice as long as it takes until all caches are full:
 * large sheets, rare angles, rare scripts, hosts and game servers that misbehave, bodies and headers that
 * stop, invalid HTTP, the largest animations, idle connections, animations that nobody reads.
 */
export async function run(): Promise<Report> {
  const hosts = await openHosts();
  const lineup = await startLineup({
    core: null,
    env: {
      RATE_LIMIT_MAX: '240',
      TRUST_PROXY: '127.0.0.1',
      ALLOW_PRIVATE_ADDRESSES: 'true',
      DISCORD_API_URL: 'http://127.0.0.1:9',
    },
  });
  try {
    const { statuses, healthMs, samples } = await attack(lineup, hosts);
    const withFullCaches = samples.slice(Math.floor(samples.length * fillingShare));
    const told = samples.filter(
      (_, index) => index % Math.ceil(samples.length / toldSamples) === 0,
    );
    const failures = [...statuses].filter(([key]) => isFailure(key));
    const what = `${clients} hostile clients for ${minutes} minutes`;
    return {
      rows: [
        valueRow({
          id: 'hostile/failures',
          what: `5xx responses except 503, and 502 for hosts that misbehave, ${what}`,
          value: failures.reduce((sum, [, count]) => sum + count, 0),
          unit: 'responses',
          target: { atMost: 0 },
        }),
        valueRow({
          id: 'hostile/health-p99',
          what: `GET /healthz during the attack, 99th percentile of ${healthMs.length.toLocaleString('en')}`,
          value: percentile(healthMs, 0.99),
          unit: 'ms',
          target: { atMost: 50 },
        }),
        valueRow({
          id: 'hostile/peak',
          what: 'highest resident set during the attack',
          value: Math.max(...samples.map(([, megabytes]) => megabytes)),
          unit: 'MB',
          target: null,
        }),
        valueRow({
          id: 'hostile/growth',
          what: 'growth of the resident set per minute, in the second half',
          value: slope(withFullCaches),
          unit: 'MB',
          target: { atMost: 5 },
        }),
      ],
      remarks: [
        `Resident set in MB: ${told.map(([minute, megabytes]) => `${megabytes.toFixed(0)} after ${minute.toFixed(0)} min`).join(', ')}.`,
      ],
      tables: [{ title: 'Requests and responses', ...tableOf(statuses) }],
    };
  } finally {
    await Promise.all([lineup.close(), hosts.close()]);
  }
}

/** Number of responses by kind of request and status: `kind status`. */
type Statuses = Map<string, number>;
/** Minutes since the start, and the resident set in MB. */
type Sample = readonly [minute: number, megabytes: number];

async function attack(lineup: ServerProcess, hosts: HostileHosts) {
  const statuses: Statuses = new Map();
  const samples: Sample[] = [];
  const endProbe = await probe(`${lineup.origin}/healthz`);
  // Real clients and hosts are other machines: here they must not take processor time from the
  // service. The probe started before, with normal priority.
  setPriority(clientPriority);
  const startMs = performance.now();
  const elapsedMs = (): number => performance.now() - startMs;
  const isOver = (): boolean => elapsedMs() > minutes * 60_000;
  const pool = new Pool(lineup.origin, { connections });
  const choose = hostileMix(hosts);
  const work = Array.from({ length: clients }, async (_, client) => {
    await delay((betweenMs * client) / clients);
    for (let turn = 0; !isOver(); turn += 1) {
      const hostile = choose(client * 7 + turn);
      if ('bytes' in hostile) sendBytes(lineup.origin, hostile);
      // Not awaited: a client that waits continues to send.
      else void send(hostile, { pool, client }).then(count(statuses, hostile.kind));
      await delay(betweenMs);
    }
  });
  const watch = (async () => {
    while (!isOver()) {
      const { rssBytes } = await lineup.vitals();
      samples.push([elapsedMs() / 60_000, rssBytes / 1e6]);
      await delay(sampleEveryMs);
    }
  })();
  await Promise.all([...work, watch]);
  void pool.destroy();
  return { statuses, healthMs: endProbe(), samples };
}

const count = (statuses: Statuses, kind: string) => (status: number | string) => {
  const key = `${kind} ${status}`;
  statuses.set(key, (statuses.get(key) ?? 0) + 1);
};

async function send(
  { method, path, headers, body }: Exclude<HostileRequest, HeldBytes>,
  { pool, client }: { readonly pool: Pool; readonly client: number },
): Promise<number | string> {
  const address = `198.51.${Math.floor(client / 250)}.${client % 250}`;
  const sent = { ...headers, 'x-forwarded-for': address };
  try {
    const response = await pool.request({ method, path, headers: sent, body: body ?? null });
    await response.body.dump({ limit: Infinity });
    return response.statusCode;
  } catch {
    return 'closed';
  }
}

/** A 502 is correct for a host that misbehaves. */
function isFailure(key: string): boolean {
  const status = key.slice(key.lastIndexOf(' ') + 1);
  const names502 = /^(?:hostile host|webhook) /.test(key);
  return /^5\d\d$/.test(status) && status !== '503' && !(status === '502' && names502);
}

function tableOf(statuses: Statuses) {
  const body = [...statuses]
    .toSorted(([a], [b]) => a.localeCompare(b))
    .map(([key, times]) => [key, String(times)]);
  return { head: ['request and status', 'times'], body };
}

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
