import { stageFigure } from '../figure/figure.ts';
import { blendOver, blit, createImage, type RgbaImage } from '../image/canvas.ts';
import { free } from '../image/scratch.ts';
import { tooLarge, type SceneJob, type TaskResult } from '../options/jobs.ts';
import { bevel, createArt, fill, mix, paint, put, type Art } from '../scenes/art/art.ts';
import { hash } from '../scenes/art/noise.ts';
import { advancementSquares } from '../scenes/layout/cards.ts';
import type { SizePx } from '../scenes/layout/sizes.ts';
import { enlarge } from '../scenes/paint-scene.ts';
import { directionOf } from '../text/text.ts';
import { drawFigure, modelOf, prepareTextures, type ReadSheets } from './draw-figure.ts';
import type { SceneContext } from './draw-scene.ts';
import { fitBox, type GroupPicture } from './figure-boxes.ts';
import { writeLines } from './card-text.ts';

/** The face of the player in its frame, and what is written beside it, in squares. */
const face = { left: 4, top: 4, side: 24 } as const;
const written = { left: 33, right: 155, top: 3, rows: 26 } as const;

/** Draws the message of an advancement: a face, a title, and a line about it. */
export function drawAdvancement(
  job: SceneJob,
  sheets: ReadSheets,
  context: SceneContext,
): TaskResult<GroupPicture> {
  const { columns, rows, px } = advancementSquares;
  const sizePx: SizePx = job.sizePx ?? [columns * px, rows * px];
  const problem = tooLarge(...sizePx, job.format);
  if (problem !== null) return { ok: false, tooLarge: problem };
  const squarePx = Math.ceil(Math.min(sizePx[0] / columns, sizePx[1] / rows));
  const picture = createImage(columns * squarePx, rows * squarePx);
  enlarge(picture, paintPanel(), squarePx);
  const [leftPx, topPx, sidePx] = [face.left, face.top, face.side].map((at) => at * squarePx);
  const shown = drawFace(job, sheets, context, sidePx!);
  if (shown !== null) blendOver(picture, shown, leftPx!, topPx!);
  writeOn(picture, job, context, squarePx);
  const fitted = fitBox(picture, { widthPx: sizePx[0], heightPx: sizePx[1] });
  if (fitted !== picture) free(picture.data);
  const box = { leftPx: 0, topPx: 0, widthPx: sizePx[0], heightPx: sizePx[1], nameTopPx: 0 };
  return { ok: true, value: { ...fitted, boxes: shown === null ? [] : [box], animation: null } };
}

const [line, lit, shaded] = [paint('#0b0a10'), paint('#7d7894'), paint('#3b3849')] as const;
const field = paint('#252330');

/** A dark panel with a bevelled edge, and a frame for the face sunk into it. */
function paintPanel(): Art {
  const { columns, rows } = advancementSquares;
  const art = createArt(columns, rows);
  for (let row = 0; row < rows; row++) {
    for (let column = 0; column < columns; column++) {
      const ground = mix(field, line, (row / rows) * 0.3);
      const isFleck = hash(23, column >> 1, row >> 1) > 0.82;
      put(art, column, row, isFleck ? mix(ground, lit, 0.06) : ground);
    }
  }
  bevel(art, [0, 0, columns, rows], line, line);
  bevel(art, [1, 1, columns - 2, rows - 2], lit, shaded);
  const { left, top, side } = face;
  bevel(art, [left - 2, top - 2, side + 4, side + 4], line, lit);
  bevel(art, [left - 1, top - 1, side + 2, side + 2], line, line);
  fill(art, [left, top, side, side], shaded);
  for (const column of [0, columns - 1]) {
    for (const row of [0, rows - 1]) put(art, column, row, 0);
  }
  for (const column of [1, columns - 2]) {
    for (const row of [1, rows - 2]) put(art, column, row, line);
  }
  return art;
}

/** The player in a square; texels of a face are whole squares. `null` if there is none. */
function drawFace(
  { figures: [figure] }: SceneJob,
  sheets: ReadSheets,
  context: SceneContext,
  sidePx: number,
): RgbaImage | null {
  if (figure?.kind === 'picture') return inSquare(sheets.pictures[figure.picture]!, sidePx);
  if (figure?.kind !== 'posed') return null;
  const skin = sheets.skins[figure.skin]!;
  const { textures, ears } = prepareTextures({ skin, cape: null }, figure);
  const own = { model: modelOf(figure.model, skin), ears, cape: null, motion: null };
  const framed = stageFigure({ ...figure, ...own, heightPx: sidePx });
  const drawn = drawFigure(framed, textures, context, createImage);
  return drawn.widthPx === sidePx ? drawn : inSquare(drawn, sidePx);
}

/** The upper part of a tall picture, or all of a wide one. */
function inSquare(picture: RgbaImage, sidePx: number): RgbaImage {
  const heightPx = Math.min(picture.heightPx, picture.widthPx);
  const upper = createImage(picture.widthPx, heightPx);
  blit(upper, picture, 0, 0);
  return fitBox(upper, { widthPx: sidePx, heightPx: sidePx });
}

const [titleFill, lineFill] = ['#ffe04a', '#ffffff'] as const;

/** Writes the title and the line below it, or one of them alone; right-to-left text at the right. */
function writeOn(
  picture: RgbaImage,
  { title, subtitle }: SceneJob,
  { fonts }: SceneContext,
  squarePx: number,
): void {
  const { left, top, right, rows } = written;
  const isAlone = title === '' || subtitle === '';
  const size = {
    squares: isAlone ? 1 : 0.75,
    heightOf: () => (isAlone ? rows : rows / 2) * squarePx,
  };
  const lines = [
    { text: title, fill: titleFill, ...size },
    { text: subtitle, fill: lineFill, ...size },
  ];
  writeLines(picture, fonts, lines, {
    area: [left, top, right - left, rows],
    squarePx,
    smallest: 0.5,
    rim: '#0b0a10',
    leftOf: (text, sparePx) => (directionOf(text) === 'ltr' ? 0 : sparePx),
  });
}
