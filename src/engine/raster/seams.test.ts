import { describe, expect, it } from 'vitest';
import { drawScene, flatView, straightSolids } from '../../../test/support/draw-scene.ts';
import { plainSheet, type Rgba } from '../../../test/support/pattern-sheets.ts';
import { bothModels } from '../../../test/support/skin-facts.ts';
import { flatLight } from '../figure/camera/light.ts';
import type { RgbaImage } from '../image/canvas.ts';
import type { Pose } from '../figure/pose.ts';
import { posedSolids } from '../figure/solids.ts';

/** Sheets of one colour: whatever is not that colour, or not there at all, is a fault. */

const teal: Rgba = [30, 160, 140, 255];
const nothing: Rgba = [255, 0, 255, 0];
const bare = plainSheet(teal, nothing);

/** The colours of all pixels that are there at all. */
function coloursOf({ data }: RgbaImage): Set<string> {
  const colours = new Set<string>();
  for (let at = 0; at < data.length; at += 4) {
    if (data[at + 3] !== 0) colours.add(data.subarray(at, at + 3).join());
  }
  return colours;
}

const bent: Pose = {
  parts: {
    head: { turn: [20, 30, 0] },
    rightArm: { turn: [60, 0, 20], bend: 95 },
    leftArm: { turn: [-40, 20, -10], bend: 50 },
    rightLeg: { turn: [70, 0, 5], bend: -100 },
    leftLeg: { turn: [-20, 0, -5], bend: -35 },
  },
};

const perspective = {
  yawDegrees: 26,
  pitchDegrees: 12,
  target: [0, 17, 0],
  distanceUnits: 56,
} as const;

function frameOf(heightPx: number, distanceUnits: number | null) {
  const scale = (heightPx / 40) * (distanceUnits ?? 1);
  const widthPx = Math.ceil(heightPx * 0.7);
  // An odd place on the pixels, so that nothing falls on their borders by luck.
  return { widthPx, heightPx, scale, originX: widthPx / 2 + 0.137, originY: heightPx / 2 + 0.291 };
}

it.each([1, 3, 7.3, 11.71, 16])(
  'parts that touch, %d px a unit: one gapless silhouette from the front',
  (pxPerUnit) => {
    for (const model of bothModels) {
      const half = model === 'slim' ? 7 : 8;
      const widthPx = Math.ceil(20 * pxPerUnit);
      const heightPx = Math.ceil(36 * pxPerUnit);
      const originX = widthPx / 2;
      const originY = heightPx / 2;
      const frame = { widthPx, heightPx, scale: pxPerUnit, originX, originY };
      const image = drawScene({
        solids: straightSolids(model),
        view: flatView(0),
        frame,
        sheet: bare,
      });
      const holes: [x: number, y: number][] = [];
      for (let y = 0; y < heightPx; y++) {
        for (let x = 0; x < widthPx; x++) {
          // The figure in units: right of its middle, above the ground.
          const [left, right] = [(x - originX) / pxPerUnit, (x + 1 - originX) / pxPerUnit];
          const [up, low] = [16 + (originY - y) / pxPerUnit, 16 + (originY - y - 1) / pxPerUnit];
          const wide = low >= 12 && up <= 24 ? half : up <= 32 && low >= 0 ? 4 : 0;
          const isWithin = left >= -wide && right <= wide;
          if (isWithin && image.data[(y * widthPx + x) * 4 + 3] !== 255) holes.push([x, y]);
        }
      }

      expect(holes).toEqual([]);
    }
  },
);

describe('no halo', () => {
  const white: Rgba = [255, 255, 255, 255];
  const sheets = {
    'opaque white': plainSheet(white, white),
    'white, pink in its holes': plainSheet(white, [255, 0, 128, 0]),
    'translucent white over white': plainSheet(white, [255, 255, 255, 128]),
    'a breath of white over white': plainSheet(white, [255, 255, 255, 1]),
  };

  it.each(Object.entries(sheets))('%s: every pixel is white, also the rim', (_name, sheet) => {
    for (const view of [perspective, flatView(33, 20)]) {
      const image = drawScene({
        solids: posedSolids('slim', bent),
        view,
        frame: frameOf(96, view.distanceUnits),
        light: flatLight,
        sheet,
      });
      const alphas = new Set(image.data.filter((_, at) => at % 4 === 3));

      expect(coloursOf(image)).toEqual(new Set(['255,255,255']));
      expect(alphas.size).toBeGreaterThan(10);
    }
  });
});
