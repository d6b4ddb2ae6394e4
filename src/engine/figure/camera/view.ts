import { dot, sineCosine, subtract, plus, times, type Vec3 } from '../vector.ts';

/** The camera: direction, target and distance. */
export type View = {
  /** Around the figure: 0 sees its face, positive moves towards its right hand. */
  readonly yawDegrees: number;
  /** Above the figure if positive, below it if negative. */
  readonly pitchDegrees: number;
  /** The point that the camera looks at, in the figure's space. */
  readonly target: Vec3;
  /**
   * Distance from eye to target in units; `null` for an orthographic view. 41 units show the 32 of a
   * figure and a margin with a vertical field of view of about 45°.
   */
  readonly distanceUnits: number | null;
  /** Rotation of the camera, which turns the picture clockwise. Default: 0. */
  readonly rollDegrees?: number;
};

/** A point in camera space: right, up and away from the eye, in units. */
export type Seen = readonly [right: number, up: number, away: number];

/** Straight from above; its negative is straight from below. */
export const maxPitchDegrees = 90;

/** The view rotated around the figure and upwards, limited to straight above or below. */
export function turnedView(view: View, yawDegrees: number, pitchDegrees: number): View {
  const lifted = view.pitchDegrees + pitchDegrees;
  const pitch = Math.max(-maxPitchDegrees, Math.min(maxPitchDegrees, lifted));
  return { ...view, yawDegrees: view.yawDegrees + yawDegrees, pitchDegrees: pitch };
}

/** The camera's axes in the figure's space, of unit length. */
export function cameraAxes(view: View): { right: Vec3; up: Vec3; away: Vec3 } {
  const [sinYaw, cosYaw] = sineCosine(view.yawDegrees);
  const [sinPitch, cosPitch] = sineCosine(view.pitchDegrees);
  const right: Vec3 = [-cosYaw, 0, -sinYaw];
  const up: Vec3 = [-sinYaw * sinPitch, cosPitch, cosYaw * sinPitch];
  const away: Vec3 = [-sinYaw * cosPitch, -sinPitch, cosYaw * cosPitch];
  if (!view.rollDegrees) return { right, up, away };
  const [sinRoll, cosRoll] = sineCosine(view.rollDegrees);
  return {
    right: plus(times(right, cosRoll), up, sinRoll),
    up: plus(times(up, cosRoll), right, -sinRoll),
    away,
  };
}

/** Half the height of a picture of a whole figure with a margin, in units. */
const halfHeightUnits = 17;

/** Least distance between the eye and the nearest point, in units. */
const minAirUnits = 8;

/**
 * The view with another vertical field of view, if one is given: its distance changes so that it shows as
 * much of the figure. It never moves into the figure, and steps back from one that comes too near. No
 * effect on an orthographic view.
 * @param points of the figure
 */
export function viewUnder(view: View, fovDegrees: number | null, points: readonly Vec3[]): View {
  if (view.distanceUnits === null) return view;
  const { away } = cameraAxes(view);
  const nearest = Math.max(...points.map((point) => -dot(away, subtract(point, view.target))));
  const distance =
    fovDegrees === null
      ? view.distanceUnits
      : halfHeightUnits / Math.tan((fovDegrees * Math.PI) / 360);
  return { ...view, distanceUnits: Math.max(distance, nearest + minAirUnits) };
}

/** Whether the eye is on the front side of a plane, given by a point and its normal. */
export function seesPlaneFrom(view: View): (point: Vec3, normal: Vec3) => boolean {
  const { right, up, away } = cameraAxes(view);
  const see = seenFrom(view);
  if (view.distanceUnits === null) return (_point, normal) => dot(away, normal) < 0;
  return (point, normal) => {
    const seen: Vec3 = [dot(normal, right), dot(normal, up), dot(normal, away)];
    return dot(see(point), seen) < 0;
  };
}

/** Returns a function from the figure's space to camera space. */
export function seenFrom(view: View): (point: Vec3) => Seen {
  const { right, up, away } = cameraAxes(view);
  return (point) => {
    const offset = subtract(point, view.target);
    return [dot(right, offset), dot(up, offset), dot(away, offset) + (view.distanceUnits ?? 0)];
  };
}

/** Projects a point in camera space to the picture plane, before framing: right and up. */
export function flatten(view: View, [right, up, away]: Seen): readonly [number, number] {
  return view.distanceUnits === null ? [right, up] : [right / away, up / away];
}
