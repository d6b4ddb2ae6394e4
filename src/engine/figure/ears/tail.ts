import { cross, sineCosine, type Vec3 } from '../vector.ts';
import type { Tail } from '../../skin/ears/shape.ts';
import { plus, times, type EarsSurface } from './surface.ts';

/** Rows of the whole tail, which its segments share. */
const rows = 12;
const columns = 8;
const texelsAt = { u: 56, v: 16 } as const;

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
    planes.map((degrees) => turned(longer(segment, overlapRows), degrees)),
  );
  return [...segments, ...further].map(({ corner, right, down, fromRow, rows: count }) => ({
    on: 'body',
    isLower: true,
    sheet: 'skin',
    texels: [texelsAt.u, texelsAt.v + fromRow, columns, count],
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
  let corner: Vec3 = first > 0 ? plus([0, 18, 2], right, -columns) : [0, 10, 2];
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
  const each = rows / bendsDegrees.length;
  return bendsDegrees.map((bend, index) => segmentOf(bend, { fromRow: index * each, rows: each }));
}

/** Begins further up the tail, unless it is the first. */
function longer(segment: Segment, overlapRows: number): Segment {
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
  const middle = plus(corner, right, columns / 2);
  return { ...segment, corner: plus(middle, across, -columns / 2), right: across };
}
