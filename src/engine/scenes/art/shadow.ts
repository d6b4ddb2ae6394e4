import type { FigureShadow, FigureShape } from '../layout/request.ts';
import { tintAt, type Art, type Paint } from './art.ts';
import { ditheredLevel } from './sky.ts';

/** How a scene shades its ground. */
export type Shading = {
  readonly colour: Paint;
  /** Where its light comes from: right, up, to the viewer; straight from above without one. */
  readonly key: readonly [number, number, number];
  /** Whether it is for a picture whose pixels are opaque or not: then only what is dark is drawn, evenly. */
  readonly isHard?: boolean;
};

/** In art pixels, from the left end of a figure's picture and from its ground. */
type Point = readonly [column: number, row: number];
type Area = { readonly outline: readonly Point[]; readonly strength: number };

/** Up to this height above the ground, what is lowest of a caster darkens the ground below it. */
const contactUnits = 9;

/** Points up to so much higher than its lowest belong to what touches the ground. */
const soleUnits = 3;

/** Around what touches the ground: how far, in units, and how dark. */
const contacts = [
  { growUnits: 3.6, strength: 0.45 },
  { growUnits: 1.7, strength: 0.78 },
] as const;

/**
 * Under a figure in the air: a spot, small and dark, apart from its feet, that tells how high it is. It
 * takes this share of the width of what is lowest, and is whole from this height on.
 */
const spot = {
  bodyUnits: 12,
  share: 0.6,
  wholeUnits: 3,
  rings: [
    { growUnits: 1.5, strength: 0.5 },
    { growUnits: 0, strength: 0.85 },
  ],
} as const;

const round = Array.from({ length: 16 }, (_, corner): Point => {
  const turn = (corner / 8) * Math.PI;
  return [Math.cos(turn), Math.sin(turn)];
});

/** The shadow that falls to one side: its strength on the ground, lost with height. */
const fallen = { strength: 0.5, reachUnits: 56 } as const;

/** To the side for each unit of height, for light straight from that side; always a little back. */
const fall = { across: 1.5, back: 0.3 } as const;

/** How flat the ground is seen. */
const tilt = 0.2;

const levels = 8;

/** Darkens the ground under figures, and to the side that their light does not come from. */
export function paintShadows(
  art: Art,
  shadows: readonly FigureShadow[],
  { colour, key, isHard = false }: Shading,
): void {
  const stepsAt = isHard ? hardSteps : ditheredLevel;
  // Equal figures of one size have equal shadows.
  const known = new Map<FigureShape['casters'], Map<number, readonly Area[]>>();
  for (const shadow of shadows) {
    const { casters, scale } = shadow;
    const ofFigure = known.get(casters) ?? new Map<number, readonly Area[]>();
    const areas = ofFigure.get(scale) ?? [
      ...casters.flatMap((caster) => [
        ...contactAreas(caster, scale),
        ...fallenArea(caster, scale, key),
      ]),
      ...spotAreas(casters, scale),
    ];
    known.set(casters, ofFigure.set(scale, areas));
    if (areas.length > 0) paintAreas(art, shadow, { areas, colour, stepsAt });
  }
}

type Shaded = { areas: readonly Area[]; colour: Paint; stepsAt: typeof ditheredLevel };

function paintAreas(art: Art, shadow: FigureShadow, { areas, colour, stepsAt }: Shaded): void {
  const points = areas.flatMap(({ outline }) => outline);
  const columns = points.map(([column]) => column + shadow.left);
  const rows = points.map(([, row]) => row + shadow.row);
  const left = Math.floor(Math.max(0, shadow.fromColumn, Math.min(...columns)));
  const right = Math.ceil(Math.min(art.columns, shadow.toColumn, Math.max(...columns) + 1));
  const top = Math.floor(Math.max(0, shadow.fromRow, Math.min(...rows)));
  const bottom = Math.min(art.rows, shadow.toRow, Math.max(...rows) + 1);
  const darkness = new Float32Array(Math.max(0, right - left));
  for (let row = top; row < bottom; row++) {
    darkness.fill(0);
    for (const { outline, strength } of areas) {
      const [from, to] = spanAt(outline, row + 0.5 - shadow.row);
      const end = Math.min(right, Math.round(to + shadow.left));
      for (let column = Math.max(left, Math.round(from + shadow.left)); column < end; column++) {
        darkness[column - left] = Math.max(darkness[column - left]!, strength);
      }
    }
    for (let column = left; column < right; column++) {
      const strength = darkness[column - left]!;
      const steps = strength === 0 ? 0 : stepsAt(column, row, strength * levels);
      if (steps > 0) tintAt(art, [column, row], colour, steps / levels);
    }
  }
}

