import sharp from 'sharp';
import { animationOf } from '../src/engine/options/animation.ts';
import {
  defaultFigure,
  defaultPicture,
  type FigureJob,
  type SceneJob,
} from '../src/engine/options/jobs.ts';
import { losslessWebp } from '../src/engine/image/webp/lossless-webp.ts';
import type { AnimationFormat } from '../src/engine/image/formats.ts';
import { createImage, type RgbaImage } from '../src/engine/image/canvas.ts';
import { motionNames, type MotionName } from '../src/engine/figure/motions.ts';
import { drawPlan } from '../src/engine/raster/execute.ts';
import { atlasOf } from '../src/engine/raster/atlas.ts';
import { prepareSheet } from '../src/engine/skin/sheet.ts';
import { compileFigure } from '../test/support/compile-figure.ts';
import { figureJob } from '../test/support/figure-job.ts';
import { ratioRow, valueRow, type Report, type Row, type Table } from './support/report.ts';
import { readSampleSkins, turnOf, type SampleSkin } from './support/sample-skins.ts';
import { median } from './support/timing.ts';
import { createDrawing, type Drawing } from '../src/service/queue/drawing.ts';

const heightPx = 256;
const rounds = 7;
const formats = ['webp', 'gif', 'apng'] as const;

const skins = readSampleSkins();

/** Animations of one player and of ten in a scene, through a pool with one worker: time and bytes. */
export async function run(): Promise<Report> {
  const drawing = await createDrawing({ threads: 1 });
  try {
    return {
      rows: [
        ...(await coldRows(drawing)),
        ...(await warmRows(drawing)),
        ...(await turnRows(drawing)),
        ...(await sceneRows(drawing)),
        await encoderRow(),
      ],
      tables: [await bytesTable(drawing)],
      remarks: ['Processor time of all threads of the process.'],
    };
  } finally {
    await drawing.close();
  }
}

/** Processor time of the whole process: the worker's, and that of the queue. */
async function msOf(task: () => unknown): Promise<number> {
  const before = process.cpuUsage();
  await task();
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1000;
}

async function minOf(task: (round: number) => unknown): Promise<number> {
  let min = Number.POSITIVE_INFINITY;
  for (let round = 0; round < rounds; round++) min = Math.min(min, await msOf(() => task(round)));
  return min;
}

/** A size that nobody has asked for has plans of its own. */
async function coldRows(drawing: Drawing): Promise<Row[]> {
  const walk = (px: number) => {
    const job = { ...figureOf(skins[0]!, 'walk', 'webp'), heightPx: px };
    return msOf(() => drawing.draw('figure', job, undefined));
  };
  const first = await walk(heightPx);
  const others: number[] = [];
  for (let round = 1; round <= rounds; round++) others.push(await walk(heightPx + round));
  return [
    valueRow({
      id: 'motion/cold',
      what: `a walk from the sheet to WebP, ${heightPx} px and a few more, with its plans compiled`,
      value: median(others),
      unit: 'ms',
      target: { atMost: 600 },
    }),
    valueRow({
      id: 'motion/first',
      what: 'the same as the first film of a process, whose code is not compiled yet either',
      value: first,
      unit: 'ms',
      target: null,
    }),
  ];
}

async function warmRows(drawing: Drawing): Promise<Row[]> {
  const rows: Row[] = [];
  for (const [format, atMost] of [
    ['webp', 120],
    ['gif', 200],
  ] as const) {
    const value = await minOf((round) =>
      drawing.draw('figure', figureOf(turnOf(skins, round), 'walk', format), undefined),
    );
    rows.push(
      valueRow({
        id: `motion/walk-${format}`,
        what: `a walk of another player, ${heightPx} px, from the sheet to ${nameOf(format)}`,
        value,
        unit: 'ms',
        target: { atMost },
      }),
    );
  }
  return rows;
}

async function turnRows(drawing: Drawing): Promise<Row[]> {
  const rows: Row[] = [];
  for (const [format, atMost] of [
    ['gif', 290],
    ['webp', 330],
  ] as const) {
    let sum = 0;
    for (const skin of skins) {
      sum += (await drawing.draw('figure', figureOf(skin, 'turn', format), undefined)).length;
    }
    rows.push(
      valueRow({
        id: `motion/turn-${format}`,
        what: `a turntable, ${heightPx} px, mean of the samples as ${nameOf(format)}`,
        value: sum / skins.length / 1000,
        unit: 'kB',
        target: { atMost },
      }),
    );
  }
  return rows;
}

