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
  return {
    right: [-cosYaw, 0, -sinYaw],
    up: [-sinYaw * sinPitch, cosPitch, cosYaw * sinPitch],
    away: [-sinYaw * cosPitch, -sinPitch, cosYaw * cosPitch],
  };
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
