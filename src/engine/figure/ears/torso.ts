import { sineCosine, cross, plus, times, type Vec3 } from '../vector.ts';
import type { Wings, Tail } from '../../skin/ears/shape.ts';
import { attach, type EarsSurface, type FreeSurface } from './surface.ts';

const body = { on: 'body', sheet: 'skin' } as const;
const toLeft: Vec3 = [-1, 0, 0];

/** Angle of the chest at its full size. */
const fullChestDegrees = 45;
/** Distance of the jacket from the body. */
const jacketUnits = 0.25;
/** The sides are just inside of the front, as in the mod. */
const sideX = 3.99;

/** A wedge on the upper body, hinged above; the jacket is around it. @param size 0 … 1 */
export function chestSurfaces(size: number): EarsSurface[] {
  if (size === 0) return [];
  const [sine, cosine] = sineCosine(size * fullChestDegrees);
  const hinge: Vec3 = [4, 22, -2];
  const front: Vec3 = [0, -cosine, -sine];
  const under: Vec3 = [0, -sine, cosine];
  const lower = plus(hinge, front, 4);
  const sides = [sideX, -sideX].map((x): FreeSurface => ({
    texels: [60, 48, 4, 4],
    corner: plus([x, 22, -2], under, 4),
    right: times(under, -1),
    down: front,
  }));
  const bottom: FreeSurface = {
    texels: [56, 44, 8, 4],
    corner: lower,
    right: toLeft,
    down: under,
  };
  // Both halves of the jacket's front are stretched together.
  const [wider, longer] = [8.5 / 8, 4.5 / 4];
  const jacketFront = plus(plus([4 * wider, 22, -2], front, -0.25), under, -jacketUnits);
  const halves = [0, 12].map((u, half): FreeSurface => ({
    texels: [u, 48, 4, 4],
    corner: plus(jacketFront, toLeft, half * 4 * wider),
    right: times(toLeft, wider),
    down: times(front, longer),
  }));
  const jacket = [
    ...halves,
    grown(bottom, [28, 48, 8, 4], times(front, jacketUnits)),
    ...sides.map((side) =>
      grown(side, [48, 48, 4, 4], [Math.sign(side.corner[0]) * jacketUnits, 0, 0]),
    ),
  ];
  const skin: FreeSurface = {
    texels: [20, 22, 8, 4],
    corner: hinge,
    right: toLeft,
    down: front,
  };
  return [
    ...[skin, bottom, ...sides].map((surface) => attach(body, surface)),
    ...jacket.map((surface) => Object.assign({ isOverlay: true }, attach(body, surface))),
  ];
}

/** Moved outwards, and larger by as much on each side. */
function grown(
  { right, down, corner }: FreeSurface,
  texels: FreeSurface['texels'],
  outwards: Vec3,
): FreeSurface {
  const [, , columns, rows] = texels;
  const [wider, longer] = [1 + (2 * jacketUnits) / columns, 1 + (2 * jacketUnits) / rows];
  const start = plus(plus(plus(corner, right, -jacketUnits), down, -jacketUnits), outwards);
  return { texels, corner: start, right: times(right, wider), down: times(down, longer) };
}

/** Angle of each of two wings from the back. */
const dualDegrees = 60;
/** What the mod's beat of resting wings is at its first moment. */
const restingDegrees = 2 * Math.sin(8 / 12);

/** The wings on a back. */
export function wingSurfaces({ mode, motion }: Wings): EarsSurface[] {
  const angle = motion === 'none' ? 0 : restingDegrees;
  const [sine, cosine] = sineCosine(dualDegrees + angle);
  const [aside, back] = sineCosine(angle);
  const all = { u: 0, columns: 20 };
  const wing = (corner: Vec3, right: Vec3, { u, columns } = all): EarsSurface => ({
    on: 'body',
    sheet: 'ears',
    texels: [u, 0, columns, 16],
    corner,
    right,
    down: [0, -1, 0],
  });
  const rightWing = (part = all) => wing([2, 26, 2], [cosine, 0, sine], part);
  const leftWing = (part = all) => wing([-2, 26, 2], [-cosine, 0, sine], part);
  const wings = {
    symmetric_dual: () => [rightWing(), leftWing()],
    symmetric_single: () => [wing([0, 26, 2], [-aside, 0, back])],
    asymmetric_left: () => [leftWing()],
    asymmetric_right: () => [rightWing()],
    asymmetric_dual: () => [rightWing({ u: 0, columns: 10 }), leftWing({ u: 10, columns: 10 })],
    flat: () => [wing([10, 26, 2.75], toLeft)],
  } as const satisfies Record<Wings['mode'], () => EarsSurface[]>;
  return wings[mode]();
}

