import { asWords, type RgbaImage } from '../../image/canvas.ts';

/** A picture of art pixels: large squares, each one opaque word (`0xAABBGGRR`). */
export type Art = {
  readonly columns: number;
  readonly rows: number;
  /** `columns * rows`, row by row. */
  readonly words: Uint32Array;
  /** Of ground that passes: after so many columns it is the same again. */
  readonly ring?: number;
  /** Of ground that passes: things on these rows of it are drawn, from the first to before the last. */
  readonly depths?: readonly [fromRow: number, toRow: number];
};

/** Whether a thing that stands on a row is drawn. */
export function isAtDepth({ depths }: Pick<Art, 'depths'>, row: number): boolean {
  return depths === undefined || (row >= depths[0] && row < depths[1]);
}

export type Position = readonly [column: number, row: number];

/** A colour as a word of a picture. */
export type Paint = number;

export function createArt(columns: number, rows: number): Art {
  return { columns, rows, words: new Uint32Array(columns * rows) };
}

/** A picture whose pixels are those of art, in its memory. */
export function asArt(picture: RgbaImage): Art {
  return { columns: picture.widthPx, rows: picture.heightPx, words: asWords(picture) };
}

/** Of ground that passes: what is on it may reach beyond the ends of the ring, which is the middle third. */
export function createRing(ring: number, rows: number): Art & { readonly ring: number } {
  return { ...createArt(3 * ring, rows), ring };
}

/** Converts `#rrggbb` to an opaque word. */
export function paint(hex: string): Paint {
  const value = Number.parseInt(hex.slice(1), 16);
  return (0xff000000 | ((value & 255) << 16) | (value & 0xff00) | (value >>> 16)) >>> 0;
}

/** Converts several, for palettes: `#rrggbb` separated by spaces. */
export function paints(hexes: string): readonly Paint[] {
  return hexes.split(' ').map(paint);
}

/** Interpolates between two colours; `share` 0 … 1. */
export function mix(from: Paint, to: Paint, share: number): Paint {
  const channel = (at: number): number => {
    const a = (from >>> at) & 255;
    const b = (to >>> at) & 255;
    return Math.round(a + (b - a) * share) << at;
  };
  return (0xff000000 | channel(16) | channel(8) | channel(0)) >>> 0;
}

/** Sets one art pixel; ignores positions outside of the picture. */
export function put(art: Art, column: number, row: number, colour: Paint): void {
  if (column < 0 || row < 0 || column >= art.columns || row >= art.rows) return;
  art.words[row * art.columns + column] = colour;
}

/** Blends a colour into one art pixel; on a transparent one it is set with that opacity. */
export function tintAt(art: Art, [column, row]: Position, colour: Paint, share: number): void {
  if (column < 0 || row < 0 || column >= art.columns || row >= art.rows) return;
  const at = row * art.columns + column;
  const under = art.words[at]!;
  const alpha = under >>> 24;
  const mixed = alpha === 0 ? colour : mix(under, colour, share);
  const covered = alpha === 255 ? 255 : Math.round(alpha + (255 - alpha) * share);
  art.words[at] = ((mixed & 0xffffff) | (covered << 24)) >>> 0;
}

export type Area = readonly [left: number, top: number, columns: number, rows: number];

export function fill(art: Art, [left, top, columns, rows]: Area, colour: Paint): void {
  const from = Math.max(0, left);
  const to = Math.min(art.columns, left + columns);
  if (to <= from) return;
  for (let row = Math.max(0, top); row < Math.min(art.rows, top + rows); row++) {
    art.words.fill(colour, row * art.columns + from, row * art.columns + to);
  }
}

/** A line along the inside of an area, lit from the upper left. */
export function bevel(art: Art, area: Area, lit: Paint, dark: Paint): void {
  const [left, top, columns, rows] = area;
  fill(art, [left, top + rows - 1, columns, 1], dark);
  fill(art, [left + columns - 1, top, 1, rows], dark);
  fill(art, [left, top, columns - 1, 1], lit);
  fill(art, [left, top, 1, rows - 1], lit);
}

/**
 * Draws a small picture written as text: one character for each art pixel, `.` for transparent.
 * @param palette the colour of each character
 */
export function stamp(
  art: Art,
  [left, top]: Position,
  lines: readonly string[],
  palette: Readonly<Record<string, Paint>>,
): void {
  const colours = new Map(Object.entries(palette));
  lines.forEach((line, row) => {
    Array.from(line).forEach((letter, column) => {
      const colour = colours.get(letter);
      if (colour !== undefined) put(art, left + column, top + row, colour);
    });
  });
}

// What lives in a scene, by the phase of its loop, 0 … 1. At phase 0 everything is where it is in a picture
// that does not move, and phase 1 is phase 0.

const turn = 2 * Math.PI;

/** There and back again on both sides, in whole art pixels. */
export function sway(phase: number, reach: number): number {
  return Math.round(reach * Math.sin(turn * phase));
}

/** Away and back again on one side: 0 … 1. */
export function swell(phase: number): number {
  return (1 - Math.cos(turn * phase)) / 2;
}

/** When something goes out, by a random number of its own, 0 … 1: not near the ends of the loop. */
function goesOutAt(moment: number): number {
  return 0.22 + 0.56 * moment;
}

/** Brightness of something that goes out once in a loop: 1, and down to 0 around its moment. */
export function blink(phase: number, moment: number): number {
  const away = Math.abs(phase - goesOutAt(moment)) / 0.2;
  return away >= 1 ? 1 : (1 - Math.cos(Math.PI * away)) / 2;
}

/** Share of a way, −1 … 1, of something that passes by and starts again while it is out. */
export function passed(phase: number, moment: number): number {
  return phase < goesOutAt(moment) ? phase : phase - 1;
}

/** A position on a way that ends where it begins: steps further, going around. */
export function onward(at: number, steps: number, length: number): number {
  return (((at + steps) % length) + length) % length;
}
