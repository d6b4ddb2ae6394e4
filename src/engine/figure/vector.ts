/**
 * Points and affine transforms in the figure's space: y up, feet at y = 0, 32 units tall, the player
 * faces −z, the right arm is at +x. One unit is one texel of a 64 px wide sheet.
 */
export type Vec3 = readonly [x: number, y: number, z: number];

export type Axis = 0 | 1 | 2;
export const axes = [0, 1, 2] as const;

/** What a function returns for each axis. */
export function byAxis<Value>(valueOf: (axis: Axis) => Value): readonly [Value, Value, Value] {
  return [valueOf(0), valueOf(1), valueOf(2)];
}

/** An affine transform, row by row: `[r00 r01 r02 tx, r10 r11 r12 ty, r20 r21 r22 tz]`. */
export type Affine = readonly [...Row, ...Row, ...Row];
type Row = readonly [number, number, number, number];

export const identity: Affine = [1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0];

/** `apply(multiply(outer, inner), p)` is `apply(outer, apply(inner, p))`. */
export function multiply(outer: Affine, inner: Affine): Affine {
  const cell = (row: number, column: number): number =>
    outer[row * 4]! * inner[column]! +
    outer[row * 4 + 1]! * inner[4 + column]! +
    outer[row * 4 + 2]! * inner[8 + column]! +
    (column === 3 ? outer[row * 4 + 3]! : 0);
  return [
    cell(0, 0),
    cell(0, 1),
    cell(0, 2),
    cell(0, 3),
    cell(1, 0),
    cell(1, 1),
    cell(1, 2),
    cell(1, 3),
    cell(2, 0),
    cell(2, 1),
    cell(2, 2),
    cell(2, 3),
  ];
}

export function apply(move: Affine, [x, y, z]: Vec3): Vec3 {
  return [
    move[0] * x + move[1] * y + move[2] * z + move[3],
    move[4] * x + move[5] * y + move[6] * z + move[7],
    move[8] * x + move[9] * y + move[10] * z + move[11],
  ];
}

export function translation([x, y, z]: Vec3): Affine {
  return [1, 0, 0, x, 0, 1, 0, y, 0, 0, 1, z];
}

/**
 * Rotation about the origin, in degrees: first about x, then y, then z (right-hand rule). A positive
 * rotation about x swings what hangs down towards −z, to the front.
 */
export function rotation([xDegrees, yDegrees, zDegrees]: Vec3): Affine {
  const [sx, cx] = sineCosine(xDegrees);
  const [sy, cy] = sineCosine(yDegrees);
  const [sz, cz] = sineCosine(zDegrees);
  return [
    cz * cy,
    cz * sy * sx - sz * cx,
    cz * sy * cx + sz * sx,
    0,
    sz * cy,
    sz * sy * sx + cz * cx,
    sz * sy * cx - cz * sx,
    0,
    -sy,
    cy * sx,
    cy * cx,
    0,
  ];
}

/** Rotation about a fixed point. */
export function rotationAbout(pivot: Vec3, degrees: Vec3): Affine {
  const [x, y, z] = pivot;
  return multiply(translation(pivot), multiply(rotation(degrees), translation([-x, -y, -z])));
}

/** Half a turn about a line through a point; `axis` has unit length. */
export function halfTurn([px, py, pz]: Vec3, [x, y, z]: Vec3): Affine {
  const about = 2 * (x * px + y * py + z * pz);
  return [
    2 * x * x - 1,
    2 * x * y,
    2 * x * z,
    2 * px - about * x,
    2 * y * x,
    2 * y * y - 1,
    2 * y * z,
    2 * py - about * y,
    2 * z * x,
    2 * z * y,
    2 * z * z - 1,
    2 * pz - about * z,
  ];
}

/** Exact at right angles, so that flat views are exactly flat. */
export function sineCosine(degrees: number): readonly [sine: number, cosine: number] {
  const quarter = degrees / 90;
  if (Number.isInteger(quarter)) {
    const turn = ((quarter % 4) + 4) % 4;
    return [[0, 1, 0, -1][turn]!, [1, 0, -1, 0][turn]!];
  }
  const radians = (degrees * Math.PI) / 180;
  return [Math.sin(radians), Math.cos(radians)];
}

export function subtract(a: Vec3, b: Vec3): Vec3 {
  return [a[0] - b[0], a[1] - b[1], a[2] - b[2]];
}

/** A point, or a direction, and so many steps of a direction. */
export function plus([x, y, z]: Vec3, [dx, dy, dz]: Vec3, steps = 1): Vec3 {
  return [x + dx * steps, y + dy * steps, z + dz * steps];
}

export function times([x, y, z]: Vec3, factor: number): Vec3 {
  return [x * factor, y * factor, z * factor];
}

export function opposite([x, y, z]: Vec3): Vec3 {
  return [-x, -y, -z];
}

export function dot(a: Vec3, b: Vec3): number {
  return a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
}

export function cross(a: Vec3, b: Vec3): Vec3 {
  return [a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]];
}

export function normalise(a: Vec3): Vec3 {
  const length = Math.hypot(...a);
  return [a[0] / length, a[1] / length, a[2] / length];
}

/** The point at `share` of the way from `a` to `b`. */
export function between(a: Vec3, b: Vec3, share: number): Vec3 {
  return [a[0] + (b[0] - a[0]) * share, a[1] + (b[1] - a[1]) * share, a[2] + (b[2] - a[2]) * share];
}
