import type { Frame } from '../../src/engine/figure/camera/framing.ts';
import { flatLight, type Light } from '../../src/engine/figure/camera/light.ts';
import type { View } from '../../src/engine/figure/camera/view.ts';
import { createImage, type RgbaImage } from '../../src/engine/image/canvas.ts';
import { heldQuads, type Held } from '../../src/engine/figure/held.ts';
import type { Pose } from '../../src/engine/figure/pose.ts';
import { quadsOf, type Quad } from '../../src/engine/figure/quads.ts';
import { posedSolids, type Solid } from '../../src/engine/figure/solids.ts';
import { compilePlan } from '../../src/engine/raster/compile.ts';
import { drawPlan } from '../../src/engine/raster/execute.ts';
import { type Plan, atlasOf } from '../../src/engine/raster/plan.ts';
import { raisedQuads } from '../../src/engine/figure/stage/posed-stage.ts';

/** What is to be seen, from where, and on which picture. */
export type DrawnScene = {
  readonly solids: readonly Solid[];
  readonly view: View;
  readonly frame: Frame;
  readonly light?: Light;
  /** As it is drawn: see `prepareSheet`. */
  readonly sheet: RgbaImage;
  /** Whether texels of the overlay stand upon the base. */
  readonly isRaised?: boolean;
  /** What the hands hold. */
  readonly heldItems?: readonly Held[];
  /** Surfaces besides those of the boxes. */
  readonly quads?: readonly Quad[];
};

/** The figure's boxes when it stands straight, the arms hanging. */
export const straight: Pose = { parts: {} };

export function straightSolids(model: 'classic' | 'slim' = 'classic'): Solid[] {
  return posedSolids(model, straight);
}

export function planOf(scene: DrawnScene): Plan {
  const { solids, view, frame, light = flatLight, sheet } = scene;
  const texelsPerUnit = sheet.widthPx / 64;
  const isRaised = scene.isRaised === true;
  const skin = isRaised ? raisedQuads(solids, view, texelsPerUnit) : solids.flatMap(quadsOf);
  const held = (scene.heldItems ?? []).flatMap(heldQuads);
  return compilePlan({
    quads: [...skin, ...(scene.quads ?? []), ...held],
    lens: { view, frame },
    light,
    texelsPerUnit,
  });
}

/** Draws a whole plan on a transparent picture of its size. */
export function drawnPlan(plan: Plan, sheet: RgbaImage): RgbaImage {
  const image = createImage(plan.widthPx, plan.heightPx);
  const skin = { image: sheet, texelsPerUnit: sheet.widthPx / 64 };
  drawPlan(plan, atlasOf({ skin, cape: null, hasHeldItems: plan.hasHeldItems }), image);
  return image;
}

export function drawScene(scene: DrawnScene): RgbaImage {
  return drawnPlan(planOf(scene), scene.sheet);
}

/** A view without perspective. Yaw 0 sees the face, 90 the player's right side; pitch 90 the top. */
export function flatView(yawDegrees: number, pitchDegrees = 0): View {
  return { yawDegrees, pitchDegrees, target: [0, 16, 0], distanceUnits: null };
}

/** A picture of so many units to each side of the target, so many pixels a unit. */
export function squareFrame(halfUnits: number, pxPerUnit: number): Frame {
  const sidePx = 2 * halfUnits * pxPerUnit;
  return {
    widthPx: sidePx,
    heightPx: sidePx,
    scale: pxPerUnit,
    originX: sidePx / 2,
    originY: sidePx / 2,
  };
}
