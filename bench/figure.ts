import sharp from 'sharp';
import { encodePng } from '../src/engine/image/encode.ts';
import type { RgbaImage } from '../src/engine/image/canvas.ts';
import { createScratch } from '../src/engine/image/scratch.ts';
import { compileFigureInBox } from '../test/support/compile-figure.ts';
import { boxHeightPx, boxWidthPx, drawSkin, figureOf, withSharp } from './support/figures.ts';
import { rowsOf, type Report, type Row } from './support/report.ts';
import { readSampleSkins, turnOf, type SampleSkin } from './support/sample-skins.ts';
import { measureSkinview3d, peerProblem } from './support/skinview3d.ts';
import { alternate, median, sum, type Task } from './support/timing.ts';

const box = `full body ${boxWidthPx}×${boxHeightPx}`;
const what = `${box}, decoded sheet to PNG`;
const sharpName = 'sharp, level 6, no filters';
const row = rowsOf('figure/');

/**
 * Draws one figure on one core, compared with another encoder, which a renderer would need besides, and
 * with the library that most other renderers use. The sample skins take turns.
 */
export async function run(): Promise<Report> {
  sharp.concurrency(1);
  const skins = readSampleSkins().filter(({ model }) => model === 'classic');
  const plan = compileFigureInBox(figureOf({ heightPx: boxHeightPx }), boxWidthPx);
  // As the workers do.
  const scratch = createScratch(16 * 1024 * 1024);
  const pictures = skins.map(({ decoded }) => drawSkin(plan, decoded));
  const ours: Task = (round) => encodePng(drawSkin(plan, turnOf(skins, round).decoded, scratch));
  const times = await alternate(
    {
      ours,
      sharp: (round) => withSharp(turnOf(pictures, round)),
      drawing: (round) => drawSkin(plan, turnOf(skins, round).decoded, scratch),
    },
    { rounds: skins.length * 16, warmUpRounds: skins.length * 3 },
  );
  const peer = [`${sharpName}, of the drawn pixels alone`, times('sharp')] as const;
  return {
    rows: [
      // Of another encoder: beside ours alone, a slower one of ours would have met it too.
      row('sharp', what, [times('ours'), 'ms', peer], { atMost: 1 }),
      await comparePeer(skins, ours),
      await compareBytes(pictures),
    ],
    remarks: [
      `Of the ${times('ours').toFixed(2)} ms, drawing alone is ${times('drawing').toFixed(2)} ms. ${skins.length} sample skins take turns.`,
      'skinview3d renders with SwiftShader, kept to one core; the quicker of toBlob and toDataURL counts.',
    ],
  };
}

async function comparePeer(skins: readonly SampleSkin[], ours: Task): Promise<Row> {
  const problem = peerProblem();
  if (problem !== undefined) return { id: 'figure/skinview3d', what, problem };
  const oursMs: number[] = [];
  const theirsMs = await measureSkinview3d({
    skins: skins.map(({ png }) => png),
    widthPx: boxWidthPx,
    heightPx: boxHeightPx,
    inTurn: async () => {
      const times = await alternate({ ours }, { rounds: skins.length * 2, warmUpRounds: 2 });
      oursMs.push(times('ours'));
    },
  });
  const peer = ['skinview3d in headless Chromium', theirsMs] as const;
  // WebGL in software gave 0.037 to 0.056 on three machines: only a clear change is missed.
  return row('skinview3d', what, [median(oursMs), 'ms', peer], { atMost: 0.08 });
}

async function compareBytes(pictures: readonly RgbaImage[]): Promise<Row> {
  const meanKb = (files: readonly Uint8Array[]) =>
    sum(files.map((file) => file.length)) / files.length / 1000;
  const ours = meanKb(pictures.map((picture) => encodePng(picture)));
  const peer = [sharpName, meanKb(await Promise.all(pictures.map(withSharp)))] as const;
  const bytes = `${box}, bytes of the PNG, mean of the samples`;
  return row('bytes', bytes, [ours, 'kB', peer], { atMost: 1.05 });
}
