import { encode, encodePng } from '../image/encode.ts';
import { bareSheet, processedSheet } from '../skin/sheet.ts';
import { drawFlat } from '../pictures/draw-flat.ts';
import { drawHeads } from '../pictures/draw-heads.ts';
import { drawSingle, type FigurePicture } from '../pictures/draw-single.ts';
import type {
  FigureJob,
  ModelJob,
  SheetFiles,
  SheetJob,
  TaskResult,
  FlatJob,
  HeadsJob,
} from '../options/jobs.ts';
import type { ReadSheets, TextureSet } from '../pictures/draw-figure.ts';
import { animationTasks, frameOf, type FrameJob } from './draw-animations.ts';
import { ok, type DrawCaches } from './draw-caches.ts';
import { detachedBuffer } from './packed-image.ts';

type FigureFrameJob = FigureJob & FrameJob & { readonly step: number };

/** The tasks that need no text, so that neither fonts nor the library for them are loaded. */
export function figureTasks(caches: DrawCaches) {
  const { withSheets, plans, scratch } = caches;
  return {
    figure: (job: FigureJob) =>
      figurePicture(job, caches, ({ picture }) => detachedBuffer(encode(picture, job.format))),
    /** Makes a 3D model. What writes the file is loaded with the first one. */
    model: async (job: ModelJob) => {
      const { drawModel } = await import('../model/draw-model.ts');
      const made = withSheets(filesOf(job), (sheets) => {
        const textures = texturesOf(sheets);
        return tooFine(job, textures) ?? ok(drawModel(job, textures));
      });
      return made.ok ? ok(detachedBuffer(await made.value)) : made;
    },
    /** Draws one frame of an animation, with the step that its first frame has told; that one is of any. */
    figureFrame: ({ step: _step, memory, ...job }: FigureFrameJob) =>
      figurePicture(job, caches, ({ picture, moment }) =>
        frameOf(picture, { ...job, memory }, { moment: moment!, xmp: null, sprites: [] }),
      ),
    heads: (job: HeadsJob) => {
      const drawn = drawHeads(job, {
        withPlan: plans.withPlan,
        scratch,
        withSheet: (sheet, drawFace) =>
          withSheets({ skins: [sheet] }, ({ skins }) => ok(drawFace(skins[0]!))),
      });
      return drawn.ok ? ok(detachedBuffer(encode(drawn.value, job.format))) : drawn;
    },
    ...animationTasks,
    /** Decodes sheets without drawing them. */
    checkSheets: (files: SheetFiles) => withSheets(files, () => ok(null)),
    /** A skin sheet as the game uses it, as PNG; without overlay if `isBare`. */
    processedSheet: ({ sheet, isBare }: SheetJob) =>
      withSheets({ skins: [sheet] }, ({ skins }) => {
        const whole = skins[0]!;
        const image = isBare ? bareSheet(whole) : processedSheet(whole);
        return ok(detachedBuffer(encodePng(image)));
      }),
    /** Converts a picture that is not rendered here; `null` if the file cannot be decoded. */
    flat: (job: FlatJob) => {
      const picture = drawFlat(job);
      return ok(picture && detachedBuffer(encode(picture, job.format)));
    },
  };
}

function figurePicture<T>(
  job: FigureJob,
  { withSheets, plans, scratch, reaches }: DrawCaches,
  use: (drawn: FigurePicture) => T,
): TaskResult<T> {
  return withSheets(filesOf(job), (sheets) => {
    const drawn = drawSingle(job, texturesOf(sheets), {
      withPlan: plans.withPlan,
      scratch,
      reaches,
    });
    plans.freeLarge();
    return drawn.ok ? ok(use(drawn.value)) : drawn;
  });
}

const filesOf = ({ skin, cape }: Pick<FigureJob, 'skin' | 'cape'>) => ({
  skins: [skin],
  capes: cape === null ? [] : [cape],
});

const texturesOf = ({ skins, capes }: ReadSheets): TextureSet => ({
  skin: skins[0]!,
  cape: capes[0] ?? null,
});

/** Texels per unit of 128 px: each texel of a raised layer is a block of its own. */
const maxRaised = 2;

function tooFine({ overlay }: ModelJob, { skin }: TextureSet): TaskResult<never> | null {
  if (overlay !== 'raised' || skin.texelsPerUnit <= maxRaised) return null;
  const sidePx = 64 * skin.texelsPerUnit;
  const problem = `must be flat or none for a skin of ${sidePx}×${sidePx} px; raised is for skins of up to 128 px`;
  return { ok: false, tooLarge: { option: 'overlay', problem } };
}
