import type { AnimationFormat, Format } from '../../engine/image/formats.ts';
import { shownFrames, stepFor } from '../../engine/options/animation.ts';
import {
  cardSpreadOf,
  type FigureJob,
  type SheetBytes,
  type SceneJob,
} from '../../engine/options/jobs.ts';
import { cardSquares } from '../../engine/scenes/layout/cards.ts';
import { ownPlanMs, pixelsMs, skinMs } from '../../engine/options/cost.ts';
import type { WholeAnimation } from '../../engine/workers/animation.ts';
import type { PackedImage } from '../../engine/workers/packed-image.ts';
import { readCapeHeader, readSkinHeader } from '../../common/png/texture-header.ts';
import type { JobOf, PictureName, TaskName } from '../../engine/workers/tasks.ts';
import type { OverlayStyle } from '../../engine/figure/solids.ts';

/** The bytes of all files in a job, or in a part of it. */
export function bytesOf(part: unknown): number {
  if (part instanceof Uint8Array) return part.byteLength;
  if (typeof part !== 'object' || part === null) return 0;
  return Object.values(part).reduce((sum: number, one) => sum + bytesOf(one), 0);
}

/** The format of the picture; widgets and sheets are always PNG. */
export function formatOf(job: JobOf<TaskName>): Format | AnimationFormat {
  return 'format' in job ? job.format : 'png';
}

/**
 * Whether a job may keep a worker for longer than others should wait to be drawn. The most expensive jobs
 * that are not large take some 0.3 s of the processor (six flat figures in 1200×630, each from another
 * side), measured with cold caches; a raised figure of 1024 px and README's scene take 0.15 s.
 */
export function isLarge<Name extends TaskName>(name: Name, job: JobOf<Name>): boolean {
  const own: { readonly [One in TaskName]?: (job: JobOf<One>) => number } = jobMs;
  return (own[name]?.(job) ?? 0) > maxMs;
}

const maxMs = 250;

/** A face is a sixth of the texels of a figure, all on one side. */
const facesInSheet = 16;

/** Nothing is drawn but its texture: it is put together and written. */
const modelMs = { rest: 15, motion: 8 } as const;

const jobMs: { readonly [Name in PictureName]: (job: JobOf<Name>) => number } = {
  row: ({ figures, sheets, heightPx, format }) =>
    pixelsMs((figures.length * heightPx ** 2) / 2, format) + sheetsMs(sheets),
  scene: (job) => {
    const { figures, skins, capes, format } = job;
    // Each has a plan of its own at worst; a row has one for all.
    const posed = figures.filter((figure) => figure.kind === 'posed');
    return posed.reduce(
      (sum, { skin, overlay }) => sum + ownPlanMs + sheetMs(skins[skin]!, overlay),
      pixelsMs(areaOf(job), format) + sheetsMs(capes),
    );
  },
  figure: (job) =>
    pixelsMs(areaOf(job), job.format) +
    sheetMs(job.skin, job.overlay) +
    (job.cape === null ? 0 : sheetMs(job.cape)),
  model: ({ overlay, motions, skin, cape }) =>
    modelMs.rest +
    modelMs.motion * motions.length +
    sheetMs(skin, overlay) +
    (cape === null ? 0 : sheetMs(cape)),
  heads: ({ figures, sheets, sidePx, format }) =>
    pixelsMs(figures.length * sidePx ** 2, format) + sheetsMs(sheets) / facesInSheet,
  flat: ({ sizePx, format }) => pixelsMs(sizePx ** 2, format),
  figureFrame: (job) => jobMs.figure(job),
  sceneFrame: (job) => jobMs.scene(job),
  animationPalette: ({ frames }) =>
    frames.reduce((sum, frame) => sum + packedMs(frame, 'palette'), 0),
  animationFrame: ({ packed }) => packedMs(packed, 'frame'),
  animationFile: () => 0,
  checkSheets: ({ skins, capes }) => sheetsMs(skins) + sheetsMs(capes),
  processedSheet: () => 0,
};

/** What all frames of an animation take, to compare it with others. */
export function animationMs(job: WholeAnimation): number {
  const { animation } = job;
  const frameMs = 'figures' in job ? jobMs.scene(job) : jobMs.figure(job);
  const step = stepFor(animation, { pixels: areaOf(job), plansMs: 0 }) ?? 1;
  return frameMs * shownFrames(animation, step);
}

/** The pixels of a picture, as far as the job tells. */
function areaOf(job: SceneJob | FigureJob): number {
  const { heightPx } = job;
  if ('figures' in job) {
    if (job.as === 'card') return cardsAreaOf(job);
    const [widthPx, highPx] = job.sizePx ?? [(job.figures.length * heightPx) / 2, heightPx];
    return widthPx * highPx;
  }
  return job.box ? job.box.widthPx * job.box.heightPx : heightPx ** 2 / 2;
}

/** Each card is drawn by itself, then laid into the picture. */
function cardsAreaOf(job: SceneJob): number {
  const { drawnPx, squarePx } = cardSpreadOf(job);
  const cardPx = cardSquares.columns * cardSquares.rows * squarePx ** 2;
  return drawnPx[0] * drawnPx[1] + job.figures.length * cardPx;
}

function packedMs({ widthPx, heightPx }: PackedImage, use: 'palette' | 'frame'): number {
  return pixelsMs(widthPx * heightPx, use);
}

function sheetsMs(sheets: readonly SheetBytes[]): number {
  return sheets.reduce((sum, sheet) => sum + sheetMs(sheet), 0);
}

/** Of a skin or a cape: those that could be either have as many texels per unit. */
function sheetMs({ png }: SheetBytes, overlay?: OverlayStyle): number {
  const header = [readSkinHeader(png), readCapeHeader(png)].find(({ ok }) => ok);
  return header?.ok ? skinMs(header.value, overlay) : 0;
}
