import { heightForScale, measureFigure, stageFigure } from '../render/figure.ts';
import type { FramedFigure, MeasuredFigure } from '../render/figure.ts';
import type { Extent } from '../render/camera/regions.ts';
import { createImage } from '../render/image/canvas.ts';
import { motionRow } from '../render/model/motions.ts';
import type { RenderType } from '../render/render-types.ts';
import type { Reaches } from '../render/stage/moment.ts';
import type { Moment, Staging } from '../render/stage/stage.ts';
import type { Turn } from '../scenes/layout/arrangements.ts';
import type { Box, FigureShape } from '../scenes/layout/shape.ts';
import { drawFigure, type FigureContext, type TextureSet } from './draw-figure.ts';
import type { GroupMember } from './group-member.ts';
import type { PosedFigure } from '../options/scene-order.ts';

/** A pose in a view, which several figures of a group may share. */
type FigureAtScale = {
  readonly shape: FigureShape;
  readonly at: (pxPerUnit: number) => { readonly framed: FramedFigure; readonly groundPx: number };
};

/** Creates the figures of a group; equal ones are measured and staged once. */
export function createFigureFinder(reaches?: Reaches): (staging: Staging) => FigureAtScale {
  const known = new Map<string, FigureAtScale>();
  return (staging) => {
    const key = JSON.stringify(staging);
    const own = known.get(key) ?? measureOnce(staging, reaches);
    known.set(key, own);
    return own;
  };
}

function measureOnce(staging: Staging, reaches?: Reaches): FigureAtScale {
  const measured = measureFigure(staging, reaches);
  const framings = new Map<number, FramedFigure>();
  return {
    shape: shapeOf(measured),
    at: (pxPerUnit) => {
      const heightPx = heightForScale(measured, pxPerUnit);
      const framed = framings.get(heightPx) ?? stageFigure({ ...staging, heightPx }, reaches);
      framings.set(heightPx, framed);
      const { originY, scale } = framed.frame;
      return { framed, groundPx: originY - measured.stance.groundUp * scale };
    },
  };
}

/** A figure drawn from its sheets, turned by its arrangement. */
export function posedMember(
  figure: PosedFigure,
  { shape, at }: FigureAtScale,
  textures: TextureSet,
  context: FigureContext,
): GroupMember {
  return {
    shape,
    at: (pxPerUnit) => {
      const { framed, groundPx } = at(pxPerUnit);
      return {
        key: JSON.stringify([framed.figure, figure.skin, figure.cape]),
        groundPx,
        textured: { framed, textures },
        draw: (limited) => drawFigure(limited(framed), textures, context, createImage),
      };
    },
  };
}

/**
 * In a single render, lying figures are seen from above, which in a scene would look like falling:
 * there they are turned to lie along the ground, at the camera height of the others.
 */
const lyingAngles: Partial<Record<RenderType, { yawDegrees: number; pitchDegrees: number }>> = {
  sleeping: { yawDegrees: -30, pitchDegrees: -24 },
  dead: { yawDegrees: 30, pitchDegrees: -26 },
};

/** Whether a figure stands, whatever its type: it has a pose or a motion with poses of its own. */
function bringsPose({ pose, motion }: PosedFigure): boolean {
  return Boolean(pose) || (Boolean(motion) && !motionRow(motion!).keepsPose);
}

/** A requested pose, turned by its arrangement and scene. */
export function stagingOf(
  figure: PosedFigure,
  turn: Turn,
  { hasGround, moment }: { readonly hasGround: boolean; readonly moment: Moment | null },
): Staging {
  const mirror = figure.mirror !== turn.mirror;
  const isSeenAsUsual = figure.yawDegrees === 0 && figure.pitchDegrees === 0;
  const isLying = hasGround && isSeenAsUsual && !bringsPose(figure);
  const lying = isLying ? lyingAngles[figure.renderType] : undefined;
  const { yawDegrees, pitchDegrees } = lying ?? { ...turn, pitchDegrees: figure.pitchDegrees };
  return {
    renderType: figure.renderType,
    crop: figure.crop,
    model: figure.model,
    overlay: figure.overlay,
    wings: figure.wings,
    upsideDown: figure.upsideDown,
    cape: figure.cape === null ? null : { texelsPerUnit: 1 },
    mirror,
    smooth: true,
    ...(figure.pose && { pose: figure.pose }),
    ...(moment !== null && { motion: moment }),
    yawDegrees: figure.yawDegrees + (mirror ? -1 : 1) * yawDegrees,
    pitchDegrees,
  };
}

/**
 * Converts heights on the picture plane (up from its middle) to units down from the top of the figure's
 * picture.
 */
export function shapeOf({ extent, stance, unitsPerPlane }: MeasuredFigure): FigureShape {
  const across = (right: number): number => (right - extent.left) * unitsPerPlane;
  const down = (up: number): number => (extent.top - up) * unitsPerPlane;
  const boxOf = ({ left, right, top, bottom }: Extent): Box => ({
    left: across(left),
    right: across(right),
    top: Math.max(0, down(top)),
    bottom: down(bottom),
  });
  const { feet, face, groundUp } = stance;
  return {
    width: across(extent.right),
    height: down(extent.bottom),
    ground: down(groundUp),
    feet: feet && boxOf(feet),
    face: boxOf(face),
  };
}
