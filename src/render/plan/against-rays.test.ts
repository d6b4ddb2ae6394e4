import { assert, constantFrom, integer, property } from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  drawnPlan,
  drawScene,
  straight,
  type DrawnScene,
} from '../../../test/support/draw-scene.ts';
import { randomFrom, randomSheet } from '../../../test/support/pattern-sheets.ts';
import { createRayRenderer, meanOf, type Levels } from '../../../test/support/ray-renderer.ts';
import { allParts, bothModels } from '../../../test/support/skin-facts.ts';
import { crops } from '../camera/crops.ts';
import { flatLight, studioLight } from '../camera/light.ts';
import type { View } from '../camera/view.ts';
import { compileFigure, frameFigure } from '../figure.ts';
import type { RgbaImage } from '../image/canvas.ts';
import type { Model } from '../model/boxes.ts';
import type { PartPose, Pose } from '../model/pose.ts';
import { posedSolids } from '../model/solids.ts';
import type { Vec3 } from '../model/vector.ts';
import { renderTypes } from '../render-types.ts';
import { prepareSheet } from '../sheet/sheet.ts';

/**
 * Pixel by pixel against a renderer that is too simple to be wrong in the same way: it proves depth
 * order, holes, inner sides, blending, texture positions, cutting at the border and sampling at once.
 */

/** Levels that a pixel may be off: rounding of shades, of stacks and of the sum. */
const roundingLevels = 1.5;

/**
 * Distance within which a sample may fall on the other side of a texel's border. Where perspective,
 * or the fan of a bent limb, changes little over a covered pixel, texture positions are taken as
 * linear there; without either they are exact.
 */
const slackPx = { linear: 1e-6, curved: 0.01 };
/** Pixels that may need it. */
const excusedShare = { linear: 0.0005, curved: 0.02 };

type Disagreement = { x: number; y: number; drawn: number[]; expected: number[] };

/** The pixels that differ from what the rays see by more than the slack explains. */
function disagreements(image: RgbaImage, model: Model, scene: DrawnScene, slack: number) {
  const rays = createRayRenderer({ light: flatLight, ...scene, model });
  const found: Disagreement[] = [];
  let excused = 0;
  for (let y = 0; y < image.heightPx; y++) {
    for (let x = 0; x < image.widthPx; x++) {
      const drawn = premultiplied(image, x, y);
      const expected = meanOf(rays(x, y));
      if (isBetween(drawn, expected, expected)) continue;
      const views = rings.flatMap((ring) =>
        circle.map(([dx, dy]) => rays(x, y, dx * ring * slack, dy * ring * slack)),
      );
      if (isBetween(drawn, bound(views, Math.min), bound(views, Math.max))) excused++;
      else found.push({ x, y, drawn, expected: [...expected] });
    }
  }
  return { found, excused: excused / (image.widthPx * image.heightPx) };
}

/** A sample near two borders may fall over the nearer one only. */
const rings = [0, 0.3, 1];

const circle = [0, 1, 2, 3, 4, 5, 6, 7].map(
  (eighth) => [Math.cos((eighth * Math.PI) / 4), Math.sin((eighth * Math.PI) / 4)] as const,
);

/** The least or most that a pixel can show when each sample may see what is next to it. */
function bound(views: readonly Levels[][], pick: (...values: number[]) => number): Levels {
  return meanOf(
    views[0]!.map((_, sample) => {
      const at = (channel: 0 | 1 | 2 | 3): number =>
        pick(...views.map((samples) => samples[sample]![channel]));
      return [at(0), at(1), at(2), at(3)] as const;
    }),
  );
}

function isBetween(drawn: readonly number[], least: Levels, most: Levels): boolean {
  return drawn.every(
    (level, i) => level >= least[i]! - roundingLevels && level <= most[i]! + roundingLevels,
  );
}

function premultiplied({ data, widthPx }: RgbaImage, x: number, y: number): number[] {
  const [red, green, blue, alpha] = data.subarray((y * widthPx + x) * 4, (y * widthPx + x) * 4 + 4);
  return [red!, green!, blue!].map((level) => (level * alpha!) / 255).concat(alpha!);
}

