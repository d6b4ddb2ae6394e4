import { type AnimationFormat, formatTable, type Format } from '../../engine/image/formats.ts';
import { shownFrames, stepFor } from '../../engine/options/animation.ts';
import type { FigureJob, SheetBytes, SceneJob } from '../../engine/options/jobs.ts';
import type { WholeAnimation } from '../../engine/workers/animation.ts';
import type { PackedImage } from '../../engine/workers/packed-image.ts';
import { readCapeHeader, readSkinHeader } from '../../common/png/texture-header.ts';
import type { JobOf, PictureName, TaskName } from '../../engine/workers/tasks.ts';
import type { OverlayStyle } from '../../engine/figure/held-item-names.ts';

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
 * Whether a job may keep a worker for longer than others should wait to be drawn. The
 * most expensive jobs that are not large take some 0.27 s of the processor (a raised figure of 800 px as WebP
 * or of 1000 px as PNG, with a skin of noise; 0.37 s if it lies; six flat figures in 1200×630, each
 * from another side, 0.3 s), measured with cold caches. README's scene takes 0.15 s.
 */
export function isLarge<Name extends TaskName>(name: Name, job: JobOf<Name>): boolean {
  const own: { readonly [One in TaskName]?: (job: JobOf<One>) => number } = sizes;
  return (own[name]?.(job) ?? 0) > maxPixels;
}

const maxPixels = 2_500_000;

// All in pixels of a PNG.
/** A figure of a scene has a plan of its own at worst; a row has one for all. */
const figurePixels = 230_000;
/** For each texel per unit, squared: a sheet of 64 px has one. */
const sheetPixels = { flat: 40_000, none: 40_000, raised: 1_200_000 } as const satisfies Record<
  OverlayStyle,
  number
>;

/** A face is a sixth of the texels of a figure, all on one side. */
const facesInSheet = 16;

const sizes: { readonly [Name in PictureName]: (job: JobOf<Name>) => number } = {
  row: ({ figures, sheets, heightPx, format }) =>
    (figures.length * heightPx ** 2 * formatTable[format].cost) / 2 + sizeOfAll(sheets),
  scene: (job) => {
    const { figures, skins, capes, format } = job;
    const posed = figures.filter((figure) => figure.kind === 'posed');
    return posed.reduce(
      (sum, { skin, overlay }) => sum + figurePixels + sizeOfSheet(skins[skin]!, overlay),
      areaOf(job) * formatTable[format].cost + sizeOfAll(capes, readCapeHeader),
    );
  },
  figure: (job) =>
    areaOf(job) * formatTable[job.format].cost +
    sizeOfSheet(job.skin, job.overlay) +
    sizeOfAll(job.cape === null ? [] : [job.cape], readCapeHeader),
  heads: ({ figures, sheets, sidePx, format }) =>
    figures.length * sidePx ** 2 * formatTable[format].cost + sizeOfAll(sheets) / facesInSheet,
  flat: ({ sizePx, format }) => sizePx ** 2 * formatTable[format].cost,
  figureFrame: (job) => sizes.figure(job),
  sceneFrame: (job) => sizes.scene(job),
  animationPalette: ({ frames }) => frames.reduce((sum, frame) => sum + pixelsOf(frame), 0),
  animationFrame: ({ packed }) => pixelsOf(packed) * 2,
  animationFile: () => 0,
  checkSheets: ({ skins, capes }) => sizeOfAll(skins) + sizeOfAll(capes, readCapeHeader),
  processedSheet: () => 0,
};

/** What all frames of an animation take, to compare it with others: in the pixels of `isLarge`. */
export function animationSize(job: WholeAnimation): number {
  const { animation } = job;
  const ofFrame = 'figures' in job ? sizes.scene(job) : sizes.figure(job);
  const step = stepFor(animation, { pixels: areaOf(job), plansMs: 0 }) ?? 1;
  return ofFrame * shownFrames(animation, step);
}

/** The pixels of a picture, as far as the job tells. */
function areaOf(job: SceneJob | FigureJob): number {
  const { heightPx } = job;
  if ('figures' in job) {
    const [widthPx, highPx] = job.sizePx ?? [(job.figures.length * heightPx) / 2, heightPx];
    return widthPx * highPx;
  }
  return job.box ? job.box.widthPx * job.box.heightPx : heightPx ** 2 / 2;
}

function pixelsOf({ widthPx, heightPx }: PackedImage): number {
  return widthPx * heightPx;
}

function sizeOfAll(sheets: readonly SheetBytes[], readHeader = readSkinHeader): number {
  return sheets.reduce((sum, sheet) => sum + sizeOfSheet(sheet, 'flat', readHeader), 0);
}

function sizeOfSheet(
  { png }: SheetBytes,
  overlay: OverlayStyle = 'flat',
  readHeader = readSkinHeader,
): number {
  const header = readHeader(png);
  return header.ok ? header.value ** 2 * sheetPixels[overlay] : 0;
}
