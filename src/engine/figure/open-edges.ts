import { faceNames } from './boxes.ts';
import { cameraAxes, seesPlaneFrom, type View } from './camera/view.ts';
import { faceQuad, type Quad } from './quads.ts';
import { boxCorners, type Solid } from './solids.ts';
import { between, cross, dot, normalise, opposite, plus, subtract, type Vec3 } from './vector.ts';

/** The sides of a face, by its texture; a texel at a corner of it has two. */
export const edgeBits = { left: 1, right: 2, top: 4, bottom: 8 } as const;

/** How open a texel's edges are is in the bits above, from 1 to 3 of 3; 0 if none is. */
export const opennessShift = 4;
export const wholeOpenness = 3;

/** Width and height of the table, in units of a sheet. */
const sheetUnits = 64;

/**
 * Where light has to pass a texel: how far beside the edge, and along it, in units. Where another limb
 * begins to hide some of these, the light fades: it would end square otherwise.
 */
const passages = [
  [0.6, -1.6],
  [0.6, 1.6],
  [1.3, -0.6],
  [1.3, 0.6],
  [2.2, -1.6],
  [2.2, 1.6],
] as const;

/** No light from behind catches at an edge beyond which the figure faces the viewer more than this. */
const faceOn = 0.45;

/**
 * Which texels of a skin sheet lie at an edge behind which the viewer sees nothing of the figure: light
 * from behind catches there. An arm that hangs down has none on its inner side.
 * @returns `edgeBits` and openness for each unit of the sheet, row by row
 */
export function openEdges(solids: readonly Solid[], view: View): Uint8Array {
  const table = new Uint8Array(sheetUnits ** 2);
  const base = solids.filter(({ layer }) => layer === 'base');
  const boxes = base.map(boxOf);
  const awayAt = awayFrom(view);
  const sees = seesPlaneFrom(view);
  base.forEach((solid, index) => {
    if (solid.sheet !== 'skin') return;
    const others = boxes.filter((_, other) => other !== index);
    const overlay = solids.find(({ layer, shell }) => layer === 'overlay' && shell === solid.shell);
    const [u, v] = overlay?.front ?? solid.front;
    const toOverlay = (v - solid.front[1]) * sheetUnits + u - solid.front[0];
    for (const edge of edgesOf(solid, sees)) {
      const sight = { at: between(edge.from, edge.to, 0.5), away: awayAt(edge.from) };
      if (dot(edge.beyond, sight.away) < -faceOn) continue;
      const near = others.filter((box) => isNear(box, sight, edge));
      edge.texels.forEach((texel, place) => {
        const at = between(edge.from, edge.to, (place + 0.5) / edge.texels.length);
        const openness = opennessAt(edge, { at, away: sight.away }, near);
        if (openness === 0) return;
        const whole = joined(table[texel]!, edge.bit, openness);
        table[texel] = whole;
        table[texel + toOverlay] = whole;
      });
    }
  });
  return table;
}

/** An edge of a face: its ends, the direction beyond it, and its texels in the table. */
type Edge = {
  readonly bit: number;
  readonly from: Vec3;
  readonly to: Vec3;
  readonly beyond: Vec3;
  readonly texels: readonly number[];
};

/** Those of the faces in sight. */
function edgesOf(solid: Solid, sees: ReturnType<typeof seesPlaneFrom>): Edge[] {
  return faceNames.flatMap((face) => {
    const isUpright = face !== 'top' && face !== 'bottom';
    // A bent limb has no edge at its joint.
    const hasTop = !isUpright || solid.fromRow === 0;
    const hasBottom = !isUpright || solid.toRow === solid.size[1];
    return faceQuad(solid, face)
      .filter(({ corners, normal }) => sees(corners[0], normal))
      .flatMap(edgesOfQuad)
      .filter(
        ({ bit }) => (bit !== edgeBits.top || hasTop) && (bit !== edgeBits.bottom || hasBottom),
      );
  });
}

function middle(one: Vec3, other: Vec3): Vec3 {
  return between(one, other, 0.5);
}

