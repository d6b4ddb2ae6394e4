import { compositionPath, get, post, type Sent } from './support/clients.ts';
import { countResponses, type Request } from './support/load.ts';
import { serverCore } from './support/machine.ts';
import { accountsWithPlayers, playersAt } from './support/players.ts';
import { rowsOf, type Report, type Row } from './support/report.ts';
import { readSampleSkins } from './support/sample-skins.ts';
import {
  startBare,
  startLineup,
  type BareAnswer,
  type ServerProcess,
} from './support/server-process.ts';
import { median } from './support/timing.ts';

/** For each of the two servers. */
const connections = 32;
const seconds = 0.8;
const rounds = 9;

/**
 * Of the bare server's throughput. A cached picture takes the path of every request (its log line alone is 7 µs of
 * some 60), on which small ones have 0.36 to 0.43 of it. Answered before the router they had 0.51 to 0.65, at the
 * price of a second path; counting without promises gave 0.40 to 0.43.
 */
const minShare = 0.33;

type Case = {
  readonly id: string;
  readonly what: string;
  readonly sent: Sent;
  readonly status: 200 | 304;
};

const head = get('/api/blockgame/render/head/P0/full');

const cases: readonly Case[] = [
  hit('post-small', 'composition of one, POST', posted(1, 300)),
  hit('post-large', 'composition of six, POST', posted(6, 512)),
  hit('get-small', 'composition of one, GET', got(1, 300)),
  hit('get-large', 'composition of six, GET', got(6, 512)),
  hit('head', 'head/full, GET', head),
  { ...hit('head-304', 'head/full, GET with If-None-Match', head), status: 304 },
];

function hit(id: string, what: string, sent: Sent): Case {
  return { id, what: `cached ${what}`, sent, status: 200 };
}

function namesOf(players: number): string[] {
  return Array.from({ length: players }, (_, index) => `P${index}`);
}

function posted(players: number, heightPx: number): Sent {
  const items = namesOf(players).map((value) => ({ value }));
  return post(`${compositionPath}?height=${heightPx}`, items);
}

function got(players: number, heightPx: number): Sent {
  return get(`${compositionPath}?height=${heightPx}&value=${namesOf(players).join('&value=')}`);
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
  const request = { ...tried.sent, origin: lineup.origin };
  const { answer, etag } = await warmUp(request);
  const condition = isHeld ? { 'if-none-match': etag } : {};
  const held: Request = { ...request, headers: { ...request.headers, ...condition } };
  const bareAnswer = isHeld ? { ...answer, status: 304, bodyBase64: null } : answer;
  const bare = await startBare(bareAnswer, serverCore);
  try {
    const [ours, theirs] = await compare(tried, [
      { server: lineup, request: held },
      { server: bare, request: { ...held, origin: bare.origin, path: '/picture' } },
    ]);
    const kB = Math.round(Buffer.byteLength(answer.bodyBase64 ?? '', 'base64') / 1000);
    const what = isHeld ? tried.what : `${tried.what}, ${kB} kB`;
    const peer = [`bare Fastify, the same ${tried.status}`, 1e6 / theirs!] as const;
    return rowsOf('http/')(tried.id, what, [1e6 / ours!, 'requests/s', peer], {
      atLeast: minShare,
    });
  } finally {
    await bare.close();
  }
}

/** Headers that Node writes by itself, for the peer as well. */
const own = /^(?:date|connection|keep-alive|content-length|transfer-encoding)$/;

/** Requests until the picture comes from memory, and returns it as the peer's response. */
async function warmUp({ origin, path, method, headers = {}, body }: Request) {
  for (let attempt = 0; attempt < 5; attempt++) {
    const answer = await fetch(origin + path, { method, headers, body: body ?? null });
    const bytes = Buffer.from(await answer.bytes());
    if (answer.status !== 200) throw new Error(`${path} answered ${answer.status}`);
    if (answer.headers.get('x-cache') !== 'HIT') continue;
    const sent = Object.fromEntries([...answer.headers].filter(([name]) => !own.test(name)));
    const bare: BareAnswer = { status: 200, headers: sent, bodyBase64: bytes.toString('base64') };
    return { answer: bare, etag: answer.headers.get('etag') ?? '' };
  }
  throw new Error(`${path} is not answered from memory`);
}

type Served = { readonly server: ServerProcess; readonly request: Request };

/**
 * Processor time of the whole server per response, in microseconds: medians over the runs. Both servers
 * are loaded at the same time, so that disturbances affect both.
 */
async function compare({ status }: Case, both: readonly Served[]): Promise<number[]> {
  const load = (duration: number) =>
    Promise.all(
      both.map(({ request }) =>
        countResponses(request, { connections, seconds: duration, status }),
      ),
    );
  // Until just-in-time compilation has settled.
  await load(3);
  const runs: number[][] = both.map(() => []);
  for (let round = 0; round < rounds; round++) {
    await Promise.all(both.map(({ server }) => server.vitals()));
    const counts = await load(seconds);
    for (const [index, { server }] of both.entries()) {
      const { cpuMs } = await server.vitals();
      runs[index]!.push((cpuMs * 1000) / counts[index]!);
    }
  }
  return runs.map(median);
}
