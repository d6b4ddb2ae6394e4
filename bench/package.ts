import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buildPackage } from '../scripts/package/build-package.ts';
import { createLineup } from '../src/engine/library/lineup.ts';
import { encodePng } from '../src/engine/image/encode.ts';
import { figureJob } from '../test/support/figure-job.ts';
import { boxHeightPx } from './support/figures.ts';
import { rowsOf, type Report, type Row } from './support/report.ts';
import { readSampleSkins, turnOf } from './support/sample-skins.ts';
import { elapsedMs, median, sum } from './support/timing.ts';
import { createDrawing } from '../src/service/queue/drawing.ts';

const count = 1000;
const what = `${count} different skins, ${boxHeightPx} px high, sheet to PNG`;

const row = rowsOf('package/');

/** The program from its start to its end, and the library beside a worker of the service. */
export async function run(): Promise<Report> {
  const skins = differentSkins();
  return {
    rows: [await programRow(), ...(await libraryRows(skins))],
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
    const whole = '`lineup sample-fox -o fox.png`, the whole process';
    return row('program', whole, [median(times), 'ms'], { atMost: 700 });
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
      own.push(await elapsedMs(() => lineup.drawFigure(png, { height: boxHeightPx })));
      const job = figureJob({ revision: String(index), png }, { heightPx: boxHeightPx });
      theirs.push(await elapsedMs(() => pool.draw('figure', job, undefined)));
      if (index % 100 === 99) memory.push(process.memoryUsage().rss / 1e6);
    }
  } finally {
    await Promise.all([lineup.close(), pool.close()]);
  }
  const worker = ['a worker of the service', sum(theirs)] as const;
  const after = 'memory of the process after all of them';
  return [
    row('library', what, [sum(own), 'ms', worker], { atMost: 1.05 }),
    row('memory', after, [memory.at(-1)!, 'MB', ['after 300', memory[2]!]], { atMost: 1.1 }),
  ];
}
