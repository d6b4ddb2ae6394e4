import { request as fetchRaw } from 'undici';
import { compositionPath } from './support/composing.ts';
import { measureThroughput, type Request } from './support/load.ts';
import { serverCore } from './support/machine.ts';
import { accountsWithPlayers, playersAt } from './support/players.ts';
import { ratioRow, type Report, type Row } from './support/report.ts';
import { readSampleSkins } from './support/sample-skins.ts';
import { startBare, startLineup, type ServerProcess } from './support/server-process.ts';
import { median } from './support/timing.ts';
import type { BareAnswer } from './support/vitals.ts';

/** For each of the two servers. */
const connections = 32;
const seconds = 0.8;
const rounds = 9;

/** Of the bare server's throughput. Runs of the same code gave 0.59 to 0.74 for small pictures: it is clear of that. */
const minShare = 0.5;

type Case = {
  readonly id: string;
  readonly what: string;
  readonly request: Omit<Request, 'url'> & { readonly path: string };
  readonly status: 200 | 304;
};

const render = '/api/blockgame/render';
const head = got(`${render}/head/P0/full`);

const cases: readonly Case[] = [
  hit('post-small', 'composition of one, POST', posted(1, 300)),
  hit('post-large', 'composition of six, POST', posted(6, 512)),
  hit('get-small', 'composition of one, GET', got(compositionOf(1, 300))),
  hit('get-large', 'composition of six, GET', got(compositionOf(6, 512))),
  hit('head', 'head/full, GET', head),
  { ...hit('head-304', 'head/full, GET with If-None-Match', head), status: 304 },
];

function hit(id: string, what: string, request: Case['request']): Case {
  return { id: `http/${id}`, what: `cached ${what}`, request, status: 200 };
}

function namesOf(players: number): string[] {
  return Array.from({ length: players }, (_, index) => `P${index}`);
}

function posted(players: number, heightPx: number): Case['request'] {
  return {
    path: `${compositionPath}?height=${heightPx}`,
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(namesOf(players).map((value) => ({ value }))),
  };
}

function got(path: string): Case['request'] {
  return { path, method: 'GET', headers: {} };
}

function compositionOf(players: number, heightPx: number): string {
  return `${compositionPath}?height=${heightPx}&value=${namesOf(players).join('&value=')}`;
}

/**
 * Cached pictures over HTTP, with the server on one core and the clients on another, compared with a
 * Fastify that only sends the same bytes with the same headers.
 */
export async function run(): Promise<Report> {
  const accounts = await accountsWithPlayers(
    6,
    readSampleSkins().map(({ png }) => png),
  );
  const lineup = await startLineup({ core: serverCore, env: playersAt(accounts) });
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

async function measureCase(tried: Case, lineup: ServerProcess): Promise<Row> {
  const isHeld = tried.status === 304;
  const { path, ...rest } = tried.request;
  const request = { ...rest, url: lineup.origin + path };
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
    const kB = Math.round(Buffer.byteLength(answer.bodyBase64 ?? '', 'base64') / 1000);
    return ratioRow({
      id: tried.id,
      what: isHeld ? tried.what : `${tried.what}, ${kB} kB`,
      value: 1e6 / ours!,
      unit: 'requests/s',
      peer: { name: `bare Fastify, the same ${tried.status}`, value: 1e6 / theirs! },
      target: { atLeast: minShare },
    });
  } finally {
    await bare.close();
  }
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
    const own = /^(?:date|connection|keep-alive|content-length|transfer-encoding)$/;
    const headers = Object.entries(answer.headers).flatMap(([name, value]) =>
      typeof value === 'string' && !own.test(name) ? [[name, value] as const] : [],
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
