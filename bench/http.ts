import { request as fetchRaw } from 'undici';
import {
  startFakeAccountService,
  type FakeAccountService,
} from '../test/support/fake-account-service.ts';
import { compositionPath } from './support/composing.ts';
import { measureThroughput, type Request } from './support/load.ts';
import { serverCore } from './support/machine.ts';
import type { Report, Row } from './support/report.ts';
import { readSampleSkins } from './support/sample-skins.ts';
import { startBare, startLineup, type ServerProcess } from './support/server-process.ts';
import { median } from './support/timing.ts';
import type { BareAnswer } from './support/vitals.ts';

/** For each of the two servers. */
const connections = 32;
const seconds = 0.8;
const rounds = 9;

type Case = {
  readonly id: string;
  readonly what: string;
  readonly ask: (origin: string) => Request;
  readonly status: 200 | 304;
  /** Least share of the bare server's throughput. */
  readonly atLeast: number;
};

const alone = { players: 1, heightPx: 300 } as const;
const six = { players: 6, heightPx: 512 } as const;

const cases: readonly Case[] = [
  { ...hit('http/post-small', 'composition of one, POST'), ask: posted(alone) },
  { ...hit('http/post-large', 'composition of six, POST'), ask: posted(six) },
  { ...hit('http/get-small', 'composition of one, GET'), ask: got(alone) },
  { ...hit('http/get-large', 'composition of six, GET'), ask: got(six) },
  { ...hit('http/head', 'head/full, GET'), ask: gotHead },
  {
    ...hit('http/head-304', 'head/full, GET with If-None-Match'),
    ask: gotHead,
    status: 304,
    atLeast: 0.7,
  },
];

function hit(id: string, what: string): Omit<Case, 'ask'> {
  return { id, what: `cached ${what}`, status: 200, atLeast: 0.6 };
}

type Composed = { readonly players: number; readonly heightPx: number };

/**
 * Cached pictures over HTTP, with the server on one core and the clients on another, compared with a
 * Fastify that only sends the same bytes with the same headers.
 */
export async function run(): Promise<Report> {
  const accounts = await accountsWithSamples();
  const lineup = await startLineup({
    core: serverCore,
    env: {
      MOJANG_API_URL: accounts.url,
      MOJANG_SESSION_URL: accounts.url,
      MOJANG_TEXTURES_URL: accounts.url,
    },
  });
  try {
    const rows: Row[] = [];
    for (const tried of cases) rows.push(await measureCase(tried, lineup));
    return {
      rows,
      remarks: [
        `${connections} connections to each, ${rounds} runs of ${seconds} s; both servers on one core and at the same time, the clients on another, log level as by default.`,
        'Judged are requests a second of processor time of the whole server, which is what a core can do.',
      ],
    };
  } finally {
    await lineup.close();
    await accounts.close();
  }
}

/** An account service on loopback whose players have the sample skins. */
async function accountsWithSamples(): Promise<FakeAccountService> {
  const accounts = await startFakeAccountService();
  readSampleSkins().forEach(({ model, png }, index) => {
    const digits = String(index).padStart(2, '0');
    const hash = `${'ab'.repeat(31)}${digits}`;
    const uuid = `0000000000004000800000000000${digits.padStart(4, '0')}`;
    accounts.addTexture(hash, png);
    accounts.addPlayer({ name: accountName(index), uuid, skin: { hash, model } });
  });
  return accounts;
}

function accountName(index: number): string {
  return `Player_${index}`;
}

function accountNames(count: number): string[] {
  return Array.from({ length: count }, (_, index) => accountName(index));
}

