import { extentOf, heightOf, union, widthOf, type Extent, type Region } from '../camera/regions.ts';
import type { View } from '../camera/view.ts';
import { heldBoxes, heldThings, type Held } from '../held.ts';
import { mirroredPose, type Pose } from '../pose.ts';
import type { Solid } from '../solids.ts';
import type { PosedRow } from '../posed-row.ts';
import { hasHands, holdsOf } from '../render-types.ts';
import { thingRows, type HandThing, type ThingRow } from '../things/things.ts';
import type { Staging } from './stage.ts';

/** What the hands of a figure hold that is not upside down; mirrored, it is in the other hand. */
export function figureThings(row: PosedRow, staging: Staging): Held[] {
  const { pose } = row;
  const own = holdsOf(row);
  const shownIn = (hand: 'right' | 'left', hold: Staging['hold']): HandThing | null => {
    const thing = hold ?? own[hand] ?? 'none';
    if (thing === 'none' || !hasHands(row)) return null;
    const { used, ...idle }: ThingRow = thingRows[thing];
    return thing === own[hand] && row.isCarrying !== true ? (used ?? idle) : idle;
  };
  const right = shownIn('right', staging.hold);
  const left = shownIn('left', staging.holdLeft);
  return staging.mirror === true
    ? heldThings(staging.model, mirroredPose(pose), { right: left, left: right })
    : heldThings(staging.model, pose, { right, left });
}

/** The pose of a figure, with the arms that suit what it was given to hold. */
export function poseHolding(row: PosedRow, { hold, holdLeft }: Staging): Pose {
  const { pose, armsHolding = {} } = row;
  const own = holdsOf(row);
  const isGiven = (hand: 'right' | 'left', thing: Staging['hold']): boolean =>
    (thing ?? 'none') !== 'none' && thing !== own[hand];
  const { rightArm, leftArm } = armsHolding;
  return {
    ...pose,
    parts: {
      ...pose.parts,
      ...(rightArm && isGiven('right', hold) && { rightArm }),
      ...(leftArm && isGiven('left', holdLeft) && { leftArm }),
    },
  };
}

type Height = Pick<Extent, 'top' | 'bottom'>;

/** A figure in space: its boxes, and what it holds. */
export type FigureInSpace = { readonly solids: readonly Solid[]; readonly things: readonly Held[] };

/**
 * What a crop frames: its region, and whole the things whose hand is in it.
 * @param classic the classic model, which decides on the height; with what the slim one holds, so that
 *   both models have the same height
 * @param grown what else the height includes
 * @returns the frame of this figure in either model
 */
export function frameOf(
  { slimThings, ...classic }: FigureInSpace & { readonly slimThings: readonly Held[] },
  region: Region,
  view: View,
  grown: (height: Height) => Height = (height) => height,
): (figure: FigureInSpace) => Extent {
  const height = grown(heightOf(classic.solids, region, view));
  const regionOf = ({ solids }: FigureInSpace, { top, bottom }: typeof height): Extent => ({
    top,
    bottom,
    ...widthOf(solids, region, view, { top, bottom }),
  });
  if (classic.things.length === 0) return (figure) => regionOf(figure, height);
  const bare = regionOf(classic, height);
  const isInSight = classic.things.map(({ fist }) => isInside(bare, extentOf([fist], view)));
  const withThings = (extent: Extent, things: readonly Held[]): Extent =>
    things
      .filter((_, index) => isInSight[index])
      .map((thing) => extentOf(heldBoxes(thing).flat(), view))
      .reduce(union, extent);
  const whole = withThings(withThings(bare, classic.things), slimThings);
  return (figure) => withThings(regionOf(figure, whole), figure.things);
}

function isInside(outer: Extent, inner: Extent): boolean {
  return (
    inner.left >= outer.left &&
    inner.right <= outer.right &&
    inner.bottom >= outer.bottom &&
    inner.top <= outer.top
  );
}
