import { extentOf, heightOf, union, widthOf, type Extent, type Region } from '../camera/regions.ts';
import type { View } from '../camera/view.ts';
import type { PosedSurface } from '../ears/posed-ears.ts';
import { heldBoxes, placeHeldItems, type Held } from '../held.ts';
import { mirroredPose, type Pose } from '../pose.ts';
import type { Solid } from '../solids.ts';
import type { PosedRow } from '../posed-row.ts';
import { hasHands, holdsOf } from '../render-types.ts';
import { heldItemRows, type HandHeldItem, type HeldItemRow } from '../held-items/held-items.ts';
import type { Staging } from './stage.ts';

/** What the hands of a figure hold that is not upside down; mirrored, it is in the other hand. */
export function figureHeldItems(row: PosedRow, staging: Staging): Held[] {
  const { pose } = row;
  const own = holdsOf(row);
  const shownIn = (hand: 'right' | 'left', hold: Staging['hold']): HandHeldItem | null => {
    const heldItem = hold ?? own[hand] ?? 'none';
    if (heldItem === 'none' || !hasHands(row)) return null;
    const { used, ...idle }: HeldItemRow = heldItemRows[heldItem];
    return heldItem === own[hand] && row.isCarrying !== true ? (used ?? idle) : idle;
  };
  const right = shownIn('right', staging.hold);
  const left = shownIn('left', staging.holdLeft);
  return staging.mirror === true
    ? placeHeldItems(staging.model, mirroredPose(pose), { right: left, left: right })
    : placeHeldItems(staging.model, pose, { right, left });
}

/** The pose of a figure, with the arms that suit what it was given to hold. */
export function poseHolding(row: PosedRow, { hold, holdLeft }: Staging): Pose {
  const { pose, armsHolding = {} } = row;
  const own = holdsOf(row);
  const isGiven = (hand: 'right' | 'left', heldItem: Staging['hold']): boolean =>
    (heldItem ?? 'none') !== 'none' && heldItem !== own[hand];
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

/** A figure in space: its boxes, what it holds, and what Ears add to it. */
export type FigureInSpace = {
  readonly solids: readonly Solid[];
  readonly heldItems: readonly Held[];
  readonly ears: readonly PosedSurface[];
};

/**
 * What a crop frames: its region, and whole the held items whose hand is in it.
 * @param classic the classic model, which decides on the height; with what the slim one holds, so that
 *   both models have the same height
 * @param grown what else the height includes
 * @returns the frame of this figure in either model
 */
export function frameOf(
  { slimHeldItems, ...classic }: FigureInSpace & { readonly slimHeldItems: readonly Held[] },
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
  if (classic.heldItems.length === 0) return (figure) => regionOf(figure, height);
  const bare = regionOf(classic, height);
  const isInSight = classic.heldItems.map(({ fist }) => isInside(bare, extentOf([fist], view)));
  const withHeldItems = (extent: Extent, heldItems: readonly Held[]): Extent =>
    heldItems
      .filter((_, index) => isInSight[index])
      .map((heldItem) => extentOf(heldBoxes(heldItem).flat(), view))
      .reduce(union, extent);
  const whole = withHeldItems(withHeldItems(bare, classic.heldItems), slimHeldItems);
  return (figure) => withHeldItems(regionOf(figure, whole), figure.heldItems);
}

function isInside(outer: Extent, inner: Extent): boolean {
  return (
    inner.left >= outer.left &&
    inner.right <= outer.right &&
    inner.bottom >= outer.bottom &&
    inner.top <= outer.top
  );
}
