import { dot, sineCosine, subtract, type Vec3 } from '../model/vector.ts';

/** From where and how a figure is looked at. */
export type View = {
  /** Around the figure: 0 sees its face, positive goes towards its right hand. */
  readonly yawDegrees: number;
  /** Above (positive) or below the figure. */
  readonly pitchDegrees: number;
  /** What the camera looks at, in the figure's space. */
  readonly target: Vec3;
  /**
   * Eye to target, in units; `null` is an orthographic view. 41 units show the 32 of a figure and
   * some air under a vertical angle of about 45°.
   */
  readonly distanceUnits: number | null;
  /** The camera held at an angle, so that the picture turns clockwise by it. Default: 0. */
  readonly rollDegrees?: number;
};

/** A point as the camera sees it: right, up and away from the eye, in units. */
export type Seen = readonly [right: number, up: number, away: number];

/** Straight from above; from below it is the negative of that. */
export const mostPitchDegrees = 90;

/** The same view from further around and above; no further than straight from above or below. */
export function turnedView(view: View, yawDegrees: number, pitchDegrees: number): View {
  const lifted = view.pitchDegrees + pitchDegrees;
  const pitch = Math.max(-mostPitchDegrees, Math.min(mostPitchDegrees, lifted));
  return { ...view, yawDegrees: view.yawDegrees + yawDegrees, pitchDegrees: pitch };
}

/** The camera's axes in the figure's space, each of unit length. */
export function cameraAxes(view: View): { right: Vec3; up: Vec3; away: Vec3 } {
  const [sinYaw, cosYaw] = sineCosine(view.yawDegrees);
  const [sinPitch, cosPitch] = sineCosine(view.pitchDegrees);
  const right: Vec3 = [-cosYaw, 0, -sinYaw];
  const up: Vec3 = [-sinYaw * sinPitch, cosPitch, cosYaw * sinPitch];
  const away: Vec3 = [-sinYaw * cosPitch, -sinPitch, cosYaw * cosPitch];
  if (!view.rollDegrees) return { right, up, away };
  const [sinRoll, cosRoll] = sineCosine(view.rollDegrees);
  return {
    right: mixed(right, cosRoll, up, sinRoll),
    up: mixed(up, cosRoll, right, -sinRoll),
    away,
  };
}

function mixed(a: Vec3, shareOfA: number, b: Vec3, shareOfB: number): Vec3 {
  return [
    a[0] * shareOfA + b[0] * shareOfB,
    a[1] * shareOfA + b[1] * shareOfB,
    a[2] * shareOfA + b[2] * shareOfB,
  ];
}

/** Of a picture that shows a whole figure and some air: the half of its height, in units. */
const halfHeightUnits = 17;

/** Between the eye and what is next to it, in units: nearer, it would be all that is seen. */
const leastAirUnits = 8;

/**
 * The same view under another vertical angle: from nearer or farther, as it shows as much of the
 * figure, but from no place in it. A view without perspective has no such angle.
 * @param points what there is to see
 */
export function viewUnder(view: View, fovDegrees: number, points: readonly Vec3[]): View {
  if (view.distanceUnits === null) return view;
  const { away } = cameraAxes(view);
  const nearest = Math.max(...points.map((point) => -dot(away, subtract(point, view.target))));
  const distance = halfHeightUnits / Math.tan((fovDegrees * Math.PI) / 360);
  return { ...view, distanceUnits: Math.max(distance, nearest + leastAirUnits) };
}

/** Whether the eye is on the side of a plane, given by a point, that its normal points to. */
export function seesPlaneFrom(view: View): (point: Vec3, normal: Vec3) => boolean {
  const { right, up, away } = cameraAxes(view);
  const see = seenFrom(view);
  if (view.distanceUnits === null) return (_point, normal) => dot(away, normal) < 0;
  return (point, normal) => {
    const seen: Vec3 = [dot(normal, right), dot(normal, up), dot(normal, away)];
    return dot(see(point), seen) < 0;
  };
}

/** A function from points of the figure's space to what the camera sees. */
export function seenFrom(view: View): (point: Vec3) => Seen {
  const { right, up, away } = cameraAxes(view);
  return (point) => {
    const offset = subtract(point, view.target);
    return [dot(right, offset), dot(up, offset), dot(away, offset) + (view.distanceUnits ?? 0)];
  };
}

/** Where a seen point falls on the picture plane, before framing: right and up. */
export function flatten(view: View, [right, up, away]: Seen): readonly [number, number] {
  return view.distanceUnits === null ? [right, up] : [right / away, up / away];
}
