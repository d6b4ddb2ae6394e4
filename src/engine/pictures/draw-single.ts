import { momentIn, type FrameAt } from '../options/animation.ts';
import type { FigureJob, TaskResult } from '../options/jobs.ts';
import { stageFigure } from '../figure/figure.ts';
import { paintBehind } from '../image/background.ts';
import type { RgbaImage } from '../image/canvas.ts';
import { withOutline } from '../image/silhouette.ts';
import { limitFrame } from './detail.ts';
import { drawFigure, modelOf, prepareTextures } from './draw-figure.ts';
import type { DrawContext, TextureSet } from './draw-figure.ts';
import { fitBox } from './figure-boxes.ts';

/** A single figure, and of which animation it is a frame, if it is one. */
export type FigurePicture = { readonly picture: RgbaImage; readonly moment: FrameAt | null };

/** Draws a single figure with its background and outline. */
export function drawSingle(
  job: FigureJob,
  sheets: TextureSet,
  { withPlan, scratch, reaches }: Pick<DrawContext, 'withPlan' | 'scratch' | 'reaches'>,
): TaskResult<FigurePicture> {
  const {
    skin: _skin,
    background,
    outline,
    format: _format,
    box,
    animation,
    motion,
    model,
    ears: _ears,
    ...options
  } = job;
  const { textures, ears } = prepareTextures(sheets, job);
  const framedAt = (at: FrameAt) => {
    const moment = animation && motion ? momentIn(animation, motion, at) : null;
    // The plan determines the scale of the cape; here it only matters that there is one.
    const cape = textures.cape && { texelsPerUnit: textures.cape.texelsPerUnit };
    const own = { model: modelOf(model, textures.skin), cape, ears };
    const staging = { ...options, ...own, ...(moment && { motion: moment }) };
    return stageFigure(staging, reaches);
  };
  // Assume every frame is kept; corrected once size and cost are known.
  const likely = { step: 1, frame: animation?.frame ?? 0 };
  const likelyFramed = framedAt(likely);
  const rimPx = 2 * (outline?.widthPx ?? 0);
  const { widthPx, heightPx } = box ?? likelyFramed.frame;
  const pixels = (widthPx + rimPx) * (heightPx + rimPx);
  const whole = [{ framed: likelyFramed, textures }];
  const frame = limitFrame(whole, animation, { pixels, sizedBy: 'height' });
  if (!frame.ok) return frame;
  const { limited, moment } = frame.value;
  const isLikely = moment === null || moment.step === likely.step;
  const framed = isLikely ? likelyFramed : framedAt(moment);
  const drawn = drawFigure(limited(framed), textures, { withPlan }, scratch);
  const outlined = outline === null ? drawn : withOutline(drawn, outline);
  const picture = box === null ? outlined : fitBox(outlined, box);
  if (background !== null) paintBehind(picture, background.from);
  return { ok: true, value: { picture, moment } };
}
