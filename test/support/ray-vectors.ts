import type { View } from '../../src/engine/figure/camera/view.ts';
import type { Vec3 } from '../../src/engine/figure/vector.ts';
import type { Light } from '../../src/engine/figure/camera/light.ts';

// What the renderer by rays and its blocks share; of the code that they verify, nothing.

export const dot = (a: Vec3, b: Vec3): number => a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
export const plus = (a: Vec3, b: Vec3, times = 1): Vec3 => [
  a[0] + b[0] * times,
  a[1] + b[1] * times,
  a[2] + b[2] * times,
];
export const times = (a: Vec3, by: number): Vec3 => [a[0] * by, a[1] * by, a[2] * by];
export const cross = (a: Vec3, b: Vec3): Vec3 => [
  a[1] * b[2] - a[2] * b[1],
  a[2] * b[0] - a[0] * b[2],
  a[0] * b[1] - a[1] * b[0],
];
export const minus = (a: Vec3, b: Vec3): Vec3 => plus(a, b, -1);

export type Camera = { readonly right: Vec3; readonly up: Vec3; readonly forward: Vec3 };

/** A ray, and what it is in. */
export type Sight = {
  readonly from: Vec3;
  readonly ray: Vec3;
  readonly towards: View;
  readonly light: Light;
  readonly camera: Camera;
};

export type Hit = {
  readonly away: number;
  readonly opaque: boolean;
  readonly shade: number;
  /** Of its first level in the sheet. */
  readonly texel: number;
  /** Of what is not on the sheet. */
  readonly colour?: readonly [red: number, green: number, blue: number];
};

/** Where two things lie in one plane, the later one is nearer by this much. */
const rankStepUnits = 1e-4;

/** How far away something is taken to be. */
export function nearer(away: number, rank: number, { distanceUnits }: View): number {
  const step = rank * rankStepUnits;
  return distanceUnits === null ? away - step : away / (1 + step / distanceUnits);
}

/** How light a side is from outside. */
export function shadeOf(outward: Vec3, { light, camera }: Sight, isLimb = false): number {
  const { right, up, forward } = camera;
  return light(dot(outward, right), dot(outward, up), -dot(outward, forward), isLimb);
}