function expectAgreement(image: RgbaImage, model: Model, scene: DrawnScene): void {
  const isStraight = scene.solids.every(({ fromRow, toRow, size }) => toRow - fromRow === size[1]);
  const kind = isStraight && scene.view.distanceUnits === null ? 'linear' : 'curved';
  const { found, excused } = disagreements(image, model, scene, slackPx[kind]);
  expect(found).toEqual([]);
  expect(excused).toBeLessThan(excusedShare[kind]);
}

/** Numbers for one scene; the same seed gives the same scene. */
function drawFrom(seed: number) {
  const random = randomFrom(seed);
  const between = (low: number, high: number): number => low + random() * (high - low);
  return { random, between, whole: (low: number, high: number) => Math.floor(between(low, high)) };
}

type Draw = ReturnType<typeof drawFrom>;

function anyTurn({ between }: Draw, most: number): Vec3 {
  return [between(-most, most), between(-most, most), between(-most, most)];
}

/** Limbs through each other and through the body: nothing that a pose would do, but all it could. */
function anyPose(draw: Draw, bends: boolean): Pose {
  const parts = allParts.map((part) => {
    const isLimb = part !== 'head' && part !== 'body';
    const turn = anyTurn(draw, 75);
    const bend = isLimb && bends ? { bend: draw.between(-100, 100) } : {};
    return [part, { turn, ...bend } satisfies PartPose] as const;
  });
  const figure = { turn: anyTurn(draw, 25), pivot: [0, 12, 0] as const };
  return { figure, parts: Object.fromEntries(parts) };
}

/** From any side, far and near; the figure lies over the borders as often as not. */
function anyScene(draw: Draw, pose: Pose, model: Model, flat: boolean): DrawnScene {
  const { between, whole, random } = draw;
  const distanceUnits = flat ? null : between(48, 90);
  const view: View = {
    yawDegrees: between(-180, 180),
    pitchDegrees: between(-88, 88),
    target: [between(-3, 3), 16 + between(-3, 3), between(-3, 3)],
    distanceUnits,
  };
  const [widthPx, heightPx] = [whole(40, 64), whole(40, 64)];
  const shownUnits = random() < 0.5 ? between(24, 44) : between(5, 14);
  const frame = {
    widthPx,
    heightPx,
    scale: (heightPx / shownUnits) * (distanceUnits ?? 1),
    originX: widthPx / 2 + between(-3, 3),
    originY: heightPx / 2 + between(-3, 3),
  };
  const texelsPerUnit = random() < 0.75 ? 1 : 2;
  const sheet = prepareSheet(randomSheet(random, texelsPerUnit)).image;
  const light = random() < 0.5 ? studioLight : flatLight;
  return { solids: posedSolids(model, pose), view, frame, light, sheet };
}

describe('the default pose, as requested', () => {
  const requests = bothModels.flatMap((model) =>
    crops.map((crop, i) => ({ model, crop, heightPx: 61 + i * 17 })),
  );

  it.each(requests)('$crop, $model, $heightPx px', ({ model, crop, heightPx }) => {
    const { pose, view, light } = renderTypes.default;
    const figure = { renderType: 'default', crop, model, heightPx, texelsPerUnit: 1 } as const;
    const sheet = prepareSheet(randomSheet(randomFrom(heightPx), 1)).image;
    const frame = frameFigure(figure);
    const scene = { solids: posedSolids(model, pose), view, frame, light, sheet };

    const image = drawnPlan(compileFigure(figure), sheet);

    expectAgreement(image, model, scene);
  });
});

describe('any pose, from anywhere', () => {
  const kinds = [
    { name: 'standing straight', poseOf: () => straight },
    { name: 'limbs turned', poseOf: (draw: Draw) => anyPose(draw, false) },
    { name: 'limbs turned and bent', poseOf: (draw: Draw) => anyPose(draw, true) },
  ];
  const views = [
    { view: 'without perspective', flat: true },
    { view: 'in perspective', flat: false },
  ];
  const cases = kinds.flatMap(({ name, poseOf }) =>
    views.map(({ view, flat }) => ({ name, poseOf, view, flat })),
  );

  it.each(cases)('$name, $view', ({ poseOf, flat }) => {
    assert(
      property(integer(), constantFrom(...bothModels), (seed, model) => {
        const draw = drawFrom(seed);
        const scene = anyScene(draw, poseOf(draw), model, flat);

        expectAgreement(drawScene(scene), model, scene);
      }),
      { seed: 20_240, numRuns: 8, endOnFailure: true },
    );
  });
});