function edgesOfQuad({ corners, texels: { u, v, columns, rows } }: Quad): Edge[] {
  const [topLeft, topRight, bottomLeft, bottomRight] = corners;
  const toRight = subtract(middle(topRight, bottomRight), middle(topLeft, bottomLeft));
  const toBottom = subtract(middle(bottomLeft, bottomRight), middle(topLeft, topRight));
  const [rightwards, downwards] = [normalise(toRight), normalise(toBottom)];
  const first = v * sheetUnits + u;
  const column = (at: number) =>
    Array.from({ length: rows }, (_, i) => first + i * sheetUnits + at);
  const row = (at: number) =>
    Array.from({ length: columns }, (_, i) => first + at * sheetUnits + i);
  const { left, right, top, bottom } = edgeBits;
  return [
    { bit: left, from: topLeft, to: bottomLeft, beyond: opposite(rightwards), texels: column(0) },
    {
      bit: right,
      from: topRight,
      to: bottomRight,
      beyond: rightwards,
      texels: column(columns - 1),
    },
    { bit: top, from: topLeft, to: topRight, beyond: opposite(downwards), texels: row(0) },
    { bit: bottom, from: bottomLeft, to: bottomRight, beyond: downwards, texels: row(rows - 1) },
  ];
}

/** A point of an edge, and the direction in which the viewer looks at it. */
type Sight = { readonly at: Vec3; readonly away: Vec3 };

/** How much light passes a texel beside its edge: all of it is `wholeOpenness`. */
function opennessAt(
  { from, to, beyond }: Edge,
  { at, away }: Sight,
  boxes: readonly Box[],
): number {
  if (boxes.length === 0) return wholeOpenness;
  const along = normalise(subtract(to, from));
  // As it is seen: what is beyond the edge of a side that turns away lies behind it, too.
  const beside = plus(beyond, away, -dot(beyond, away));
  const length = Math.max(0.1, Math.hypot(...beside));
  const open = passages.filter(([across, up]) => {
    const start = plus(plus(at, beside, across / length), along, up);
    return !boxes.some((box) => isCrossed(box, start, away));
  });
  return Math.round((open.length / passages.length) * wholeOpenness);
}

/** What a texel has with one more edge; one at a corner is as open as its more open edge. */
function joined(before: number, bit: number, openness: number): number {
  const level = Math.max(openness, before >> opennessShift);
  return (level << opennessShift) | (before & ((1 << opennessShift) - 1)) | bit;
}

/** The direction in which the viewer looks at a point. */
function awayFrom(view: View): (point: Vec3) => Vec3 {
  const { away } = cameraAxes(view);
  const { target, distanceUnits } = view;
  if (distanceUnits === null) return () => away;
  const eye = plus(target, away, -distanceUnits);
  return (point) => normalise(subtract(point, eye));
}

/** A solid, which is convex: a sphere around it, and its six planes by their directions and distances. */
function boxOf({ corners }: Solid) {
  const centre = between(corners[0]!, corners[7]!, 0.5);
  const reach = Math.max(...corners.map((corner) => Math.hypot(...subtract(corner, centre))));
  const planes = ([0, 1, 2] as const).flatMap((axis) =>
    ([0, 1] as const).map((end) => {
      const [a, b, c] = corners.filter((_, i) => boxCorners[i]![axis] === end);
      const plane = normalise(cross(subtract(b!, a!), subtract(c!, a!)));
      const isOutward = dot(plane, subtract(a!, centre)) > 0;
      const outward: Vec3 = isOutward ? plane : opposite(plane);
      return { outward, distance: dot(outward, a!) };
    }),
  );
  return { centre, reach, planes };
}

type Box = ReturnType<typeof boxOf>;

/** How far beside an edge its rays start at most. */
const reachOfRays = 3;

/** Whether any ray beside an edge may meet a box. */
function isNear({ centre, reach }: Box, { at, away }: Sight, { from, to }: Edge): boolean {
  const half = Math.hypot(...subtract(to, from)) / 2;
  const toCentre = subtract(centre, at);
  const beside = plus(toCentre, away, -Math.max(0, dot(toCentre, away)));
  return Math.hypot(...beside) < reach + half + reachOfRays;
}

/** Whether a ray meets a box, from its start on. */
function isCrossed({ planes }: Box, start: Vec3, direction: Vec3): boolean {
  let enters = 0;
  let leaves = Infinity;
  for (const { outward, distance } of planes) {
    const inside = distance - dot(outward, start);
    const outwards = dot(outward, direction);
    if (outwards > 0) leaves = Math.min(leaves, inside / outwards);
    else if (outwards < 0) enters = Math.max(enters, inside / outwards);
    else if (inside < 0) return false;
    if (enters >= leaves) return false;
  }
  return true;
}
