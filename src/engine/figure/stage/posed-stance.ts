import { extentOf, heightOf } from '../camera/regions.ts';
import { cameraAxes, flatten, seenFrom } from '../camera/view.ts';
import { heldBoxes } from '../held.ts';
import { lowestPoint, type Solid } from '../solids.ts';
import type { Vec3 } from '../vector.ts';
import type { Body } from './posed-space.ts';
import { cropOf, type Stance } from './stage.ts';

// How a figure stands is told by its classic model, so that both models stand alike.

function baseOf(body: Body): readonly Solid[] {
  return body.skin('classic').filter(({ layer }) => layer === 'base');
}

/** How far the figure is above the ground, in units; a cropped one stands on it. */
export function airOf({ row }: Body): number {
  return row.parts === undefined ? (row.pose.airUnits ?? 0) : 0;
}

/** Height of the ground; see `Stance`. */
export function groundOf(body: Body): number {
  const { row, staging, view, skin } = body;
  if (staging.crop !== 'full') {
    return heightOf(skin('classic'), cropOf(row.crops, staging), view).bottom;
  }
  const corners = baseOf(body).flatMap((solid) => solid.corners);
  return extentOf(corners, view).bottom - airOf(body) / (view.distanceUnits ?? 1);
}

/** All but its shadow. */
export function stanceOf(body: Body): Omit<Stance, 'casters'> {
  const { view } = body;
  const base = baseOf(body);
  const heads = base.flatMap(({ part, corners }) => (part === 'head' ? corners : []));
  const others = base.flatMap(({ part, corners }) => (part === 'head' ? [] : corners));
  return {
    groundUp: groundOf(body),
    face: extentOf(heads, view),
    bodyUp: extentOf(others, view).top,
  };
}

/** Units above the lowest point within which something counts as touching the ground. */
const touchUnits = 4.5;

/** From lower angles than this, a ground would be seen as a line. */
const minTilt = 0.17;

/** What casts its shadow; see `Stance`. */
export function castersOf(body: Body): Stance['casters'] {
  const { staging, heldItems, view } = body;
  if (staging.crop !== 'full') return [];
  const base = baseOf(body);
  const lowest = lowestPoint(base);
  const groundY = lowest - airOf(body);
  const see = seenFrom(view);
  const { away } = cameraAxes(view);
  const level = Math.hypot(away[0], away[2]) || 1;
  const depth = ([x, , z]: Vec3): number => (x * away[0] + z * away[2]) / level;
  const touching = base
    .flatMap(({ corners }) => corners)
    .filter(([, y]) => y <= lowest + touchUnits);
  const foremost = Math.min(...touching.map(depth));
  const tilt = Math.max(minTilt, -away[1]);
  const boxes = [...base.map(({ corners }) => corners), ...heldItems('classic').flatMap(heldBoxes)];
  return boxes.map((corners) =>
    corners.map((corner) => ({
      right: flatten(view, see([corner[0], groundY, corner[2]]))[0],
      back: ((depth(corner) - foremost) * tilt) / (view.distanceUnits ?? 1),
      heightUnits: corner[1] - groundY,
    })),
  );
}