async function measureCase(tried: Case, lineup: ServerProcess): Promise<Row> {
  const isHeld = tried.status === 304;
  const request = tried.ask(lineup.origin);
  const { answer, etag } = await warmUp(request);
  const condition = isHeld ? { 'if-none-match': etag } : {};
  const held: Request = { ...request, headers: { ...request.headers, ...condition } };
  const bareAnswer = isHeld ? { ...answer, status: 304, bodyBase64: null } : answer;
  const bare = await startBare(bareAnswer, { core: serverCore });
  try {
    const [ours, theirs] = await compare(tried, [
      { server: lineup, request: held },
      { server: bare, request: { ...held, url: `${bare.origin}/picture` } },
    ]);
    if (ours === undefined || theirs === undefined) throw new Error('nothing was measured');
    return rowOf(tried, answer, [ours, theirs]);
  } finally {
    await bare.close();
  }
}

function posted({ players, heightPx }: Composed): Case['ask'] {
  return (origin) => ({
    url: `${origin}${compositionPath}?height=${heightPx}`,
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(accountNames(players).map((value) => ({ value }))),
  });
}

function got({ players, heightPx }: Composed): Case['ask'] {
  const values = accountNames(players).map((name) => `&value=${name}`);
  return (origin) => ({
    url: `${origin}${compositionPath}?height=${heightPx}${values.join('')}`,
    method: 'GET',
    headers: {},
  });
}

function gotHead(origin: string): Request {
  return {
    url: `${origin}/api/blockgame/render/head/${accountName(0)}/full`,
    method: 'GET',
    headers: {},
  };
}

/** Requests until the picture comes from memory, and returns it as the peer's response. */
async function warmUp(request: Request): Promise<{ answer: BareAnswer; etag: string }> {
  const { url, body, ...rest } = request;
  for (let attempt = 0; attempt < 5; attempt++) {
    const answer = await fetchRaw(url, { ...rest, body: body ?? null });
    const bytes = Buffer.from(await answer.body.arrayBuffer());
    if (answer.statusCode !== 200) throw new Error(`${url} answered ${answer.statusCode}`);
    if (answer.headers['x-cache'] !== 'HIT') continue;
    // Headers that Node writes by itself, for the peer as well.
    const own = new Set([
      'date',
      'connection',
      'keep-alive',
      'content-length',
      'transfer-encoding',
    ]);
    const headers = Object.entries(answer.headers).flatMap(([name, value]) =>
      typeof value === 'string' && !own.has(name) ? [[name, value] as const] : [],
    );
    const etag = String(answer.headers.etag);
    return {
      answer: {
        status: 200,
        headers: Object.fromEntries(headers),
        bodyBase64: bytes.toString('base64'),
      },
      etag,
    };
  }
  throw new Error(`${url} is not answered from memory`);
}

type Served = { readonly server: ServerProcess; readonly request: Request };

/**
 * Processor time of the whole server per response, in microseconds: medians over the runs. Both servers
 * are loaded at the same time, so that disturbances affect both.
 */
async function compare({ status }: Case, both: readonly Served[]): Promise<number[]> {
  const load = { connections, seconds, status };
  // Until just-in-time compilation has settled.
  await Promise.all(both.map(({ request }) => measureThroughput(request, { ...load, seconds: 3 })));
  const runs: number[][] = both.map(() => []);
  for (let round = 0; round < rounds; round++) {
    await Promise.all(both.map(({ server }) => server.vitals()));
    const rates = await Promise.all(both.map(({ request }) => measureThroughput(request, load)));
    for (const [index, { server }] of both.entries()) {
      const { cpuMs } = await server.vitals();
      runs[index]?.push((cpuMs * 1000) / ((rates[index] ?? 0) * seconds));
    }
  }
  return runs.map(median);
}

function rowOf(
  tried: Case,
  { bodyBase64 }: BareAnswer,
  [ours, bare]: readonly [number, number],
): Row {
  const { id, what, status, atLeast } = tried;
  const size = `${Math.round(Buffer.byteLength(bodyBase64 ?? '', 'base64') / 1000)} kB`;
  return {
    id,
    what: status === 304 ? what : `${what}, ${size}`,
    value: 1e6 / ours,
    unit: 'requests/s',
    peer: { name: `bare Fastify, the same ${status}`, value: 1e6 / bare },
    judged: 'slower',
    target: { atLeast },
  };
}
