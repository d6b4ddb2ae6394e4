import { standingCrops } from '../camera/crops.ts';
import { turnedView, type View } from '../camera/view.ts';
import type { Extent } from '../camera/regions.ts';
import { around } from '../motion.ts';
import { maxFrames, motionRow } from '../motions.ts';
import type { PosedRow } from '../posed-row.ts';
import { poseHolding } from './figure-held-items.ts';
import type { FramedStage, Stance, Staging } from './stage.ts';

/** What a moving figure needs in all frames of its loop, so that the frames line up and cut nothing. */
export type Reach = FramedStage & {
  /** Of the camera, which does not move. */
  readonly distanceUnits: number | null;
  /** All but the shadow, which moves. */
  readonly stance: Omit<Stance, 'casters'>;
};

/** Keeps reaches by key: a loop has 48 phases to measure, which takes as long as drawing a small frame. */
export type Reaches = (key: string, measure: () => Reach) => Reach;

/** A figure with its own pose, if it has one, at a phase of its motion. */
export function momentOf(row: PosedRow, staging: Staging, phase: number): PosedRow {
  const start = staging.pose ?? poseHolding(row, staging);
  const isOwnPose = Boolean(staging.pose);
  if (!staging.motion) return { ...row, pose: start, isCarrying: isOwnPose };
  const { keepsPose, poseAt, turnsAt } = motionRow(staging.motion.motion);
  return {
    ...row,
    pose: poseAt(around(phase), start),
    isCarrying: !keepsPose || isOwnPose,
    view: turnsAt === undefined ? row.view : turnedView(row.view, 360 * turnsAt(phase), 0),
    crops: keepsPose ? row.crops : standingCrops,
  };
}

/** The reach of a figure over the phases of its loop. */
export function reachOf(
  row: PosedRow,
  staging: Staging,
  {
    viewAt,
    framedIn,
    stanceAt,
  }: {
    readonly viewAt: (moment: PosedRow) => View;
    readonly framedIn: (moment: PosedRow, view: View) => FramedStage;
    readonly stanceAt: (moment: PosedRow, view: View) => Reach['stance'];
  },
): Reach {
  const moments = phasesOf(staging).map((phase) => momentOf(row, staging, phase));
  const views = moments.map(viewAt);
  const distances = views.map((view) => view.distanceUnits);
  const distanceUnits = distances.includes(null)
    ? null
    : Math.max(...distances.map((units) => units ?? 0));
  const inView = moments.map((moment, index) => ({
    moment,
    view: { ...views[index]!, distanceUnits },
  }));
  const stages = inView.map(({ moment, view }) => framedIn(moment, view));
  const stances = inView.map(({ moment, view }) => stanceAt(moment, view));
  const extent = hull(stages.map((stage) => stage.extent));
  return {
    distanceUnits,
    extent,
    // A loop may reach farther to both sides than any of its moments.
    widestUnits: Math.max(
      extent.right - extent.left,
      ...stages.map(({ widestUnits }) => widestUnits),
    ),
    stance: {
      groundUp: Math.min(...stances.map(({ groundUp }) => groundUp)),
      face: hull(stances.map(({ face }) => face)),
      bodyUp: Math.max(...stances.map(({ bodyUp }) => bodyUp)),
    },
  };
}

/**
 * A motion of one's own may turn limbs so fast that the frames of its animation reach beyond what lies between
 * any others.
 */
function phasesOf({ motion }: Staging): readonly number[] {
  return [...new Set([...evenPhases(maxFrames), ...evenPhases(motion?.animationFrames ?? 0)])];
}

function evenPhases(count: number): readonly number[] {
  return Array.from({ length: count }, (_, index) => index / count);
}

function hull(extents: readonly Extent[]): Extent {
  return {
    left: Math.min(...extents.map(({ left }) => left)),
    right: Math.max(...extents.map(({ right }) => right)),
    bottom: Math.min(...extents.map(({ bottom }) => bottom)),
    top: Math.max(...extents.map(({ top }) => top)),
  };
}
