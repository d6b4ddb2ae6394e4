import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buildPackage } from '../scripts/package/build-package.ts';
import { createLineup } from '../src/engine/library/create-lineup.ts';
import { encodePng } from '../src/engine/image/encode.ts';
import { figureJob } from '../test/support/figure-job.ts';
import { boxHeightPx, boxWidthPx } from './support/figures.ts';
import { ratioRow, valueRow, type Report, type Row } from './support/report.ts';
import { readSampleSkins, turnOf } from './support/sample-skins.ts';
import { measureSkinview3d, peerProblem } from './support/skinview3d.ts';
import { median } from './support/timing.ts';
import { createDrawing } from '../src/service/queue/drawing.ts';

const count = 1000;
const what = `${count} different skins, ${boxHeightPx} px high, sheet to PNG`;

/** The program from its start to its end, and the library beside a worker of the service and skinview3d. */
export async function run(): Promise<Report> {
  const skins = differentSkins();
  return {
    rows: [await programRow(), ...(await libraryRows(skins)), await browserRow(skins)],
    remarks: [
      'The program: elapsed time of the whole process. The library draws in its own thread; a worker of the service does the same through its queue. Elapsed time, one picture after the other.',
    ],
  };
}

/** The samples, each with another colour in a corner that no figure shows, so that all are different. */
function differentSkins(): readonly Buffer[] {
  const samples = readSampleSkins().filter(({ model }) => model === 'classic');
  return Array.from({ length: count }, (_, index) => {
    const { decoded } = turnOf(samples, index);
    const data = decoded.data.slice();
    data.set([index & 255, index >> 8, 0, 255]);
    return encodePng({ ...decoded, data });
  });
}

async function programRow(): Promise<Row> {
  const folder = mkdtempSync(join(tmpdir(), 'lineup-bench-'));
  try {
    await buildPackage(folder);
    symlinkSync(join(import.meta.dirname, '..', 'node_modules'), join(folder, 'node_modules'));
    const program = [join(folder, 'dist', 'lineup-cli.js'), 'sample-fox', '-o', 'fox.png'];
    const times = Array.from({ length: 9 }, () => {
      const startMs = performance.now();
      execFileSync(process.execPath, program, { cwd: folder });
      return performance.now() - startMs;
    });
    return valueRow({
      id: 'package/program',
      what: '`lineup sample-fox -o fox.png`, the whole process',
      value: median(times),
      unit: 'ms',
      target: { atMost: 700 },
    });
  } finally {
    rmSync(folder, { recursive: true });
  }
}

async function libraryRows(skins: readonly Buffer[]): Promise<Row[]> {
  const lineup = createLineup();
  const pool = await createDrawing({ threads: 1 });
  const own: number[] = [];
  const theirs: number[] = [];
  const memory: number[] = [];
  try {
    for (const [index, png] of skins.entries()) {
      own.push(await msOf(() => lineup.drawFigure(png, { height: boxHeightPx })));
      const job = figureJob({ revision: String(index), png }, { heightPx: boxHeightPx });
      theirs.push(await msOf(() => pool.draw('figure', job, undefined)));
      if (index % 100 === 99) memory.push(process.memoryUsage().rss / 1e6);
    }
  } finally {
    await Promise.all([lineup.close(), pool.close()]);
  }
  return [
    ratioRow({
      id: 'package/library',
      what,
      value: sumOf(own),
      unit: 'ms',
      peer: { name: 'a worker of the service', value: sumOf(theirs) },
      target: { atMost: 1.05 },
    }),
    ratioRow({
      id: 'package/memory',
      what: 'memory of the process after all of them',
      value: memory.at(-1)!,
      unit: 'MB',
      peer: { name: 'after 300', value: memory[2]! },
      target: { atMost: 1.1 },
    }),
  ];
}

async function browserRow(skins: readonly Buffer[]): Promise<Row> {
  const id = 'package/skinview3d';
  const problem = peerProblem();
  if (problem !== undefined) return { id, what, problem };
  const some = skins.slice(0, 20);
  const lineup = createLineup();
  const own: number[] = [];
  const theirs = await measureSkinview3d({
    skins: some,
    widthPx: boxWidthPx,
    heightPx: boxHeightPx,
    inTurn: async () => {
      for (const png of some)
        own.push(await msOf(() => lineup.drawFigure(png, { height: boxHeightPx })));
    },
  });
  return ratioRow({
    id,
    what: `one of them, ${boxWidthPx}×${boxHeightPx}`,
    value: median(own),
    unit: 'ms',
    peer: { name: 'skinview3d in headless Chromium', value: theirs },
    target: { atMost: 1 / 15 },
  });
}

async function msOf(task: () => unknown): Promise<number> {
  const startMs = performance.now();
  await task();
  return performance.now() - startMs;
}

const sumOf = (values: readonly number[]): number => values.reduce((sum, value) => sum + value, 0);
