import sharp from 'sharp';
import { encodePng } from '../src/render/image/encode.ts';
import type { RgbaImage } from '../src/render/image/canvas.ts';
import { createScratch } from '../src/render/image/scratch.ts';
import { compileFigure, compileFigureInBox } from '../test/support/compile-figure.ts';
import { renderTypeNames, type RenderType } from '../src/render/render-types.ts';
import { boxHeightPx, boxWidthPx, defaultHeightPx, drawSkin, figureOf } from './support/figures.ts';
import { ratioRow, type Report, type Row, type Table } from './support/report.ts';
import { readSampleSkins, turnOf, type SampleSkin } from './support/sample-skins.ts';
import { measureSkinview3d, peerProblem } from './support/skinview3d.ts';
import { alternate, median, sum, type Task } from './support/timing.ts';

const what = `full body ${boxWidthPx}×${boxHeightPx}, decoded sheet to PNG`;

/**
 * Draws one figure on one core, compared with the encoder alone, which every renderer needs, and with
 * the library that most other renderers use. The sample skins take turns.
 */
export async function run(): Promise<Report> {
  const skins = readSampleSkins().filter(({ model }) => model === 'classic');
  const plan = compileFigureInBox(figureOf({ heightPx: boxHeightPx }), boxWidthPx);
  // As the workers do.
  const scratch = createScratch(16 * 1024 * 1024);
  const pictures = skins.map(({ decoded }) => drawSkin(plan, decoded));
  const times = await alternate(
    {
      ours: (round) => encodePng(drawSkin(plan, turnOf(skins, round).decoded, scratch)),
      encoder: (round) => encodePng(turnOf(pictures, round)),
      drawing: (round) => drawSkin(plan, turnOf(skins, round).decoded, scratch),
    },
    { rounds: skins.length * 16, warmUpRounds: skins.length * 3 },
  );
  const peer = await comparePeer(skins, (round) =>
    encodePng(drawSkin(plan, turnOf(skins, round).decoded, scratch)),
  );
  const types = await measureTypes(skins);
  const rows: Row[] = [
    ratioRow({
      id: 'figure/encoder',
      what,
      value: times('ours'),
      unit: 'ms',
      peer: { name: 'our encoder alone on the same pixels', value: times('encoder') },
      target: { atMost: 1.25 },
    }),
    peer.row,
    await compareBytes(pictures),
    types.row,
  ];
  return {
    rows,
    tables: [types.table],
    remarks: [
      `Of the ${times('ours').toFixed(2)} ms, drawing alone is ${times('drawing').toFixed(2)} ms. ${skins.length} sample skins take turns.`,
      ...(peer.remark === undefined ? [] : [peer.remark]),
    ],
  };
}

async function comparePeer(
  skins: readonly SampleSkin[],
  ours: Task,
): Promise<{ row: Row; remark?: string }> {
  const id = 'figure/skinview3d';
  const problem = peerProblem();
  if (problem !== undefined) return { row: { id, what, problem } };
  const oursMs: number[] = [];
  const { processorMs, clockMs } = await measureSkinview3d({
    skins: skins.map(({ png }) => png),
    widthPx: boxWidthPx,
    heightPx: boxHeightPx,
    inTurn: async () => {
      const times = await alternate({ ours }, { rounds: skins.length * 2, warmUpRounds: 2 });
      oursMs.push(times('ours'));
    },
  });
  const row: Row = {
    id,
    what,
    value: median(oursMs),
    unit: 'ms',
    peer: { name: 'skinview3d in headless Chromium', value: processorMs },
    judged: 'faster',
    target: { atLeast: 25 },
  };
  const remark = `skinview3d renders with SwiftShader, kept to one core; the quicker of toBlob and toDataURL counts. On the clock of the page: ${clockMs.toFixed(1)} ms.`;
  return { row, remark };
}

async function compareBytes(pictures: readonly RgbaImage[]): Promise<Row> {
  const ours = pictures.map((picture) => encodePng(picture).length);
  const theirs = await Promise.all(
    pictures.map(async ({ data, widthPx, heightPx }) => {
      const raw = { width: widthPx, height: heightPx, channels: 4 } as const;
      const options = { compressionLevel: 6, adaptiveFiltering: false };
      return (await sharp(data, { raw }).png(options).toBuffer()).length;
    }),
  );
  return ratioRow({
    id: 'figure/bytes',
    what: `full body ${boxWidthPx}×${boxHeightPx}, bytes of the PNG, mean of the samples`,
    value: sum(ours) / ours.length / 1000,
    unit: 'kB',
    peer: { name: 'sharp, level 6, no filters', value: sum(theirs) / theirs.length / 1000 },
    target: { atMost: 1.05 },
  });
}

type TypeFigures = {
  readonly type: RenderType;
  readonly widthPx: number;
  readonly oursMs: number;
  readonly encoderMs: number;
};

async function measureTypes(skins: readonly SampleSkin[]): Promise<{ row: Row; table: Table }> {
  const figures: TypeFigures[] = [];
  for (const type of renderTypeNames) figures.push(await measureType(type, skins, 3));
  const ratio = ({ oursMs, encoderMs }: TypeFigures): number => oursMs / encoderMs;
  // The worst of many short measurements is often an outlier: those at the top are measured again.
  const again: TypeFigures[] = [];
  for (const { type } of figures.toSorted((a, b) => ratio(b) - ratio(a)).slice(0, 4)) {
    again.push(await measureType(type, skins, 12));
  }
  const [worst] = again.toSorted((a, b) => ratio(b) - ratio(a));
  if (worst === undefined) throw new Error('there are no types');
  const row = ratioRow({
    id: 'figure/types',
    what: `each type at ${defaultHeightPx} px, decoded sheet to PNG; the worst: ${worst.type}`,
    value: worst.oursMs,
    unit: 'ms',
    peer: { name: 'our encoder alone on the same pixels', value: worst.encoderMs },
    target: { atMost: 1.3 },
  });
  const table = {
    title: `Each type at ${defaultHeightPx} px, full`,
    head: ['type', 'width, px', 'decoded sheet to PNG, ms', 'encoder alone, ms', 'ratio'],
    body: figures.map((one) => [
      one.type,
      String(one.widthPx),
      one.oursMs.toFixed(2),
      one.encoderMs.toFixed(2),
      ratio(one).toFixed(2),
    ]),
  };
  return { row, table };
}

async function measureType(
  renderType: RenderType,
  skins: readonly SampleSkin[],
  turns: number,
): Promise<TypeFigures> {
  const scratch = createScratch(16 * 1024 * 1024);
  const plan = compileFigure(figureOf({ renderType, heightPx: defaultHeightPx }));
  const pictures = skins.map(({ decoded }) => drawSkin(plan, decoded));
  const times = await alternate(
    {
      ours: (round) => encodePng(drawSkin(plan, turnOf(skins, round).decoded, scratch)),
      encoder: (round) => encodePng(turnOf(pictures, round)),
    },
    { rounds: skins.length * turns, warmUpRounds: 3 },
  );
  return {
    type: renderType,
    widthPx: plan.widthPx,
    oursMs: times('ours'),
    encoderMs: times('encoder'),
  };
}
