import { flatLight, studioLight } from '../../src/engine/figure/camera/light.ts';
import type { View } from '../../src/engine/figure/camera/view.ts';
import type { PartPose, Pose } from '../../src/engine/figure/pose.ts';
import { posedSolids } from '../../src/engine/figure/solids.ts';
import type { Vec3 } from '../../src/engine/figure/vector.ts';
import { prepareSheet } from '../../src/engine/skin/sheet.ts';
import type { DrawnScene } from './draw-scene.ts';
import { randomFrom, randomSheet } from './pattern-sheets.ts';
import { allParts } from './skin-facts.ts';
import type { Model } from '../../src/engine/skin/arms.ts';

/** Numbers for one scene; the same seed gives the same scene. */
export function drawFrom(seed: number) {
  const random = randomFrom(seed);
  const between = (low: number, high: number): number => low + random() * (high - low);
  return { random, between, whole: (low: number, high: number) => Math.floor(between(low, high)) };
}

export type Draw = ReturnType<typeof drawFrom>;

function anyTurn({ between }: Draw, max: number): Vec3 {
  return [between(-max, max), between(-max, max), between(-max, max)];
}

/** Limbs may pass through each other and the body: more extreme than any real pose. */
export function anyPose(draw: Draw, bends: boolean): Pose {
  const parts = allParts.map((part) => {
    const isLimb = part !== 'head' && part !== 'body';
    const turn = anyTurn(draw, 75);
    const bend = isLimb && bends ? { bend: draw.between(-100, 100) } : {};
    return [part, { turn, ...bend } satisfies PartPose] as const;
  });
  const figure = { turn: anyTurn(draw, 25), pivot: [0, 12, 0] as const };
  return { figure, parts: Object.fromEntries(parts) };
}

/** From any side and distance; the figure often extends over the borders. */
export function anyScene(
  draw: Draw,
  pose: Pose,
  { model, flat, isRaised = false }: { model: Model; flat: boolean; isRaised?: boolean },
): DrawnScene {
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
  const light = random() < 0.5 ? studioLight(0.5) : flatLight;
  return { solids: posedSolids(model, pose), view, frame, light, sheet, isRaised };
}