/** Half a shadow would become whole, or nothing, by the pixel: a checkered rim. */
function hardSteps(_column: number, _row: number, steps: number): number {
  return steps < levels / 2 ? 0 : Math.round(steps);
}

type Caster = FigureShape['casters'][number];

function contactAreas(caster: Caster, scale: number): Area[] {
  const lowest = Math.min(...caster.map(({ height }) => height));
  if (lowest >= contactUnits) return [];
  const outline = hull(
    caster
      .filter(({ height }) => height <= lowest + soleUnits)
      .map(({ across, back }) => [across * scale, -back * scale]),
  );
  return contacts.map(({ growUnits, strength }) => ({
    outline: grown(outline, growUnits * scale),
    strength: strength * (1 - lowest / contactUnits) ** 2,
  }));
}

function spotAreas(casters: FigureShape['casters'], scale: number): Area[] {
  const corners = casters.flat();
  const air = Math.min(...corners.map(({ height }) => height));
  if (!(air > 0)) return [];
  const below = corners.filter(({ height }) => height <= air + spot.bodyUnits);
  const [left, right] = endsOf(below.map(({ across }) => across));
  const [front, back] = endsOf(below.map((corner) => corner.back));
  const wide = ((right - left) / 2) * spot.share;
  const strength = Math.min(1, air / spot.wholeUnits);
  return spot.rings.map((ring) => ({
    strength: ring.strength * strength,
    outline: round.map(([x, y]): Point => [
      ((left + right) / 2 + x * (wide + ring.growUnits)) * scale,
      -((front + back) / 2 + y * tilt * (wide + ring.growUnits)) * scale,
    ]),
  }));
}

function endsOf(values: readonly number[]): readonly [least: number, most: number] {
  return [Math.min(...values), Math.max(...values)];
}

function fallenArea(caster: Caster, scale: number, [fromRight]: Shading['key']): Area[] {
  if (fromRight === 0) return [];
  const middle = caster.reduce((sum, { height }) => sum + height, 0) / caster.length;
  const points = caster.map(({ across, back, height }): Point => [
    (across - height * fromRight * fall.across) * scale,
    -(back + height * fall.back * tilt) * scale,
  ]);
  const strength = fallen.strength * Math.max(0, 1 - middle / fallen.reachUnits);
  return [{ outline: grown(hull(points), 0.4 * scale), strength }];
}

/** Moved outwards, less up and down, as the ground is seen from its side. */
function grown(outline: readonly Point[], byColumns: number): readonly Point[] {
  const mean = (axis: 0 | 1): number =>
    outline.reduce((sum, point) => sum + point[axis], 0) / outline.length;
  const [x, y] = [mean(0), mean(1)];
  return outline.map(([column, row]) => {
    const length = Math.hypot(column - x, (row - y) / tilt) || 1;
    return [
      column + ((column - x) / length) * byColumns,
      row + ((row - y) / tilt / length) * byColumns * 2.6 * tilt,
    ];
  });
}

/** Where a row crosses a convex outline; an empty span if it does not. */
function spanAt(outline: readonly Point[], row: number): readonly [from: number, to: number] {
  let [from, to] = [Infinity, -Infinity];
  outline.forEach(([x0, y0], i) => {
    const [x1, y1] = outline[(i + 1) % outline.length]!;
    if (y0 > row === y1 > row) return;
    const x = x0 + ((row - y0) / (y1 - y0)) * (x1 - x0);
    from = Math.min(from, x);
    to = Math.max(to, x);
  });
  return [from, to];
}

/** The convex hull of points, in order around it (Andrew's monotone chain). */
function hull(points: readonly Point[]): readonly Point[] {
  const sorted = points.toSorted((one, other) => one[0] - other[0] || one[1] - other[1]);
  const half = (along: readonly Point[]): Point[] => {
    const chain: Point[] = [];
    for (const point of along) {
      while (chain.length > 1 && !turnsLeft(chain.at(-2)!, chain.at(-1)!, point)) chain.pop();
      chain.push(point);
    }
    return chain.slice(0, -1);
  };
  return [...half(sorted), ...half(sorted.toReversed())];
}

function turnsLeft(a: Point, b: Point, c: Point): boolean {
  return (b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0]) > 0;
}
