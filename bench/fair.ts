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
  const drawn = ({ dear }: Watched): string => {
    const refused = dear.filter(isRefused).length;
    return `${dear.length - refused} (${refused} refused)`;
  };
  return {
    rows: [
      ...waitRows('one', one, { figureMs: 250, sceneMs: 800 }),
      rowsOf('fair/')('one-share', used, [share, 'ms per ms'], { atLeast: 0.85 }),
      ...waitRows('eight', eight, { figureMs: 700, sceneMs: 2000 }),
      ...waitRows('films', animations, { figureMs: 250, sceneMs: 800 }),
      ...singles,
    ],
    remarks: [
      `${workers} workers. Without dear clients a figure took ${slowMs(alone.figure).toFixed(0)} ms and a scene ${slowMs(alone.scene).toFixed(0)} ms (95th percentile).`,
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

/** What came of a request, and whether a worker that may draw it was free when it was refused. */
type Seen = Answer & { readonly wasFree: boolean };

type Watched = Readonly<Record<'figure' | 'scene' | 'dear', readonly Seen[]>> & {
  /** Processor time of the service per time. */
  readonly cpuShare: number;
};

const isRefused = ({ status }: Seen): boolean => status !== 200;
const slowMs = (seen: readonly Seen[]): number =>
  percentile(
    seen.map(({ ms }) => ms),
    0.95,
  );

async function watch(
  lineup: Lineup,
  dearClients: number,
  dearOf: (number: number) => Sent = dearPicture,
): Promise<Watched> {
  const watched: Record<'figure' | 'scene' | 'dear', Seen[]> = { figure: [], scene: [], dear: [] };
  const startMs = performance.now();
  const isOver = (): boolean => performance.now() - startMs > warmUpMs + watchedMs;
  const note = async (kind: keyof typeof watched, sent: Promise<Answer>) => {
    const isWatched = performance.now() - startMs > warmUpMs;
    const answer = await sent;
    const open = kind === 'dear' ? largeWorkers : workers;
    const wasFree = answer.status === 503 && (await running(lineup)) < open;
    if (isWatched) watched[kind].push({ ...answer, wasFree });
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
  const refused = [...figure, ...scene].filter(isRefused).length;
  const idle = [...figure, ...scene, ...dear].filter(({ wasFree }) => wasFree).length;
  const refusedIdle = 'orders refused while a worker that may draw them was free';
  const wait = (end: string, what: string, seen: readonly Seen[], atMost: number) =>
    row(end, `${what}, 95th percentile of ${seen.length}`, [slowMs(seen), 'ms'], { atMost });
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
