import type { Vec3 } from '../figure/vector.ts';

/** A direction in which surfaces of a figure look, in the camera's axes: right, up, to the eye. */
export type Side = {
  /** Its own light: what white is on it, 0 … 255. */
  readonly shade: number;
  readonly normal: Vec3;
  /** From the left to the right, and from the top to the bottom of the texels on it. */
  readonly across: Vec3;
  readonly down: Vec3;
};

/** The sides of a plan, numbered. A stack's word has one byte for them. */
export type SideTable = { readonly sides: Side[]; readonly numbers: Map<string, number> };

/** The number of what glows: it keeps its colours in every light. */
export const glowSide = 0;

const mostSides = 256;

/** Numbers of each side in `Plan.sides`; the first is its shade. */
export const sideNumbers = 10;

export function createSideTable(): SideTable {
  const towardsEye: Side = { shade: 255, normal: [0, 0, 1], across: [1, 0, 0], down: [0, -1, 0] };
  return { sides: [towardsEye], numbers: new Map() };
}

/** The number of a side; the most similar one, if there is no number left. */
export function numberOfSide({ sides, numbers }: SideTable, side: Side): number {
  const key = [side.shade, ...side.normal, ...side.across].map(thousandths).join(' ');
  const known = numbers.get(key);
  if (known !== undefined) return known;
  const number = sides.length < mostSides ? sides.push(side) - 1 : mostSimilar(sides, side);
  numbers.set(key, number);
  return number;
}

function thousandths(length: number): number {
  return Math.round(length * 1000);
}

function mostSimilar(sides: readonly Side[], { normal: [x, y, z] }: Side): number {
  const likeness = sides.map(({ normal }) => x * normal[0] + y * normal[1] + z * normal[2]);
  return likeness.indexOf(Math.max(...likeness));
}

/** As numbers, one side after the other. */
export function packSides({ sides }: SideTable): Float32Array {
  return Float32Array.from(
    sides.flatMap(({ shade, normal, across, down }) => [shade, ...normal, ...across, ...down]),
  );
}

export function sidesOf(numbers: Float32Array): Side[] {
  return Array.from({ length: numbers.length / sideNumbers }, (_, side) => {
    const at = side * sideNumbers;
    const vector = (from: number): Vec3 => [numbers[from]!, numbers[from + 1]!, numbers[from + 2]!];
    return {
      shade: numbers[at]!,
      normal: vector(at + 1),
      across: vector(at + 4),
      down: vector(at + 7),
    };
  });
}
