import { createSheet, type Sheet } from './sheet.ts';

export type Model = 'classic' | 'slim';

export type Face = 'front' | 'right' | 'left' | 'back' | 'top' | 'bottom';

/** A box of the figure, in texels; (u, v) is the upper left corner of its front on the sheet. */
type Box = {
  readonly u: number;
  readonly v: number;
  readonly w: number;
  readonly h: number;
  readonly d: number;
};

/** One box that can be painted. */
export type Surface = { readonly sheet: Sheet; readonly box: Box };

/** A whole player: six boxes, and over each of them the slightly larger overlay. */
export type Figure = {
  readonly sheet: Sheet;
  readonly model: Model;
  readonly head: Surface;
  readonly hat: Surface;
  readonly body: Surface;
  readonly jacket: Surface;
  readonly rightArm: Surface;
  readonly leftArm: Surface;
  readonly rightSleeve: Surface;
  readonly leftSleeve: Surface;
  readonly rightLeg: Surface;
  readonly leftLeg: Surface;
  readonly rightTrouser: Surface;
  readonly leftTrouser: Surface;
};

/** One texel of a box, told in the ways that a painter may ask for it. */
export type Texel = {
  readonly face: Face;
  /** Column and row within the face. */
  readonly x: number;
  readonly y: number;
  readonly box: Box;
  /** Column in the band right–front–left–back that runs around the box. */
  readonly ring: number;
  /** Place in the box: `across` from the player's right, `down` from the top, `deep` from the front. */
  readonly across: number;
  readonly down: number;
  readonly deep: number;
  /** Place on the sheet. */
  readonly u: number;
  readonly v: number;
};

/** An empty 64×64 figure. Overlays lie where the game looks for them. */
export function createFigure(model: Model): Figure {
  const sheet = createSheet(64, 64);
  const arm = model === 'slim' ? 3 : 4;
  const cube = (u: number, v: number): Surface => ({ sheet, box: { u, v, w: 8, h: 8, d: 8 } });
  const slab = (u: number, v: number, w: number): Surface => ({
    sheet,
    box: { u, v, w, h: 12, d: 4 },
  });
  return {
    sheet,
    model,
    head: cube(8, 8),
    hat: cube(40, 8),
    body: slab(20, 20, 8),
    jacket: slab(20, 36, 8),
    rightArm: slab(44, 20, arm),
    rightSleeve: slab(44, 36, arm),
    leftArm: slab(36, 52, arm),
    leftSleeve: slab(52, 52, arm),
    rightLeg: slab(4, 20, 4),
    rightTrouser: slab(4, 36, 4),
    leftLeg: slab(20, 52, 4),
    leftTrouser: slab(4, 52, 4),
  };
}

/** Columns and rows of a face. */
export function faceSize(box: Box, face: Face): { readonly w: number; readonly h: number } {
  if (face === 'front' || face === 'back') return { w: box.w, h: box.h };
  if (face === 'right' || face === 'left') return { w: box.d, h: box.h };
  return { w: box.w, h: box.d };
}

/**
 * The texel at (x, y) of a face. Top and bottom are laid out as seen from above, their last row at
 * the front, so both share the columns of the front.
 */
export function texelAt(box: Box, face: Face, x: number, y: number): Texel {
  const place = places[face](box, x, y);
  const v = face === 'top' || face === 'bottom' ? box.v - box.d + y : box.v + y;
  return { face, x, y, box, ...place, v };
}

type Place = Pick<Texel, 'ring' | 'across' | 'down' | 'deep' | 'u'>;

const places = {
  right: ({ u, d }, x, y) => ({ ring: x, across: 0, down: y, deep: d - 1 - x, u: u - d + x }),
  front: ({ u, d }, x, y) => ({ ring: d + x, across: x, down: y, deep: 0, u: u + x }),
  left: ({ u, w, d }, x, y) => ({ ring: d + w + x, across: w - 1, down: y, deep: x, u: u + w + x }),
  back: ({ u, w, d }, x, y) => ({
    ring: 2 * d + w + x,
    across: w - 1 - x,
    down: y,
    deep: d - 1,
    u: u + w + d + x,
  }),
  top: ({ u, d }, x, y) => ({ ring: d + x, across: x, down: 0, deep: d - 1 - y, u: u + x }),
  bottom: ({ u, w, h, d }, x, y) => ({
    ring: d + x,
    across: x,
    down: h - 1,
    deep: d - 1 - y,
    u: u + w + x,
  }),
} satisfies Record<Face, (box: Box, x: number, y: number) => Place>;

export const faces = ['right', 'front', 'left', 'back', 'top', 'bottom'] as const satisfies Face[];
