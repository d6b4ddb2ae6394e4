import { stageFigure } from '../figure/figure.ts';
import { blit, createImage, type RgbaImage } from '../image/canvas.ts';
import type { Scratch } from '../image/scratch.ts';
import type { SkinSheet } from '../skin/sheet.ts';
import {
  type SheetBytes,
  type SheetProblem,
  type TaskResult,
  gridOf,
  type HeadsJob,
} from '../options/jobs.ts';
import { drawFigure, type FigureContext } from './draw-figure.ts';
import { fitBox } from './figure-boxes.ts';

/** Rows of texels in a face: it is drawn at a multiple of them, so that texels are whole pixels. */
const faceRows = 8;

const staging = { renderType: 'front', crop: 'face', model: 'classic' } as const;

type HeadsContext = FigureContext & {
  readonly scratch: Scratch;
  /** Draws with a decoded sheet. One at a time: a hundred of the largest would take 400 MB. */
  readonly withSheet: (
    sheet: SheetBytes,
    draw: (skin: SkinSheet) => RgbaImage,
  ) => TaskResult<RgbaImage>;
};

/** Draws flat faces with their second layer side by side, without gaps. Equal faces are drawn once. */
export function drawHeads(
  { sidePx, columns, figures, sheets }: HeadsJob,
  context: HeadsContext,
): TaskResult<RgbaImage> {
  const grid = gridOf(figures.length, columns, sidePx);
  const picture = context.scratch(grid.widthPx, grid.heightPx);
  const indexed = figures.map((figure, index) => ({ ...figure, index }));
  const equal = Map.groupBy(indexed, ({ sheet, upsideDown }) => `${sheet} ${upsideDown}`);
  const heightPx = Math.ceil(sidePx / faceRows) * faceRows;
  const problems: SheetProblem[] = [];
  for (const same of equal.values()) {
    const { sheet, upsideDown } = same[0]!;
    const framed = stageFigure({ ...staging, heightPx, upsideDown });
    const face = context.withSheet(sheets[sheet]!, (skin) =>
      fitBox(drawFigure(framed, { skin, cape: null }, context, createImage), {
        widthPx: sidePx,
        heightPx: sidePx,
      }),
    );
    if ('problems' in face) problems.push(...face.problems);
    if (!face.ok) continue;
    for (const { index } of same) {
      const { leftPx, topPx } = grid.offsetOf(index);
      blit(picture, face.value, leftPx, topPx);
    }
  }
  return problems.length > 0 ? { ok: false, problems } : { ok: true, value: picture };
}
