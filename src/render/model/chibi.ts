import { partBoxes, type Model, type PartName } from './boxes.ts';
import type { Patch } from './flat.ts';
import { boxCorners, restCorner, type Layer } from './solids.ts';

/**
 * The pixel portrait: all of the face on a body three texels high, as a sprite artist would shrink
 * it. Nothing is averaged: of each part's front a few telling texels are kept (collar, chest and
 * belt; sleeve and hand; trousers and shoe), so that every colour is one of the sheet.
 */
type Pick = {
  /** Top left corner: units right of the middle, units above the ground. */
  readonly left: number;
  readonly top: number;
  /** Columns and rows of the part's front that are shown, side by side. */
  readonly columns: readonly number[];
  readonly rows: readonly number[];
};

const all = [0, 1, 2, 3, 4, 5, 6, 7] as const;

const picks = {
  body: { left: -2, top: 5, columns: [1, 3, 4, 6], rows: [1, 5, 10] },
  rightArm: { left: -3, top: 5, columns: [1], rows: [1, 6, 11] },
  leftArm: { left: 2, top: 5, columns: [-2], rows: [1, 6, 11] },
  rightLeg: { left: -2, top: 2, columns: [1, 2], rows: [3, 11] },
  leftLeg: { left: 0, top: 2, columns: [1, 2], rows: [3, 11] },
  head: { left: -4, top: 13, columns: all, rows: all },
} as const satisfies Record<PartName, Pick>;

/** From the lowest to the topmost. */
const order = ['body', 'rightArm', 'leftArm', 'rightLeg', 'leftLeg', 'head'] as const;

/** What the portrait takes up, hair included. */
export const chibiUnits = { left: -5, right: 5, bottom: 0, top: 14 } as const;

/** What casts its shadow: the head, and the body with the legs. */
export const chibiBoxes = [
  { min: [-4, 5, -3], size: [8, 8, 6] },
  { min: [-2.5, 0, -1], size: [5, 5, 2] },
].map(({ min: [x = 0, y = 0, z = 0], size: [width = 0, height = 0, depth = 0] }) =>
  boxCorners.map((corner) =>
    restCorner({ min: [x, y, z], size: [width, height, depth] }, corner, 0),
  ),
);

export function chibi(model: Model): Patch[] {
  const figure = order.flatMap((part, rank) =>
    (['base', 'overlay'] as const).flatMap((layer) => pickedTexels(model, part, layer, rank)),
  );
  return [...figure, ...hair];
}

function pickedTexels(model: Model, part: PartName, layer: Layer, rank: number): Patch[] {
  const { left, top, columns, rows }: Pick = picks[part];
  const { front, overlayOffset, size } = partBoxes[model][part];
  const [du, dv] = layer === 'overlay' ? overlayOffset : [0, 0];
  return rows.flatMap((row, y) =>
    columns.map((column, x): Patch => {
      // Negative columns count from the far side, whose place depends on how wide the arms are.
      const u = front[0] + du + (column < 0 ? column + size[0] : column);
      const texels = { u, v: front[1] + dv + row, columns: 1, rows: 1 };
      return { left: left + x, top: top - y, texels, sheet: 'skin', layer, rank };
    }),
  );
}

/**
 * Hair and hats stand off the head by one texel: the foremost column of the hat's either side, and
 * the foremost row of its top, seen past the edge of the face.
 */
const hairLayer = { sheet: 'skin', layer: 'overlay', rank: order.length } as const;
const hair: readonly Patch[] = [
  { left: -5, top: 13, texels: { u: 39, v: 8, columns: 1, rows: 8 }, ...hairLayer },
  { left: 4, top: 13, texels: { u: 48, v: 8, columns: 1, rows: 8 }, ...hairLayer },
  { left: -4, top: 14, texels: { u: 40, v: 7, columns: 8, rows: 1 }, ...hairLayer },
];
