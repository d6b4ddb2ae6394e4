import sharp from 'sharp';
import { animationOf } from '../src/engine/options/animation.ts';
import type { FigureJob, SceneJob } from '../src/engine/options/jobs.ts';
import { losslessWebp } from '../src/engine/image/webp/lossless-webp.ts';
import type { RgbaImage } from '../src/engine/image/canvas.ts';
import type { MotionName } from '../src/engine/figure/motions.ts';
import { compileFigure } from '../test/support/compile-figure.ts';
import { figureJob } from '../test/support/figure-job.ts';
import { drawSkin, figureOf as plainFigureOf, sceneJob } from './support/figures.ts';
import { rowsOf, type Report, type Row } from './support/report.ts';
import { readSampleSkins, turnOf, type SampleSkin } from './support/sample-skins.ts';
import { median, shortestMs, type Task } from './support/timing.ts';
import { createDrawing, type Drawing } from '../src/service/queue/drawing.ts';

const heightPx = 256;
const rounds = 7;
type Format = keyof typeof names;
const names = { webp: 'WebP', gif: 'GIF' } as const;
const skins = readSampleSkins();
const row = rowsOf('motion/');

/** Processor time of the whole process: the worker's, and that of the queue. */
const minOf = (task: Task): Promise<number> => shortestMs(task, rounds);

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
      remarks: ['Processor time of all threads of the process.'],
    };
  } finally {
    await drawing.close();
  }
}

/** A size that nobody has asked for has plans of its own. */
async function coldRows(drawing: Drawing): Promise<Row[]> {
  const walk = (px: number) => {
    const job = { ...figureOf(skins[0]!, 'walk', 'webp'), heightPx: px };
    return shortestMs(() => drawing.draw('figure', job, undefined), 1);
  };
  const first = await walk(heightPx);
  const others: number[] = [];
  for (let round = 1; round <= rounds; round++) others.push(await walk(heightPx + round));
  const cold = `a walk from the sheet to WebP, ${heightPx} px and a few more, with its plans compiled`;
  const again = 'the same as the first film of a process, whose code is not compiled yet either';
  return [
    row('cold', cold, [median(others), 'ms'], { atMost: 600 }),
    row('first', again, [first, 'ms'], null),
  ];
}

async function warmRows(drawing: Drawing): Promise<Row[]> {
  const rowOf = async (format: Format, atMost: number) => {
    const ms = await minOf((round) =>
      drawing.draw('figure', figureOf(turnOf(skins, round), 'walk', format), undefined),
    );
    const what = `a walk of another player, ${heightPx} px, from the sheet to ${names[format]}`;
    return row(`walk-${format}`, what, [ms, 'ms'], { atMost });
  };
  return [await rowOf('webp', 120), await rowOf('gif', 200)];
}

async function turnRows(drawing: Drawing): Promise<Row[]> {
  const rowOf = async (format: Format, atMost: number) => {
    let bytes = 0;
    for (const skin of skins) {
      bytes += (await drawing.draw('figure', figureOf(skin, 'turn', format), undefined)).length;
    }
    const what = `a turntable, ${heightPx} px, mean of the samples as ${names[format]}`;
    return row(`turn-${format}`, what, [bytes / skins.length / 1000, 'kB'], { atMost });
  };
  return [await rowOf('gif', 290), await rowOf('webp', 330)];
}

async function sceneRows(drawing: Drawing): Promise<Row[]> {
  const draw = (format: Format, journey = false) =>
    drawing.draw('scene', { ...sceneOf(format), journey }, undefined);
  const kB = async (format: Format, journey?: boolean): Promise<number> =>
    (await draw(format, journey)).length / 1000;
  await draw('webp');
  const seconds = async (journey: boolean): Promise<number> =>
    (await minOf(() => draw('webp', journey))) / 1000;
  const scene = 'ten players walking on a meadow that stands still, 1200×630, as WebP';
  const journey = 'the same while the ground passes';
  // Of the first 0.5 to 1.7 s, by machine.
  return [
    row('scene', scene, [await seconds(false), 's'], { atMost: 1.8 }),
    row('scene-webp', 'the same', [await kB('webp'), 'kB'], { atMost: 2400 }),
    row('journey', journey, [await seconds(true), 's'], { atMost: 2.3 }),
    row('journey-webp', 'the same', [await kB('webp', true), 'kB'], { atMost: 3500 }),
    row('scene-gif', 'as GIF, on ground that stands still', [await kB('gif'), 'kB'], {
      atMost: 5000,
    }),
  ];
}

/** Our lossless WebP beside libwebp at its lowest effort, frame by frame. */
async function encoderRow(): Promise<Row> {
  sharp.concurrency(1);
  const frames = turnFrames(skins[0]!);
  const own = await minOf(() => frames.forEach((frame) => losslessWebp(frame)));
  const theirs = await minOf(async () => {
    for (const { data, widthPx: width, heightPx: height } of frames) {
      await sharp(data, { raw: { width, height, channels: 4 } })
        .webp({ lossless: true, effort: 0 })
        .toBuffer();
    }
  });
  const what = `lossless WebP of ${frames.length} frames of a turntable`;
  const peer = ['libwebp at its lowest effort', theirs] as const;
  return row('lossless-webp', what, [own, 'ms', peer], { atMost: 1 });
}

function turnFrames({ decoded, model }: SampleSkin): RgbaImage[] {
  const { frames } = animationOf(['turn']);
  return Array.from({ length: frames }, (_, frame) => {
    const motion = { motion: 'turn', phase: frame / frames } as const;
    return drawSkin(compileFigure(plainFigureOf({ heightPx, model, motion })), decoded);
  });
}

function animationOrder(motion: MotionName, format: Format) {
  return { ...animationOf([motion]), frame: null, format, matte: [0x31, 0x33, 0x38, 255] } as const;
}

function figureOf({ name, png, model }: SampleSkin, motion: MotionName, format: Format): FigureJob {
  const skin = { revision: name, png };
  return figureJob(skin, { heightPx, model, motion, animation: animationOrder(motion, format) });
}

function sceneOf(format: Format): SceneJob {
  const animation = animationOrder('walk', format);
  return {
    ...sceneJob(skins.slice(0, 10), [1200, 630], { motion: 'walk' }),
    heightPx: 512,
    animation,
  };
}
