import { blendOver, type RgbaImage } from '../image/canvas.ts';
import { free } from '../image/scratch.ts';
import type { FontRegistry } from '../text/font-registry.ts';
import type { Area } from '../scenes/art/art.ts';
import type { CardParts } from './card-frame.ts';
import type { CardLook } from './card-look.ts';
import { drawTitleLine, fitTitleLine } from './scene-title.ts';

/** What is written on a card, and where. */
type Writing = {
  /** Label and caption; empty for none. */
  readonly names: readonly string[];
  /** Title and subtitle; empty for none. */
  readonly texts: readonly string[];
  readonly parts: CardParts;
  readonly look: CardLook;
  readonly squarePx: number;
  /** The columns of the card that are in view, which names keep to. */
  readonly columns: number;
};

/** A line of text: its colour, `null` for that of the card, its largest size and the most that it takes of the height that is left. */
type LineStyle = { readonly fill: string | null; readonly squares: number; readonly share: number };

/** Of a line alone, and of two of them. Sizes are those of a font pixel, in squares of the card. */
const styles = {
  names: [
    [{ fill: '#ffffff', squares: 1, share: 1 }],
    [
      { fill: '#ffffff', squares: 0.8, share: 0.6 },
      { fill: '#ffe2a0', squares: 0.6, share: 1 },
    ],
  ],
  texts: [
    [{ fill: null, squares: 0.8, share: 1 }],
    [
      { fill: null, squares: 0.8, share: 0.6 },
      { fill: '#d9d4e4', squares: 0.6, share: 1 },
    ],
  ],
} as const satisfies Record<string, readonly (readonly LineStyle[])[]>;

/** The smallest size of a font pixel, in squares: smaller ones cannot be read. */
const smallestName = 0.4;

/** Writes the names on the plate of a card, and the texts on its panel. */
export function writeOn(
  card: RgbaImage,
  fonts: FontRegistry,
  { names, texts, parts: { plate, panel }, look, squarePx, columns }: Writing,
): void {
  const write = (given: readonly string[], kind: keyof typeof styles, area: Area): void => {
    const shown = given.filter((text) => text !== '');
    const looks: readonly LineStyle[] = styles[kind][shown.length === 1 ? 0 : 1];
    const lines = shown.map((text, index) => {
      const { fill, squares, share } = looks[index]!;
      const heightOf = (leftPx: number): number => Math.floor(leftPx * share);
      return { text, fill: fill ?? look.text, squares, heightOf };
    });
    writeLines(card, fonts, lines, { area, squarePx, smallest: smallestName, rim: '#0b0910' });
  };
  if (plate !== null) {
    const [left, top, wide, rows] = plate;
    const right = Math.min(left + wide - 7, columns - 3);
    write(names, 'names', [left + 7, top + 4, right - left - 7, rows - 8]);
  }
  if (panel !== null) {
    const [left, top, wide, rows] = panel;
    const below = plate === null ? top : plate[1] + plate[3];
    const right = Math.min(left + wide - 4, columns - 3);
    write(texts, 'texts', [left + 4, below + 1, right - left - 4, top + rows - below - 2]);
  }
}

/** A line of text. Lengths are in px, but for the largest size of a font pixel, in squares. */
type Written = {
  readonly text: string;
  readonly fill: string;
  readonly squares: number;
  /** The most that it takes of the height that is left. */
  readonly heightOf: (leftPx: number) => number;
};

/** Where lines are written: in squares, with the smallest size of a font pixel. */
type Place = {
  readonly area: Area;
  readonly squarePx: number;
  readonly smallest: number;
  readonly rim: string;
  /** The left end of a line in its space. Default: that of a centred one. */
  readonly leftOf?: (text: string, sparePx: number) => number;
};

/** Writes lines below each other, in the middle of a space. Those for which there is no room are omitted. */
export function writeLines(
  picture: RgbaImage,
  fonts: FontRegistry,
  written: readonly Written[],
  { area, squarePx, smallest, rim, leftOf = (_text, sparePx) => Math.round(sparePx / 2) }: Place,
): void {
  const [leftPx, topPx, widthPx, heightPx] = area.map((squares) => squares * squarePx);
  const pixelPx = (squares: number): number => Math.max(1, Math.round(squares * squarePx));
  let restPx = heightPx!;
  const lines = written.flatMap(({ text, fill, squares, heightOf }) => {
    if (text === '') return [];
    const line = fitTitleLine(fonts, text, {
      spacePx: widthPx!,
      heightPx: heightOf(restPx),
      pixelsPx: [pixelPx(squares), pixelPx(smallest)],
    });
    if (line === null) return [];
    restPx -= line.sizePx[1];
    return [{ text, line, fill }];
  });
  let nextPx = Math.round(topPx! + restPx / 2);
  for (const { text, line, fill } of lines) {
    const image = drawTitleLine(fonts, line, fill, rim);
    blendOver(picture, image, leftPx! + leftOf(text, widthPx! - image.widthPx), nextPx);
    nextPx += line.sizePx[1];
    free(image.data);
  }
}