/** The texels of the whole tail, whose rows its segments share. */
const tailTexels = { u: 56, v: 16, columns: 8, rows: 12 } as const;

type Segment = Pick<EarsSurface, 'corner' | 'right' | 'down'> & {
  readonly fromRow: number;
  readonly rows: number;
};

/** How a tail hangs: its angle from straight down, and the angles of further planes through it. */
const kinds = {
  down: { degrees: 30, planes: [], overlapRows: 0 },
  back: { degrees: 80, planes: [], overlapRows: 0 },
  up: { degrees: 130, planes: [], overlapRows: 0 },
  vertical: { degrees: 0, planes: [], overlapRows: 0 },
  cross: { degrees: 80, planes: [90], overlapRows: 0 },
  cross_overlap: { degrees: 80, planes: [90], overlapRows: 4 },
  star: { degrees: 80, planes: [45, 90, 135], overlapRows: 0 },
  star_overlap: { degrees: 80, planes: [45, 90, 135], overlapRows: 4 },
} as const satisfies Record<
  Tail['mode'],
  { degrees: number; planes: readonly number[]; overlapRows: number }
>;

/** The tail of a figure, on its body. */
export function tailSurfaces(tail: Tail): EarsSurface[] {
  const { planes, overlapRows } = kinds[tail.mode];
  const segments = tail.mode === 'vertical' ? upright(tail) : lying(tail);
  const further = segments.flatMap((segment) =>
    planes.map((degrees) => turned(lengthened(segment, overlapRows), degrees)),
  );
  return [...segments, ...further].map(({ corner, right, down, fromRow, rows }) => ({
    on: 'body',
    isLower: true,
    sheet: 'skin',
    texels: [tailTexels.u, tailTexels.v + fromRow, tailTexels.columns, rows],
    corner,
    right,
    down,
  }));
}

/** Hinged across the back, bent up and down. */
function lying({ mode, bendsDegrees }: Tail): Segment[] {
  const [first = 0] = bendsDegrees;
  const own = kinds[mode].degrees;
  // What points backwards does so exactly as soon as it is bent.
  let degrees: number = own === kinds.back.degrees && first !== 0 ? 90 : own;
  let corner: Vec3 = [-4, 14, 2];
  return segmentsOf(bendsDegrees, (bend, segment) => {
    degrees += bend;
    const [sine, cosine] = sineCosine(degrees);
    const down: Vec3 = [0, -cosine, sine];
    const placed = { ...segment, corner, right: [1, 0, 0] as const, down };
    corner = plus(corner, down, segment.rows);
    return placed;
  });
}

/** On edge behind the back: the first angle raises or lowers it, the others curl it to the side. */
function upright({ bendsDegrees }: Tail): Segment[] {
  const [first = 0, ...further] = bendsDegrees;
  const [sine, cosine] = sineCosine(first);
  const right: Vec3 = [0, cosine, sine];
  const straight: Vec3 = [0, -sine, cosine];
  let corner: Vec3 = first > 0 ? plus([0, 18, 2], right, -tailTexels.columns) : [0, 10, 2];
  let curl = 0;
  return segmentsOf([0, ...further], (bend, segment) => {
    curl += bend;
    const [aside, along] = sineCosine(curl);
    const down = plus(times(straight, along), [-1, 0, 0], aside);
    const placed = { ...segment, corner, right, down };
    corner = plus(corner, down, segment.rows);
    return placed;
  });
}

function segmentsOf(
  bendsDegrees: readonly number[],
  segmentOf: (bend: number, segment: Pick<Segment, 'fromRow' | 'rows'>) => Segment,
): Segment[] {
  const each = tailTexels.rows / bendsDegrees.length;
  return bendsDegrees.map((bend, index) => segmentOf(bend, { fromRow: index * each, rows: each }));
}

/** Begins further up the tail, unless it is the first. */
function lengthened(segment: Segment, overlapRows: number): Segment {
  if (segment.fromRow === 0) return segment;
  return {
    ...segment,
    corner: plus(segment.corner, segment.down, -overlapRows),
    fromRow: segment.fromRow - overlapRows,
    rows: segment.rows + overlapRows,
  };
}

/** Turned about the middle line along it. */
function turned(segment: Segment, degrees: number): Segment {
  const { corner, right, down } = segment;
  const [sine, cosine] = sineCosine(degrees);
  const across = plus(times(right, cosine), cross(down, right), sine);
  const middle = plus(corner, right, tailTexels.columns / 2);
  return { ...segment, corner: plus(middle, across, -tailTexels.columns / 2), right: across };
}
