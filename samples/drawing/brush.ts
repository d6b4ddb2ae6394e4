import { type Face, faces, faceSize, type Surface, type Texel, texelAt } from './figure.ts';
import { type Ink, type Paint, paintOf } from './material.ts';
import { getTexel, putTexel } from './sheet.ts';

/** What each letter of a drawing stands for. A dot leaves a texel as it is, `_` makes a hole. */
export type Legend = Readonly<Record<string, Ink>>;

/** Where on a box a small drawing goes. */
type Spot = { readonly face: Face; readonly x: number; readonly y: number };

/** Paints all six faces of a box, or those texels of them that pass the filter. */
export function coat(surface: Surface, ink: Ink, only: (texel: Texel) => boolean = always): void {
  const paint = paintOf(ink);
  for (const face of faces) {
    const { w, h } = faceSize(surface.box, face);
    for (let index = 0; index < w * h; index += 1) {
      const texel = texelAt(surface.box, face, index % w, Math.floor(index / w));
      if (only(texel)) put(surface, texel, paint);
    }
  }
}

/** Paints a box in bands from the top: each takes its rows all around; the outer ones the lids too. */
export function bands(surface: Surface, rows: readonly (readonly [number, Ink])[]): void {
  let start = 0;
  for (const [count, ink] of rows) {
    const [from, to] = [start, start + count];
    coat(surface, ink, ({ down }) => down >= from && down < to);
    start = to;
  }
}

/** Like `bands` for an overlay that lies on the sides only: no lid, no floor. */
export function hoops(surface: Surface, from: number, count: number, ink: Ink): void {
  coat(surface, ink, ({ face, down }) => {
    return face !== 'top' && face !== 'bottom' && down >= from && down < from + count;
  });
}

/**
 * Draws the band that runs around a box, from its top row down: the player's right side, front,
 * left side, back. Throws when a row has not the box's width or there are too many rows.
 */
export function wrap(surface: Surface, art: string, legend: Legend): void {
  const { w, h, d } = surface.box;
  const rows = rowsOf(art, 2 * (w + d), h);
  const sides = [
    { face: 'right', from: 0 },
    { face: 'front', from: d },
    { face: 'left', from: d + w },
    { face: 'back', from: 2 * d + w },
  ] as const;
  for (const { face, from } of sides) {
    const { w: width } = faceSize(surface.box, face);
    const part = rows.map((row) => row.slice(from, from + width));
    drawRows(surface, { face, x: 0, y: 0 }, part, legend);
  }
}

/** Draws a small picture onto one face. Throws when it does not fit or a letter is unknown. */
export function patch(surface: Surface, spot: Spot, art: string, legend: Legend): void {
  const rows = rowsOf(art);
  const { w, h } = faceSize(surface.box, spot.face);
  const tooWide = rows.some((row) => spot.x + row.length > w);
  if (tooWide || spot.y + rows.length > h) throw new RangeError(`drawing leaves the ${spot.face}`);
  drawRows(surface, spot, rows, legend);
}

/** Copies a right limb onto the left one as its mirror image. */
export function mirror(from: Surface, to: Surface): void {
  coat(to, (texel) => {
    const { face, x, y } = texel;
    const { w } = faceSize(from.box, face);
    const source = texelAt(from.box, opposite[face], w - 1 - x, y);
    return getTexel(from.sheet, source.u, source.v);
  });
}

const opposite = {
  front: 'front',
  right: 'left',
  left: 'right',
  back: 'back',
  top: 'top',
  bottom: 'bottom',
} as const satisfies Record<Face, Face>;

function rowsOf(art: string, width?: number, most = Infinity): string[] {
  const rows = art
    .split('\n')
    .map((row) => row.replaceAll(' ', ''))
    .filter((row) => row !== '');
  const wrong = rows.find((row) => width !== undefined && row.length !== width);
  if (wrong !== undefined) throw new RangeError(`row is ${wrong.length}, not ${width}: ${wrong}`);
  if (rows.length > most) throw new RangeError(`${rows.length} rows where ${most} fit`);
  return rows;
}

function drawRows(surface: Surface, spot: Spot, rows: readonly string[], legend: Legend): void {
  for (const [line, row] of rows.entries()) {
    for (const [column, letter] of row.split('').entries()) {
      if (letter === '.') continue;
      const ink = letter === '_' ? hole : legend[letter];
      if (ink === undefined) throw new TypeError(`letter "${letter}" has no ink: ${row}`);
      const texel = texelAt(surface.box, spot.face, spot.x + column, spot.y + line);
      put(surface, texel, paintOf(ink));
    }
  }
}

function put(surface: Surface, texel: Texel, paint: Paint): void {
  putTexel(surface.sheet, texel.u, texel.v, paint(texel));
}

const hole: Paint = () => [0, 0, 0, 0];

function always(): boolean {
  return true;
}
