import { union } from '../camera/framing.ts';
import { standingCrops } from '../camera/crops.ts';
import { maxFrames, motionRow } from '../motions.ts';
import type { PosedRow } from '../posed-row.ts';
import { standing } from '../standing.ts';
import { beforeCamera, seenAt, type Body } from './posed-space.ts';
import type { FramedStage, Stance, Staging } from './stage.ts';

/** What a moving figure needs in all frames of its loop, so that the frames line up and cut nothing. */
export type Reach = FramedStage & {
  /** Of the camera, which does not move. */
  readonly distanceUnits: number | null;
  /** All but the shadow, which moves. */
  readonly stance: Omit<Stance, 'casters'>;
};

/** How a figure stands at one moment. */
export type Posture = Pick<Stance, 'groundUp' | 'face' | 'covers'>;

/** Keeps reaches by key: a loop has 48 phases to measure, which takes as long as drawing a small frame. */
export type Reaches = (key: string, measure: () => Reach) => Reach;

/** A moving figure as it stands when it does not move: in the pose with which its motion begins, or upright. */
export function atRest(row: PosedRow, staging: Staging): [row: PosedRow, staging: Staging] {
  const resting = { ...staging, motion: null };
  if (!staging.motion || motionRow(staging.motion.motion).keepsPose) return [row, resting];
  return [
    { ...row, crops: standingCrops },
    { ...resting, pose: standing },
  ];
}

type Bodies = { readonly rest: Body; readonly at: (phase: number) => Body };

/**
 * The reach of a figure over the phases of its loop. In a group it stands as if it were at rest: what reaches
 * out from time to time takes no room.
 */
export function reachOf(
  staging: Staging,
  { rest, at }: Bodies,
  measure: (body: Body) => FramedStage & { readonly posture: Posture },
): Reach {
  const bodies = phasesOf(staging).map((phase) => beforeCamera(at(phase)));
  const distances = bodies.map(({ view }) => view.distanceUnits);
  const distanceUnits = distances.includes(null)
    ? null
    : Math.max(...distances.map((units) => units ?? 0));
  const moments = bodies.map((body) => measure(seenAt(body, distanceUnits)));
  const postures = moments.map(({ posture }) => posture);
  const resting = measure(seenAt(rest, distanceUnits));
  const extent = moments.map((moment) => moment.extent).reduce(union);
  return {
    distanceUnits,
    extent,
    // A loop may reach farther to both sides than any of its moments.
    widestUnits: Math.max(
      extent.right - extent.left,
      ...moments.map(({ widestUnits }) => widestUnits),
    ),
    stance: {
      ...resting.posture,
      groundUp: Math.min(...postures.map(({ groundUp }) => groundUp)),
      column: resting.extent,
      crownUp: Math.max(resting.extent.top, ...postures.map(({ face }) => face.top)),
    },
  };
}

/**
 * A motion of one's own may turn limbs so fast that the frames of its animation reach beyond what lies between
 * any others.
 */
function phasesOf({ motion }: Staging): readonly number[] {
  const counts = [maxFrames, motion?.animationFrames ?? 0];
  return [
    ...new Set(counts.flatMap((count) => Array.from({ length: count }, (_, at) => at / count))),
  ];
}
