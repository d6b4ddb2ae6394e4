import { extentOf, heightOf } from '../camera/regions.ts';
import { cameraAxes, flatten, seenFrom, type View } from '../camera/view.ts';
import { heldBoxes } from '../held.ts';
import { lowestPoint } from '../solids.ts';
import type { Vec3 } from '../vector.ts';
import type { PosedRow } from '../posed-row.ts';
import type { FigureInSpace } from './figure-held-items.ts';
import { figureSolids, heldItemsIn } from './posed-space.ts';
import { cropOf, type Stance, type Staging } from './stage.ts';

/** A figure that stands: the classic model, so that both models stand alike. */
type Standing = FigureInSpace & {
  readonly row: PosedRow;
  readonly staging: Staging;
  readonly view: View;
};

export function standingOf(row: PosedRow, staging: Staging, view: View): Standing {
  const solids = figureSolids(row, { ...staging, model: 'classic', cape: null }, view);
  return {
    row,
    staging,
    view,
    solids,
    heldItems: heldItemsIn(row, { ...staging, model: 'classic' }, view),
  };
}

function baseOf({ solids }: Standing): Standing['solids'] {
  return solids.filter(({ layer }) => layer === 'base');
}

function airOf({ row }: Standing): number {
  return row.parts === undefined ? (row.pose.airUnits ?? 0) : 0;
}

/** Height of the ground; see `Stance`. */
export function groundOf(standing: Standing): number {
  const { row, staging, view, solids } = standing;
  if (staging.crop !== 'full') return heightOf(solids, cropOf(row.crops, staging), view).bottom;
  const corners = baseOf(standing).flatMap((solid) => solid.corners);
  return extentOf(corners, view).bottom - airOf(standing) / (view.distanceUnits ?? 1);
}

/** All but its shadow. */
export function stanceOf(standing: Standing): Omit<Stance, 'casters'> {
  const { view } = standing;
  const base = baseOf(standing);
  const heads = base.flatMap(({ part, corners }) => (part === 'head' ? corners : []));
  const others = base.flatMap(({ part, corners }) => (part === 'head' ? [] : corners));
  return {
    groundUp: groundOf(standing),
    face: extentOf(heads, view),
    bodyUp: extentOf(others, view).top,
  };
}

/** Units above the lowest point within which something counts as touching the ground. */
const touchUnits = 4.5;

/** From lower angles than this, a ground would be seen as a line. */
const minTilt = 0.17;

/** What casts its shadow; see `Stance`. */
export function castersOf(standing: Standing): Stance['casters'] {
  const { staging, heldItems, view } = standing;
  if (staging.crop !== 'full') return [];
  const base = baseOf(standing);
  const lowest = lowestPoint(base);
  const groundY = lowest - airOf(standing);
  const see = seenFrom(view);
  const { away } = cameraAxes(view);
  const level = Math.hypot(away[0], away[2]) || 1;
  const depth = ([x, , z]: Vec3): number => (x * away[0] + z * away[2]) / level;
  const touching = base
    .flatMap(({ corners }) => corners)
    .filter(([, y]) => y <= lowest + touchUnits);
  const foremost = Math.min(...touching.map(depth));
  const tilt = Math.max(minTilt, -away[1]);
  const boxes = [...base.map(({ corners }) => corners), ...heldItems.flatMap(heldBoxes)];
  return boxes.map((corners) =>
    corners.map((corner) => ({
      right: flatten(view, see([corner[0], groundY, corner[2]]))[0],
      back: ((depth(corner) - foremost) * tilt) / (view.distanceUnits ?? 1),
      heightUnits: corner[1] - groundY,
    })),
  );
}
