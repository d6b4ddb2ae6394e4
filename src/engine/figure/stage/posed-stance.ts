import { extentOf, heightOf } from '../camera/framing.ts';
import { flatten, seenFrom } from '../camera/view.ts';
import { heldBoxes } from '../held.ts';
import { lowestPoint, type Solid } from '../solids.ts';
import type { Vec3 } from '../vector.ts';
import type { Posture } from './moment.ts';
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
function groundOf(body: Body): number {
  const { row, staging, view, skin } = body;
  if (staging.crop !== 'full') {
    return heightOf(skin('classic'), cropOf(row.crops, staging), view).bottom;
  }
  const corners = baseOf(body).flatMap((solid) => solid.corners);
  return extentOf(corners, view).bottom - airOf(body) / (view.distanceUnits ?? 1);
}

export function postureOf(body: Body): Posture {
  const { view } = body;
  const base = baseOf(body);
  const heads = base.flatMap(({ part, corners }) => (part === 'head' ? corners : []));
  return {
    groundUp: groundOf(body),
    face: extentOf(heads, view),
    covers: base.map(({ corners }) => extentOf(corners, view)),
  };
}

/** Units above the lowest point within which something counts as touching the ground. */
const touchUnits = 4.5;

/** From lower angles than this, in degrees, a ground would be seen as a line. */
const minPitchDegrees = 10;

/** Nothing on the ground is nearer to the eye, in units. */
const minAwayUnits = 8;

/** What casts its shadow on the ground at a height of the picture; see `Stance`. */
export function castersOf(body: Body, groundUp: number): Stance['casters'] {
  const { staging, heldItems, view } = body;
  if (staging.crop !== 'full') return [];
  const base = baseOf(body);
  const lowest = lowestPoint(base);
  const groundY = lowest - airOf(body);
  const above = { ...view, pitchDegrees: Math.max(minPitchDegrees, view.pitchDegrees) };
  const [see, seeAbove] = [seenFrom(view), seenFrom(above)];
  const upOf = ([x, , z]: Vec3): number => {
    const [right, up, away] = seeAbove([x, groundY, z]);
    return flatten(above, [right, up, Math.max(minAwayUnits, away)])[1];
  };
  const touching = base
    .flatMap(({ corners }) => corners)
    .filter(([, y]) => y <= lowest + touchUnits);
  const foremost = Math.min(...touching.map(upOf)) - (groundOf(body) - groundUp);
  const boxes = [...base.map(({ corners }) => corners), ...heldItems('classic').flatMap(heldBoxes)];
  return boxes.map((corners) =>
    corners.map((corner) => ({
      right: flatten(view, see([corner[0], groundY, corner[2]]))[0],
      back: upOf(corner) - foremost,
      heightUnits: corner[1] - groundY,
    })),
  );
}
