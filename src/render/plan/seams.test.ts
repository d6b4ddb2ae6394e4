import { describe, expect, it } from 'vitest';
import {
  cornersOnPicture,
  drawnPlan,
  drawScene,
  flatView,
  straight,
  straightSolids,
  type DrawnScene,
} from '../../../test/support/draw-scene.ts';
import { plainSheet, type Rgba } from '../../../test/support/pattern-sheets.ts';
import { bothModels } from '../../../test/support/skin-facts.ts';
import { flatLight } from '../camera/light.ts';
import { compileFigure, frameFigure } from '../../../test/support/compile-figure.ts';
import type { RgbaImage } from '../image/canvas.ts';
import type { Pose } from '../model/pose.ts';
import { posedSolids, type Solid } from '../model/solids.ts';
import { renderTypes } from '../render-types.ts';

/** Sheets of one colour: whatever is not that colour, or not there at all, is a fault. */

const teal: Rgba = [30, 160, 140, 255];
const nothing: Rgba = [255, 0, 255, 0];
const twoLayers = plainSheet(teal, teal);
const bare = plainSheet(teal, nothing);

type Point = readonly [x: number, y: number];

/** The outline of what a convex solid covers (monotone chain), in turn around it. */
function hullOf(points: readonly Point[]): Point[] {
  const sorted = points.toSorted((a, b) => a[0] - b[0] || a[1] - b[1]);
  const chain = (from: readonly Point[]): Point[] => {
    const kept: Point[] = [];
    for (const point of from) {
      while (kept.length > 1 && turn(kept.at(-2)!, kept.at(-1)!, point) <= 0) kept.pop();
      kept.push(point);
    }
    return kept.slice(0, -1);
  };
  return [...chain(sorted), ...chain(sorted.toReversed())];
}

function turn(a: Point, b: Point, c: Point): number {
  return (b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0]);
}

/** A border of a hull: where it begins, and its direction, which has length 1. */
type Border = { readonly from: Point; readonly along: Point };

function bordersOf(points: readonly Point[]): Border[] {
  const hull = hullOf(points);
  return hull.map((from, i) => {
    const [x, y] = hull[(i + 1) % hull.length]!;
    const length = Math.hypot(x - from[0], y - from[1]);
    return { from, along: [(x - from[0]) / length, (y - from[1]) / length] };
  });
}

/** How far inside of a hull a point lies, in pixels; negative outside. */
function depthIn(borders: readonly Border[], x: number, y: number): number {
  let depth = Number.POSITIVE_INFINITY;
  for (const { from, along } of borders) {
    depth = Math.min(depth, along[0] * (y - from[1]) - along[1] * (x - from[0]));
  }
  return depth;
}

const pixelCorners: readonly Point[] = [
  [0, 0],
  [1, 0],
  [0, 1],
  [1, 1],
];

/** Pixels that lie wholly within one solid and are not opaque, or touch none and are not empty. */
function faults(image: RgbaImage, { solids, view, frame }: DrawnScene) {
  const hulls = solids.map((solid) => bordersOf(cornersOnPicture(solid, view, frame)));
  const holes: Point[] = [];
  const strays: Point[] = [];
  let covered = 0;
  for (let y = 0; y < image.heightPx; y++) {
    for (let x = 0; x < image.widthPx; x++) {
      const alpha = image.data[(y * image.widthPx + x) * 4 + 3];
      const middles = hulls.map((hull) => depthIn(hull, x + 0.5, y + 0.5));
      const isWithin = hulls.some(
        (hull, i) =>
          middles[i]! > 0.4 &&
          pixelCorners.every(([right, down]) => depthIn(hull, x + right, y + down) > 1e-6),
      );
      if (isWithin) covered++;
      if (isWithin && alpha !== 255) holes.push([x, y]);
      // Nothing of a pixel is farther from its middle than this.
      if (middles.every((depth) => depth < -Math.SQRT1_2) && alpha !== 0) strays.push([x, y]);
    }
  }
  return { holes, strays, covered };
}

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

describe('no pinholes and no stray pixels', () => {
  const poses = [
    { name: 'default', pose: renderTypes.default.pose },
    { name: 'straight', pose: straight },
    { name: 'bent', pose: bent },
  ];
  const views = [
    { from: 'the front', view: flatView(0) },
    { from: 'aside and above', view: perspective },
    { from: 'behind and below', view: { ...perspective, yawDegrees: 200, pitchDegrees: -33 } },
    { from: 'an isometric corner', view: flatView(45, 35.264) },
  ];
  const cases = poses.flatMap(({ name, pose }) =>
    views.map(({ from, view }) => ({ name, pose, from, view })),
  );

  it.each(cases)('$name, from $from', ({ pose, view }) => {
    for (const { layer, sheet } of [
      { layer: 'base', sheet: bare },
      { layer: 'overlay', sheet: twoLayers },
    ] as const) {
      for (const heightPx of [23, 97]) {
        const all = posedSolids('classic', pose);
        const solids = all.filter((solid: Solid) => layer === 'overlay' || solid.layer === 'base');
        const scene = { solids, view, frame: frameOf(heightPx, view.distanceUnits), sheet };
        const image = drawScene(scene);

        const { holes, strays, covered } = faults(image, scene);

        expect({ layer, heightPx, holes, strays }).toEqual({
          layer,
          heightPx,
          holes: [],
          strays: [],
        });
        expect(covered).toBeGreaterThan(heightPx);
        expect(coloursOf(image)).toEqual(new Set(['30,160,140']));
      }
    }
  });

  it.each([
    { crop: 'full', model: 'classic', heightPx: 150 },
    { crop: 'full', model: 'slim', heightPx: 256 },
    { crop: 'bust', model: 'classic', heightPx: 167 },
    { crop: 'face', model: 'slim', heightPx: 256 },
  ] as const)('as requested: $crop, $model, $heightPx px', ({ crop, model, heightPx }) => {
    const figure = { renderType: 'default', crop, model, heightPx, texelsPerUnit: 1 } as const;
    const { pose, view } = renderTypes.default;
    const solids = posedSolids(model, pose);
    const scene = { solids, view, frame: frameFigure(figure), sheet: twoLayers };

    const { holes, strays, covered } = faults(drawnPlan(compileFigure(figure), twoLayers), scene);

    expect({ holes, strays }).toEqual({ holes: [], strays: [] });
    expect(covered).toBeGreaterThan(heightPx * heightPx * 0.15);
  });

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
        const holes: Point[] = [];
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
});

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
