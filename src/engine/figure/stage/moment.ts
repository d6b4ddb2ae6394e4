import type { Extent } from '../camera/framing.ts';
import { maxFrames } from '../motions.ts';
import { beforeCamera, seenAt, type Body } from './posed-space.ts';
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

/** The reach of a figure over the phases of its loop. */
export function reachOf(
  staging: Staging,
  bodyAtPhase: (phase: number) => Body,
  measure: (body: Body) => FramedStage & Pick<Reach, 'stance'>,
): Reach {
  const bodies = phasesOf(staging).map((phase) => beforeCamera(bodyAtPhase(phase)));
  const distances = bodies.map(({ view }) => view.distanceUnits);
  const distanceUnits = distances.includes(null)
    ? null
    : Math.max(...distances.map((units) => units ?? 0));
  const moments = bodies.map((body) => measure(seenAt(body, distanceUnits)));
  const stances = moments.map(({ stance }) => stance);
  const extent = hull(moments.map((moment) => moment.extent));
  return {
    distanceUnits,
    extent,
    // A loop may reach farther to both sides than any of its moments.
    widestUnits: Math.max(
      extent.right - extent.left,
      ...moments.map(({ widestUnits }) => widestUnits),
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
