import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { Pool, request as fetchRaw } from 'undici';
import { createLimits } from '../src/limits/limits.ts';
import { startRedisServer, type RedisServer } from '../test/support/redis-server.ts';
import { measureThroughput, type Load, type Request } from './support/load.ts';
import { serverCore } from './support/machine.ts';
import { valueRow, type Report, type Row } from './support/report.ts';
import { startBare, startLineup, type ServerProcess } from './support/server-process.ts';
import { median } from './support/timing.ts';
import type { BareAnswer } from './support/vitals.ts';

const path = '/api/blockgame/render/head/sample-fox/full?height=64';
const connections = 64;
const seconds = 2;
const rounds = 3;
const addresses = 1_000_000;
const idleConnections = 1000;
/** Nobody should wait longer than this for Redis, whatever happens to it. */
const longestWaitMs = 100;

/**
 * The cost of refusals, of windows for a million clients, of a thousand idle connections, and of losing
 * Redis.
 */
export async function run(): Promise<Report> {
  const store = measureStore();
  const [refusal, table] = [await measureRefusals(), await measureRedisLosses()];
  return {
    rows: [refusal, ...store, ...(await measureIdle()), ...table.rows],
    remarks: [
      `Throughput: ${connections} connections, the median of ${rounds} runs of ${seconds} s; the server on one core, the clients on another; requests a second of its processor time.`,
      `Redis: 16 connections that ask for a picture again and again while Redis is killed, restarted, frozen and thawed, a second each: ${table.answers.toLocaleString('en')} answers, all of them 200. Waits are on the clock: on a busy machine they say more of the machine, and so does the wait while Redis is up.`,
    ],
  };
}

const get = (origin: string): Request => ({ url: `${origin}${path}`, method: 'GET', headers: {} });

/** Requests per second of a server's processor time. */
async function rateOf(server: ServerProcess, request: Request, status: Load['status']) {
  const rates: number[] = [];
  await measureThroughput(request, { connections, seconds: 1, status });
  for (let round = 0; round < rounds; round += 1) {
    await server.vitals();
    const perSecond = await measureThroughput(request, { connections, seconds, status });
    const { cpuMs } = await server.vitals();
    rates.push((perSecond * seconds * 1000) / cpuMs);
  }
  return median(rates);
}

/** A client without tokens that continues to send. */
async function measureRefusals(): Promise<Row> {
  const lineup = await startLineup({ core: serverCore, env: { RATE_LIMIT_MAX: '1' } });
  const bare = await startBare(await refusalOf(lineup.origin), { core: serverCore });
  try {
    const asked = { ...get(bare.origin), url: `${bare.origin}/picture` };
    const theirs = await rateOf(bare, asked, 429);
    return {
      id: 'limits/refused',
      what: 'requests of a client without tokens',
      value: await rateOf(lineup, get(lineup.origin), 429),
      unit: 'requests/s',
      peer: { name: 'bare Fastify, the same 429', value: theirs },
      judged: 'slower',
      target: null,
    };
  } finally {
    await Promise.all([lineup.close(), bare.close()]);
  }
}

async function refusalOf(origin: string): Promise<BareAnswer> {
  for (let attempt = 0; attempt < 5; attempt += 1) {
    const { statusCode, headers, body } = await fetchRaw(`${origin}${path}`);
    const bytes = Buffer.from(await body.arrayBuffer());
    if (statusCode !== 429) continue;
    const own = new Set(['date', 'connection', 'keep-alive', 'content-length']);
    const kept = Object.entries(headers).flatMap(([name, value]) =>
      typeof value === 'string' && !own.has(name) ? [[name, value] as const] : [],
    );
    return { status: 429, headers: Object.fromEntries(kept), bodyBase64: bytes.toString('base64') };
  }
  throw new Error('nobody was refused');
}

/** The windows of a million addresses in this process: their memory, and the time to take a token. */
function measureStore(): Row[] {
  const limits = createLimits({ nowMs: () => 1e12, apiMax: 240, webhookMax: 10 });
  const takeAll = (from: number, to: number): void => {
    for (let number = from; number < to; number += 1) {
      void limits.take(addressOf(number), 'webhook-post');
    }
  };
  // Runs all code once before measuring.
  takeAll(0, 1000);
  const beforeBytes = residentBytes();
  const before = process.cpuUsage();
  takeAll(1000, addresses);
  const { user, system } = process.cpuUsage(before);
  const grownBytes = residentBytes() - beforeBytes;
  // Keeps the windows alive until here.
  takeAll(0, 1);
  return [
    valueRow({
      id: 'limits/million-addresses',
      what: 'growth of the resident set for a million IPv4 addresses that take a token of each window',
      value: grownBytes / 1e6,
      unit: 'MB',
      target: { atMost: 200 },
    }),
    valueRow({
      id: 'limits/take',
      what: 'taking these tokens, for a thousand addresses',
      value: (user + system) / 1000 / (addresses / 1000),
      unit: 'ms',
      target: null,
    }),
  ];
}

