import { blendOver, type RgbaImage } from '../image/canvas.ts';
import { free } from '../image/scratch.ts';
import type { FontRegistry } from '../text/font-registry.ts';
import type { CardParts } from './card-frame.ts';
import type { CardLook } from './card-look.ts';
import { drawTitleLine, fitTitleLine, type TitleLine } from './scene-title.ts';

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
const smallest = 0.4;

const rim = '#0b0910';

type Space = {
  readonly left: number;
  readonly top: number;
  readonly columns: number;
  readonly rows: number;
};

/** Writes the names on the plate of a card, and the texts on its panel. */
export function writeOn(
  card: RgbaImage,
  fonts: FontRegistry,
  { names, texts, parts, look, squarePx, columns }: Writing,
): void {
  const { plate, panel } = parts;
  if (plate !== null) {
    const left = plate.left + 7;
    const right = Math.min(plate.left + plate.columns - 7, columns - 3);
    const space = { left, columns: right - left, top: plate.top + 4, rows: plate.rows - 8 };
    writeLines(card, fonts, { texts: names, style: 'names', space, look, squarePx });
  }
  if (panel !== null) {
    const below = plate === null ? panel.top : plate.top + plate.rows;
    const left = panel.left + 4;
    const right = Math.min(panel.left + panel.columns - 4, columns - 3);
    const space = {
      left,
      columns: right - left,
      top: below + 1,
      rows: panel.top + panel.rows - below - 2,
    };
    writeLines(card, fonts, { texts, style: 'texts', space, look, squarePx });
  }
}

/** Writes one or two lines below each other, in the middle of a space. */
function writeLines(
  card: RgbaImage,
  fonts: FontRegistry,
  {
    texts,
    style,
    space,
    look,
    squarePx,
  }: {
    readonly texts: readonly string[];
    readonly style: keyof typeof styles;
    readonly space: Space;
    readonly look: CardLook;
    readonly squarePx: number;
  },
): void {
  const written = texts.filter((text) => text !== '');
  const [one, two] = styles[style];
  const looks: readonly LineStyle[] = written.length === 1 ? one : two;
  let leftPx = space.rows * squarePx;
  const lines = written.flatMap((text, index) => {
    const { squares, share, fill } = looks[index]!;
    const line = fitTitleLine(fonts, text, {
      spacePx: space.columns * squarePx,
      heightPx: Math.floor(leftPx * share),
      pixelsPx: [atLeastOne(squares * squarePx), atLeastOne(smallest * squarePx)],
    });
    if (line === null) return [];
    leftPx -= line.sizePx[1];
    return [{ line, fill: fill ?? look.text }];
  });
  const heightPx = lines.reduce((sum, { line }) => sum + line.sizePx[1], 0);
  const middlePx = (space.left + space.columns / 2) * squarePx;
  let topPx = Math.round(space.top * squarePx + (space.rows * squarePx - heightPx) / 2);
  for (const { line, fill } of lines) {
    write(card, fonts, { line, fill, middlePx, topPx });
    topPx += line.sizePx[1];
  }
}

const atLeastOne = (px: number): number => Math.max(1, Math.round(px));

function write(
  card: RgbaImage,
  fonts: FontRegistry,
  {
    line,
    fill,
    middlePx,
    topPx,
  }: {
    readonly line: TitleLine;
    readonly fill: string;
    readonly middlePx: number;
    readonly topPx: number;
  },
): void {
  const image = drawTitleLine(fonts, line, fill, rim);
  blendOver(card, image, Math.round(middlePx - image.widthPx / 2), topPx);
  free(image.data);
}
