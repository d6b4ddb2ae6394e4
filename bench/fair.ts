import { availableParallelism } from 'node:os';
import { setTimeout as delay } from 'node:timers/promises';
import { freePort } from '../test/support/free-port.ts';
import { repeat, send, type Answer, type Sent } from './support/clients.ts';
import {
  dearest,
  dearAnimation,
  dearPicture,
  readmeScene,
  smallFigure,
} from './support/fair-mix.ts';
import { rowsOf, type Report, type Row } from './support/report.ts';
import { withServer, type ServerProcess } from './support/server-process.ts';
import { percentile } from './support/timing.ts';

const watchedMs = Number(process.env.FAIR_SECONDS ?? 40) * 1000;
const warmUpMs = 5000;
const figureEveryMs = 300;
const sceneEveryMs = 2000;
/** Of each dear client, within its 240 requests a minute. */
const connections = 6;
const minBetweenMs = (60_000 / 240) * connections;

/** All workers but one draw large orders, where there are two or more. */
const workers = availableParallelism();
const largeWorkers = Math.max(1, workers - 1);

/**
 * Clients who request the dearest pictures as fast as they may, and others beside them who want small
 * ones: how long these wait, who is refused, and how much of the processors the dear ones get.
 */
export async function run(): Promise<Report> {
  const alone = await withLineup((lineup) => watch(lineup, 0));
  const one = await withLineup((lineup) => watch(lineup, 1));
  const eight = await withLineup((lineup) => watch(lineup, 8));
  const animations = await withLineup((lineup) => watch(lineup, 1, dearAnimation));
  const singles = await withLineup(drawDearest);
  const share = (one.cpuShare - alone.cpuShare) / largeWorkers;
  const used = `processor time used for them, of that of the ${largeWorkers} worker(s) open to large orders (besides what the others use alone)`;
  const drawn = ({ dear }: Watched) => `${dear.drawn} (${dear.refused} refused)`;
  return {
    rows: [
      ...waitRows('one', one, { figureMs: 250, sceneMs: 800 }),
      rowsOf('fair/')('one-share', used, [share, 'ms per ms'], { atLeast: 0.85 }),
      ...waitRows('eight', eight, { figureMs: 700, sceneMs: 2000 }),
      ...waitRows('films', animations, { figureMs: 250, sceneMs: 800 }),
      ...singles,
    ],
    remarks: [
      `${workers} workers. Without dear clients a figure took ${percentile(alone.figure.ms, 0.95).toFixed(0)} ms and a scene ${percentile(alone.scene.ms, 0.95).toFixed(0)} ms (95th percentile).`,
      `Dear pictures that were drawn in ${watchedMs / 1000} s: of one client ${drawn(one)}, of eight ${drawn(eight)}, of films alone ${drawn(animations)}.`,
    ],
  };
}

type Lineup = ServerProcess & { readonly metricsUrl: string };

/** A service behind a trusted proxy, so that each client has its own address. */
async function withLineup<T>(use: (lineup: Lineup) => Promise<T>): Promise<T> {
  const metricsPort = await freePort();
  const env = {
    RATE_LIMIT_MAX: '240',
    TRUST_PROXY: '1',
    ALLOW_PRIVATE_ADDRESSES: 'true',
    METRICS_PORT: String(metricsPort),
  };
  const metricsUrl = `http://127.0.0.1:${metricsPort}/metrics`;
  return withServer(env, (lineup) => use({ ...lineup, metricsUrl }));
}

/** What became of the requests of one kind. */
type Tally = { drawn: number; refused: number; refusedIdle: number; readonly ms: number[] };

const emptyTally = (): Tally => ({ drawn: 0, refused: 0, refusedIdle: 0, ms: [] });

type Watched = {
  readonly figure: Tally;
  readonly scene: Tally;
  readonly dear: Tally;
  /** Processor time of the service per time. */
  readonly cpuShare: number;
};