/** Memory in use, without garbage. */
function residentBytes(): number {
  setFlagsFromString('--expose-gc');
  const collect: unknown = runInNewContext('gc');
  if (typeof collect === 'function') collect();
  return process.memoryUsage.rss();
}

function addressOf(number: number): string {
  // Spreads the numbers over all addresses, without duplicates.
  const bits = Math.imul(number, 0x9e_37_79_b1) >>> 0;
  return [24, 16, 8, 0].map((shift) => (bits >>> shift) & 255).join('.');
}

/** A server with a thousand idle connections, and the same server without them. */
async function measureIdle(): Promise<Row[]> {
  const lineup = await startLineup({ core: serverCore });
  const idle: Socket[] = [];
  try {
    await rateOf(lineup, get(lineup.origin), 200);
    const { rssBytes: beforeBytes } = await lineup.vitals();
    for (let number = 0; number < idleConnections; number += 1) {
      idle.push(await openIdle(lineup.origin, number));
    }
    const { rssBytes } = await lineup.vitals();
    const withThem = await rateOf(lineup, get(lineup.origin), 200);
    for (const socket of idle) socket.destroy();
    // Measured last, so that any warm-up favours the side without connections.
    const without = await rateOf(lineup, get(lineup.origin), 200);
    return [
      valueRow({
        id: 'limits/idle-memory',
        what: 'growth of the resident set for 1,000 idle connections of 1,000 clients, every fifth in the middle of a header',
        value: (rssBytes - beforeBytes) / 1e6,
        unit: 'MB',
        target: { atMost: 50 },
      }),
      {
        id: 'limits/idle-rate',
        what: 'cached picture, GET, with these connections open',
        value: withThem,
        unit: 'requests/s',
        peer: { name: 'the same server without them', value: without },
        judged: 'slower',
        target: { atLeast: 0.9 },
      },
    ];
  } finally {
    for (const socket of idle) socket.destroy();
    await lineup.close();
  }
}

/** One client for each, as connections per client are limited. */
async function openIdle(origin: string, number: number): Promise<Socket> {
  const { hostname: host, port } = new URL(origin);
  const localAddress = `127.1.${number >> 8}.${number & 255}`;
  const socket = connect({ host, port: Number(port), localAddress });
  socket.on('error', () => {});
  await once(socket, 'connect');
  if (number % 5 === 0) socket.write('GET /healthz HTTP/1.1\r\nHost: a\r\nX-Slow: ');
  return socket;
}

/** The longest wait of any request while Redis is killed or frozen. */
async function measureRedisLosses(): Promise<{ rows: Row[]; answers: number }> {
  const redis = await startRedisServer();
  const lineup = await startLineup({ core: serverCore, env: { REDIS_URL: redis.url } });
  try {
    await askFor(lineup.origin, 1000);
    const well = await askFor(lineup.origin, 3000);
    const peer = { name: 'while Redis is up', value: well.longestMs };
    const rows: Row[] = [];
    let answers = 0;
    for (const [id, what, act, undo] of losses(redis)) {
      const asking = askFor(lineup.origin, 3000);
      await delay(1000);
      await act();
      await delay(1000);
      await undo();
      const asked = await asking;
      answers += asked.answers;
      const target = { atMost: longestWaitMs };
      const measured = { id, what, value: asked.longestMs, unit: 'ms', target } as const;
      rows.push({ ...measured, peer, judged: 'value' });
    }
    return { rows, answers };
  } finally {
    await lineup.close();
    await redis.close();
  }
}

type Loss = readonly [id: string, what: string, act: () => unknown, undo: () => unknown];

function losses({ kill, restart, freeze, thaw }: RedisServer): readonly Loss[] {
  const waited = 'the longest wait for a cached picture while Redis is';
  return [
    ['limits/redis-killed', `${waited} killed, and back a second later`, kill, restart],
    ['limits/redis-frozen', `${waited} frozen for a second`, freeze, thaw],
  ];
}

/** Sends requests on several connections until the time is over; each response must be a 200. */
async function askFor(origin: string, forMs: number) {
  const pool = new Pool(origin, { connections: 16 });
  const deadlineMs = performance.now() + forMs;
  let [answers, longestMs] = [0, 0];
  const askAgain = async (): Promise<void> => {
    while (performance.now() < deadlineMs) {
      const startMs = performance.now();
      const { statusCode, body } = await pool.request({ method: 'GET', path });
      await body.dump();
      if (statusCode !== 200) throw new Error(`answered ${statusCode}`);
      answers += 1;
      longestMs = Math.max(longestMs, performance.now() - startMs);
    }
  };
  await Promise.all(Array.from({ length: 16 }, askAgain));
  await pool.close();
  return { answers, longestMs };
}
