import type { Axis } from './box-grid.ts';
import { faceUnwraps, type Corner, type FaceName } from './boxes.ts';
import type { Quad, TexelLine } from './quads.ts';
import type { Solid } from './solids.ts';
import { dot } from './vector.ts';

/** A range along an axis, in units of a box. */
export type Range = readonly [from: number, to: number];

/** The space of some cells, in units of a box. */
export type CellRanges = readonly [x: Range, y: Range, z: Range];

/** The axes of the box along which a face's texture goes right and down, and their direction. */
type FaceFrame = {
  readonly uAxis: Axis;
  readonly uSign: 1 | -1;
  readonly vAxis: Axis;
  readonly vSign: 1 | -1;
};

const axes = [0, 1, 2] as const;

function frameOf(face: FaceName): FaceFrame {
  const [topLeft, topRight, bottomLeft] = faceUnwraps[face].corners;
  const axisTo = (corner: Corner): Axis => axes.find((axis) => corner[axis] !== topLeft[axis])!;
  const [uAxis, vAxis] = [axisTo(topRight), axisTo(bottomLeft)];
  const sign = (corner: Corner, axis: Axis): 1 | -1 => (corner[axis] > topLeft[axis] ? 1 : -1);
  return { uAxis, uSign: sign(topRight, uAxis), vAxis, vSign: sign(bottomLeft, vAxis) };
}

export const faceFrames = {
  right: frameOf('right'),
  left: frameOf('left'),
  back: frameOf('back'),
  front: frameOf('front'),
  top: frameOf('top'),
  bottom: frameOf('bottom'),
} as const satisfies Record<FaceName, FaceFrame>;

/** The texture of cells: the overlay of a box, cut into cells of this size. */
export type CellSheet = { readonly overlay: Solid; readonly cellUnits: number };

/** The texels of a face for some cells; beyond its border those of the border, one texel thick. */
export function cellTexels(
  { overlay, cellUnits }: CellSheet,
  face: FaceName,
  cells: CellRanges,
): Quad['texels'] {
  const { size, front } = overlay;
  const { uAxis, uSign, vAxis, vSign } = faceFrames[face];
  const { offset } = faceUnwraps[face];
  const within = (axis: Axis): Range => {
    const [from, to] = cells[axis];
    if (from < 0) return [0, cellUnits];
    return to > size[axis] ? [size[axis] - cellUnits, size[axis]] : [from, to];
  };
  const start = (axis: Axis, sign: 1 | -1): number =>
    sign > 0 ? within(axis)[0] : size[axis] - within(axis)[1];
  return {
    u: front[0] + dot(offset[0], size) + start(uAxis, uSign),
    v: front[1] + dot(offset[1], size) + start(vAxis, vSign),
    columns: within(uAxis)[1] - within(uAxis)[0],
    rows: within(vAxis)[1] - within(vAxis)[0],
  };
}

/** The texels of an edge's cells from another of its faces, in the order that `face` shows. */
export function edgeTexels(
  sheet: CellSheet,
  { face, other }: { readonly face: FaceName; readonly other: FaceName },
  cells: CellRanges,
): TexelLine {
  const along = axes.find((axis) => cells[axis][1] - cells[axis][0] > 1) ?? null;
  const frame = faceFrames[face];
  const sign = along === frame.uAxis ? frame.uSign : frame.vSign;
  const first = axes.map((axis): Range => {
    const [from, to] = cells[axis];
    if (axis !== along) return [from, to];
    return sign > 0 ? [from, from + sheet.cellUnits] : [to - sheet.cellUnits, to];
  });
  const { u, v } = cellTexels(sheet, other, [first[0]!, first[1]!, first[2]!]);
  const { uAxis, uSign, vAxis, vSign } = faceFrames[other];
  return {
    u,
    v,
    right: along === uAxis ? uSign * sign : 0,
    down: along === vAxis ? vSign * sign : 0,
  };
}