async function sceneRows(drawing: Drawing): Promise<Row[]> {
  const draw = (format: AnimationFormat, journey = false) =>
    drawing.draw('scene', { ...sceneOf(format), journey }, undefined);
  await draw('webp');
  const ms = await minOf(() => draw('webp'));
  const kB = async (format: AnimationFormat, journey?: boolean): Promise<number> =>
    (await draw(format, journey)).length / 1000;
  return [
    valueRow({
      id: 'motion/scene',
      what: 'ten players walking on a meadow that stands still, 1200×630, as WebP',
      value: ms / 1000,
      unit: 's',
      target: { atMost: 1.5 },
    }),
    valueRow({
      id: 'motion/scene-webp',
      what: 'the same',
      value: await kB('webp'),
      unit: 'kB',
      target: { atMost: 2400 },
    }),
    valueRow({
      id: 'motion/journey',
      what: 'the same while the ground passes',
      value: (await minOf(() => draw('webp', true))) / 1000,
      unit: 's',
      target: { atMost: 2 },
    }),
    valueRow({
      id: 'motion/journey-webp',
      what: 'the same',
      value: await kB('webp', true),
      unit: 'kB',
      target: { atMost: 3500 },
    }),
    valueRow({
      id: 'motion/scene-gif',
      what: 'as GIF, on ground that stands still',
      value: await kB('gif'),
      unit: 'kB',
      target: { atMost: 5000 },
    }),
  ];
}

/** Our lossless WebP beside libwebp at its lowest effort, frame by frame. */
async function encoderRow(): Promise<Row> {
  sharp.concurrency(1);
  const frames = turnFrames(skins[0]!);
  const own = await minOf(() => frames.forEach((frame) => losslessWebp(frame)));
  const peer = await minOf(async () => {
    for (const { data, widthPx: width, heightPx: height } of frames) {
      await sharp(data, { raw: { width, height, channels: 4 } })
        .webp({ lossless: true, effort: 0 })
        .toBuffer();
    }
  });
  return ratioRow({
    id: 'motion/lossless-webp',
    what: `lossless WebP of ${frames.length} frames of a turntable`,
    value: own,
    unit: 'ms',
    peer: { name: 'libwebp at its lowest effort', value: peer },
    target: { atMost: 1 },
  });
}

function turnFrames({ decoded, model }: SampleSkin): RgbaImage[] {
  const { frames } = animationOf(['turn']);
  return Array.from({ length: frames }, (_, frame) => {
    const plan = compileFigure({
      renderType: 'default',
      crop: 'full',
      model,
      heightPx,
      texelsPerUnit: 1,
      motion: { motion: 'turn', phase: frame / frames },
    });
    const image = createImage(plan.widthPx, plan.heightPx);
    drawPlan(plan, atlasOf({ skin: prepareSheet(decoded), cape: null }), image);
    return image;
  });
}

async function bytesTable(drawing: Drawing): Promise<Table> {
  const body: string[][] = [];
  for (const motion of motionNames) {
    const kB: string[] = [];
    for (const format of formats) {
      const animation = await drawing.draw(
        'figure',
        figureOf(skins[0]!, motion, format),
        undefined,
      );
      kB.push((animation.length / 1000).toFixed(0));
    }
    body.push([motion, String(animationOf([motion]).frames), ...kB]);
  }
  return {
    title: `Films of one player, ${heightPx} px, kB`,
    head: ['motion', 'frames', ...formats.map(nameOf)],
    body,
  };
}

function nameOf(format: AnimationFormat): string {
  return { webp: 'WebP', gif: 'GIF', apng: 'APNG' }[format];
}

function animationOrder(motion: MotionName, format: AnimationFormat) {
  return { ...animationOf([motion]), frame: null, format, matte: [0x31, 0x33, 0x38, 255] } as const;
}

function figureOf(
  { name, png, model }: SampleSkin,
  motion: MotionName,
  format: AnimationFormat,
): FigureJob {
  const skin = { revision: name, png };
  return figureJob(skin, { heightPx, model, motion, animation: animationOrder(motion, format) });
}

function sceneOf(format: AnimationFormat): SceneJob {
  const players = skins.slice(0, 10);
  return {
    ...defaultPicture,
    scene: 'meadow',
    flag: null,
    sizePx: [1200, 630],
    heightPx: 512,
    shadow: true,
    animation: animationOrder('walk', format),
    skins: players.map(({ name, png }) => ({ revision: name, png })),
    capes: [],
    pictures: [],
    figures: players.map(({ name, model }, skin) => ({
      ...defaultFigure,
      kind: 'posed',
      skin,
      cape: null,
      model,
      upsideDown: false,
      label: name,
      motion: 'walk',
    })),
  };
}
