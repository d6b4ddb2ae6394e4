import { cameraAxes, seenFrom } from '../figure/camera/view.ts';
import { cellUnits, darknessAt, type GroundShadow } from '../figure/stage/ground-shadow.ts';
import type { ShadowMask } from './plan.ts';
import type { Lens } from './screen-quads.ts';
import type { Vec3 } from '../figure/vector.ts';
import { extentOf } from '../figure/camera/framing.ts';

/**
 * A ground shadow projected onto the picture, with an alpha for each pixel. The eye has to be above
 * the ground.
 * @returns `null` if none of the shadow is in the picture.
 */
export function shadowMask(shadow: GroundShadow, lens: Lens): ShadowMask | null {
  const onGround = groundBelow(shadow, lens);
  const { left, top, right, bottom } = boundsPx(shadow, lens);
  const widthPx = right - left;
  const heightPx = bottom - top;
  if (widthPx <= 0 || heightPx <= 0) return null;
  const alphas = new Uint8Array(widthPx * heightPx);
  const stepPx = stepOf(lens);
  const darkAt = (x: number, y: number): number => {
    const cell = onGround(left + x + 0.5, top + y + 0.5);
    return cell === null ? 0 : 255 * darknessAt(shadow, cell[0], cell[1]);
  };
  for (let y = 0; y < heightPx; y++) {
    let from = darkAt(0, y);
    for (let x = 0; x < widthPx; x += stepPx) {
      const to = darkAt(x + stepPx, y);
      const end = Math.min(x + stepPx, widthPx);
      if (from > 0 || to > 0) {
        for (let at = x; at < end; at++) {
          alphas[y * widthPx + at] = from + ((to - from) * (at - x)) / stepPx + 0.5;
        }
      }
      from = to;
    }
  }
  return { leftPx: left, topPx: top, widthPx, heightPx, alphas };
}

/** A third of a cell, in pixels: shadows have no finer detail, so values in between are linear. */
function stepOf({ view, frame }: Lens): number {
  const unitPx = frame.scale / (view.distanceUnits ?? 1);
  return Math.max(1, Math.floor((unitPx * cellUnits) / 3));
}

type OnGround = (x: number, y: number) => readonly [column: number, row: number] | null;

/** From a position on the picture to the shadow's cells. */
function groundBelow(shadow: GroundShadow, { view, frame }: Lens): OnGround {
  const { right, up, away } = cameraAxes(view);
  const { target, distanceUnits } = view;
  const spread = distanceUnits === null ? 0 : 1;
  // Origin and direction of rays, both linear in the offset right and up from the centre.
  const start = (axis: 0 | 1 | 2, r: number, u: number): number =>
    target[axis] -
    (distanceUnits ?? 0) * away[axis] +
    (1 - spread) * (r * right[axis] + u * up[axis]);
  const heading = (axis: 0 | 1 | 2, r: number, u: number): number =>
    away[axis] + spread * (r * right[axis] + u * up[axis]);
  return (x, y) => {
    const r = (x - frame.originX) / frame.scale;
    const u = (frame.originY - y) / frame.scale;
    const travel = (shadow.groundY - start(1, r, u)) / heading(1, r, u);
    if (distanceUnits !== null && !(travel > 0)) return null;
    return [
      (start(0, r, u) + travel * heading(0, r, u) - shadow.minX) / cellUnits,
      (start(2, r, u) + travel * heading(2, r, u) - shadow.minZ) / cellUnits,
    ];
  };
}

/** The pixels that the shadow's grid can touch; all of them if it extends behind the eye. */
function boundsPx(
  { groundY, minX, minZ, columns, rows }: GroundShadow,
  { view, frame }: Lens,
): { left: number; top: number; right: number; bottom: number } {
  const { widthPx, heightPx, scale, originX, originY } = frame;
  const see = seenFrom(view);
  const [maxX, maxZ] = [minX + columns * cellUnits, minZ + rows * cellUnits];
  const corners = [minX, maxX].flatMap((x) => [minZ, maxZ].map((z): Vec3 => [x, groundY, z]));
  const isInSight = view.distanceUnits === null || corners.every((corner) => see(corner)[2] > 1);
  if (!isInSight) return { left: 0, top: 0, right: widthPx, bottom: heightPx };
  const { left, top, right, bottom } = extentOf(corners, view);
  return {
    left: Math.max(0, Math.floor(originX + left * scale)),
    top: Math.max(0, Math.floor(originY - top * scale)),
    right: Math.min(widthPx, Math.ceil(originX + right * scale)),
    bottom: Math.min(heightPx, Math.ceil(originY - bottom * scale)),
  };
}