async function watch(
  lineup: Lineup,
  dearClients: number,
  dearOf: (number: number) => Sent = dearPicture,
): Promise<Watched> {
  const watched = { figure: emptyTally(), scene: emptyTally(), dear: emptyTally() };
  const startMs = performance.now();
  const isOver = (): boolean => performance.now() - startMs > warmUpMs + watchedMs;
  const note = async (kind: keyof typeof watched, sent: Promise<Answer>) => {
    const isWatched = performance.now() - startMs > warmUpMs;
    const { status, ms } = await sent;
    if (!isWatched) return;
    const tally = watched[kind];
    tally.ms.push(ms);
    if (status === 200) tally.drawn += 1;
    else tally.refused += 1;
    const open = kind === 'dear' ? largeWorkers : workers;
    if (status === 503 && (await running(lineup)) < open) tally.refusedIdle += 1;
  };
  let dearNumber = 0;
  const dearWork = Array.from({ length: dearClients * connections }, async (_, index) => {
    await delay((minBetweenMs * index) / (dearClients * connections));
    while (!isOver()) {
      const picture = dearOf(dearNumber++);
      const sent = send(lineup.origin, picture, `100.64.${index % dearClients}.1`);
      await Promise.all([note('dear', sent), delay(minBetweenMs)]);
    }
  });
  const others = [
    repeat(figureEveryMs, isOver, (number) =>
      note('figure', send(lineup.origin, smallFigure(number), `198.18.${number % 250}.1`)),
    ),
    repeat(sceneEveryMs, isOver, (number) =>
      note('scene', send(lineup.origin, readmeScene(number), `198.19.${number % 250}.1`)),
    ),
  ];
  await delay(warmUpMs);
  await lineup.vitals();
  await delay(watchedMs);
  const { cpuMs } = await lineup.vitals();
  await Promise.all([...dearWork, ...others]);
  return { ...watched, cpuShare: cpuMs / watchedMs };
}

/** Number of orders that are being drawn. */
async function running({ metricsUrl }: Lineup): Promise<number> {
  const text = await (await fetch(metricsUrl)).text();
  return Number(/^lineup_drawing_running (\d+)/m.exec(text)?.[1]);
}

const whose = {
  one: 'a client with the dearest pictures',
  eight: 'eight clients with the dearest pictures',
  films: 'a client with the dearest films',
} as const;

function waitRows(
  id: keyof typeof whose,
  { figure, scene, dear }: Watched,
  max: { readonly figureMs: number; readonly sceneMs: number },
): readonly Row[] {
  const row = rowsOf(`fair/${id}`, whose[id]);
  const refused = figure.refused + scene.refused;
  const idle = figure.refusedIdle + scene.refusedIdle + dear.refusedIdle;
  const refusedIdle = 'orders refused while a worker that may draw them was free';
  const wait = (end: string, what: string, { ms }: Tally, atMost: number) => {
    const name = `${what}, 95th percentile of ${ms.length}`;
    return row(end, name, [percentile(ms, 0.95), 'ms'], { atMost });
  };
  return [
    row('-refused', 'others refused', [refused, 'responses'], { atMost: 0 }),
    row('-idle', refusedIdle, [idle, 'responses'], { atMost: 0 }),
    wait('-figure', 'a small new figure', figure, max.figureMs),
    wait('-scene', 'README’s scene with another title', scene, max.sceneMs),
  ];
}

/** Draws the dearest picture of each route, one at a time, with nothing cached. */
async function drawDearest(lineup: Lineup): Promise<Row[]> {
  const rows: Row[] = [];
  const row = rowsOf('fair/single/');
  for (const [route, requests] of Object.entries(dearest)) {
    let maxMs = 0;
    for (const request of requests) {
      await lineup.vitals();
      await send(lineup.origin, request);
      maxMs = Math.max(maxMs, (await lineup.vitals()).cpuMs);
    }
    const what = `processor time of the dearest request for ${route}`;
    rows.push(row(route.replaceAll(' ', '-'), what, [maxMs, 'ms'], { atMost: 4000 }));
  }
  return rows;
}
