import { request as fetchRaw } from 'undici';
import {
  startFakeAccountService,
  type FakeAccountService,
} from '../test/support/fake-account-service.ts';
import { compositionPath } from './support/composing.ts';
import { measureThroughput, type Request } from './support/load.ts';
import { serverCore } from './support/machine.ts';
import type { Report, Row, Table } from './support/report.ts';
import { readSampleSkins } from './support/sample-skins.ts';
import { startBare, startLineup, type ServerProcess } from './support/server-process.ts';
import { median } from './support/timing.ts';
import type { BareAnswer } from './support/vitals.ts';

const connections = 64;
const seconds = 0.8;
const rounds = 9;

type Case = {
  readonly id: string;
  readonly what: string;
  readonly ask: (origin: string) => Request;
  readonly status: 200 | 304;
  /** Least share of what the bare server does. */
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
 * Cached pictures over HTTP, the server on one core and the clients on another, against a
 * Fastify that does nothing but send the same bytes with the same headers.
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
    const results: CaseResult[] = [];
    for (const tried of cases) results.push(await measureCase(tried, lineup));
    return {
      rows: results.map(({ row }) => row),
      tables: [tableOf(results)],
      remarks: [
        `${connections} connections, ${rounds} runs of ${seconds} s each in turn; both servers on one core, the clients on another, log level as by default.`,
        'Judged are requests a second of processor time of the whole server, which is what a core can do. On the clock the clients are often the limit of the bare server (not busy all the time), and the ratio flatters.',
      ],
    };
  } finally {
    await lineup.close();
    await accounts.close();
  }
}

/** An account service on loopback whose players wear the sample skins. */
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

type CaseResult = { readonly row: Row; readonly rates: readonly [ours: Rates, bare: Rates] };

async function measureCase(tried: Case, lineup: ServerProcess): Promise<CaseResult> {
  const isHeld = tried.status === 304;
  const request = tried.ask(lineup.origin);
  const { answer, etag } = await warmUp(request);
  const condition = isHeld ? { 'if-none-match': etag } : {};
  const ours: Request = { ...request, headers: { ...request.headers, ...condition } };
  const bareAnswer = isHeld ? { ...answer, status: 304, bodyBase64: null } : answer;
  const bare = await startBare(bareAnswer, { core: serverCore });
  try {
    const [ourRates, bareRates] = await compare(tried, [
      { server: lineup, request: ours },
      { server: bare, request: { ...ours, url: `${bare.origin}/picture` } },
    ]);
    if (ourRates === undefined || bareRates === undefined) throw new Error('nothing was measured');
    const rates = [ourRates, bareRates] as const;
    return { row: rowOf(tried, answer, rates), rates };
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

/** Asks until the picture comes from memory, and keeps it as the answer of the peer. */
async function warmUp(request: Request): Promise<{ answer: BareAnswer; etag: string }> {
  const { url, body, ...rest } = request;
  for (let attempt = 0; attempt < 5; attempt++) {
    const answer = await fetchRaw(url, { ...rest, body: body ?? null });
    const bytes = Buffer.from(await answer.body.arrayBuffer());
    if (answer.statusCode !== 200) throw new Error(`${url} answered ${answer.statusCode}`);
    if (answer.headers['x-cache'] !== 'HIT') continue;
    // What Node writes by itself, it writes for the peer too.
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

/** Medians over the runs of one server. */
type Rates = {
  readonly perSecond: number;
  /** Processor time of the whole server for one answer. */
  readonly cpuMicroseconds: number;
  /** Share of the time that its serving thread was at work. */
  readonly busyShare: number;
};

type Served = { readonly server: ServerProcess; readonly request: Request };

async function compare({ status }: Case, both: readonly Served[]): Promise<Rates[]> {
  const load = { connections, seconds, status };
  for (const { request } of both) await measureThroughput(request, { ...load, seconds: 1 });
  const runs: Rates[][] = both.map(() => []);
  for (let round = 0; round < rounds; round++) {
    for (const [index, { server, request }] of both.entries()) {
      await server.vitals();
      const perSecond = await measureThroughput(request, load);
      const { cpuMs, loopBusyShare } = await server.vitals();
      const cpuMicroseconds = (cpuMs * 1000) / (perSecond * seconds);
      runs[index]?.push({ perSecond, cpuMicroseconds, busyShare: loopBusyShare });
    }
  }
  return runs.map((ofOne) => ({
    perSecond: median(ofOne.map(({ perSecond }) => perSecond)),
    cpuMicroseconds: median(ofOne.map(({ cpuMicroseconds }) => cpuMicroseconds)),
    busyShare: median(ofOne.map(({ busyShare }) => busyShare)),
  }));
}

function rowOf(
  tried: Case,
  { bodyBase64 }: BareAnswer,
  [ours, bare]: readonly [Rates, Rates],
): Row {
  const { id, what, status, atLeast } = tried;
  const size = `${Math.round(Buffer.byteLength(bodyBase64 ?? '', 'base64') / 1000)} kB`;
  return {
    id,
    what: status === 304 ? what : `${what}, ${size}`,
    value: 1e6 / ours.cpuMicroseconds,
    unit: 'requests/s',
    peer: { name: `bare Fastify, the same ${status}`, value: 1e6 / bare.cpuMicroseconds },
    judged: 'slower',
    target: { atLeast },
  };
}

function tableOf(results: readonly CaseResult[]): Table {
  return {
    title: 'Requests a second on the clock, and how busy the serving thread was',
    head: ['what', 'Lineup', 'bare', 'ratio', 'Lineup busy', 'bare busy'],
    body: results.map(({ row, rates: [ours, bare] }) => [
      row.what,
      ours.perSecond.toFixed(0),
      bare.perSecond.toFixed(0),
      (ours.perSecond / bare.perSecond).toFixed(2),
      percent(ours.busyShare),
      percent(bare.busyShare),
    ]),
  };
}

function percent(share: number): string {
  return `${Math.round(share * 100)} %`;
}
