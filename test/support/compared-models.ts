import { join } from 'node:path';
import { rolldown } from 'rolldown';
import { cameraAxes, type View } from '../../src/engine/figure/camera/view.ts';
import type { Frame } from '../../src/engine/figure/camera/framing.ts';
import { stageFigure } from '../../src/engine/figure/figure.ts';
import type { MotionName } from '../../src/engine/figure/motions.ts';
import { dot, type Vec3 } from '../../src/engine/figure/vector.ts';
import { createImage, type RgbaImage } from '../../src/engine/image/canvas.ts';
import { drawModel } from '../../src/engine/model/draw-model.ts';
import type { ModelJob } from '../../src/engine/options/jobs.ts';
import {
  drawFigure,
  modelOf,
  prepareTextures,
  type TextureSet,
} from '../../src/engine/pictures/draw-figure.ts';
import { createWorkerPlans } from '../../src/engine/workers/worker-plans.ts';
import { launchChromium } from './browser.ts';

/** A moment to compare: at rest, or at a phase of a motion. */
export type Compared = { readonly motion: MotionName | null; readonly phase: number };

/** Opens three.js in Chromium. */
export async function openComparison() {
  const input = join(import.meta.dirname, '../web/script/model-page.ts');
  const bundle = await rolldown({ input, platform: 'browser', tsconfig: false });
  const { output } = await bundle.generate({ format: 'iife' });
  await bundle.close();
  const browser = await launchChromium();
  const page = await browser.newPage();
  await page.addScriptTag({ content: output[0].code });
  return {
    close: () => browser.close(),
    load: async (job: ModelJob, sheets: TextureSet) => {
      const base64 = Buffer.from(await drawModel(job, sheets)).toString('base64');
      await page.evaluate(`loadModel(${JSON.stringify(base64)})`);
    },
    /**
     * A moment of the loaded model.
     * @returns the share of both silhouettes that is common, and the mean difference of colours within it, of 255
     */
    compare: async (job: ModelJob, sheets: TextureSet, moment: Compared) => {
      const { picture, view, frame } = pictureOf(job, sheets, moment);
      const shown = { ...camera(view, frame), ...sizeOf(frame), ...moment };
      const base64 = String(await page.evaluate(`showModel(${JSON.stringify(shown)})`));
      const model = {
        ...sizeOf(frame),
        data: Uint8ClampedArray.from(Buffer.from(base64, 'base64')),
      };
      return { ...likeness(picture, model), picture, model };
    },
  };
}

const sizeOf = ({ widthPx, heightPx: high }: Frame) => ({ widthPx, heightPx: high });

const heightPx = 256;

const plans = createWorkerPlans(64 * 1024 * 1024, () => null);

function pictureOf(job: ModelJob, sheets: TextureSet, { motion, phase }: Compared) {
  const { textures, ears } = prepareTextures(sheets, job);
  const framed = stageFigure({
    ...job,
    crop: 'full',
    heightPx,
    shading: false,
    model: modelOf(job.model, textures.skin),
    cape: textures.cape && { texelsPerUnit: textures.cape.texelsPerUnit },
    ears,
    motion: motion && { motion, phase },
  });
  const picture = drawFigure(framed, textures, { withPlan: plans.withPlan }, createImage);
  // An animation turns the model instead of the camera.
  const turn = motion === 'turn' ? 360 * phase : 0;
  const { view } = framed.stage;
  return { picture, frame: framed.frame, view: { ...view, yawDegrees: view.yawDegrees - turn } };
}

const unitsPerMetre = 16;

/** The camera of a picture as matrices of glTF's space. */
function camera(view: View, { widthPx, heightPx: high, scale, originX, originY }: Frame) {
  const { right, up, away } = cameraAxes(view);
  const turned = ([x, y, z]: Vec3): Vec3 => [-x, y, -z];
  const { distanceUnits } = view;
  const shift = (axis: Vec3): number => -dot(axis, view.target) / unitsPerMetre;
  const back = shift(away) + (distanceUnits ?? 0) / unitsPerMetre;
  const [r, u, a] = [turned(right), turned(up), turned(away)];
  const rows = [
    [...r, shift(right)],
    [...u, shift(up)],
    [-a[0], -a[1], -a[2], -back],
    [0, 0, 0, 1],
  ];
  const [near, far] = [0.05, 40];
  const [sx, sy] = [(2 * scale) / widthPx, (2 * scale) / high];
  const [ox, oy] = [(2 * originX) / widthPx - 1, 1 - (2 * originY) / high];
  const projection =
    distanceUnits === null
      ? [
          [sx * unitsPerMetre, 0, 0, ox],
          [0, sy * unitsPerMetre, 0, oy],
          [0, 0, -2 / (2 * far), 0],
          [0, 0, 0, 1],
        ]
      : [
          [sx, 0, -ox, 0],
          [0, sy, -oy, 0],
          [0, 0, (far + near) / (near - far), (2 * far * near) / (near - far)],
          [0, 0, -1, 0],
        ];
  return { view: byColumn(rows), projection: byColumn(projection) };
}

function byColumn(rows: readonly (readonly number[])[]): number[] {
  return [0, 1, 2, 3].flatMap((column) => rows.map((row) => row[column]!));
}

function likeness(picture: RgbaImage, model: RgbaImage) {
  let both = 0;
  let either = 0;
  let difference = 0;
  for (let at = 0; at < picture.data.length; at += 4) {
    const [ours, theirs] = [picture.data[at + 3]! >= 128, model.data[at + 3]! >= 128];
    if (ours || theirs) either += 1;
    if (!ours || !theirs) continue;
    both += 1;
    for (const channel of [0, 1, 2]) {
      difference += Math.abs(picture.data[at + channel]! - model.data[at + channel]!) / 3;
    }
  }
  return { overlap: both / either, difference: difference / both };
}
