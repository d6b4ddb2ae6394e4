import { createImage } from '../../src/render/image/canvas.ts';
import { drawRow, type Studio } from '../../src/drawing/draw-row.ts';
import { planKey } from '../../src/drawing/plan-keys.ts';
import type { RowOrder } from '../../src/drawing/order.ts';
import { createFontBook } from '../../src/labels/font-book.ts';
import { compileFigure, type Figure } from '../../src/render/figure.ts';
import type { RgbaImage } from '../../src/render/image/canvas.ts';
import type { Plan } from '../../src/render/plan/plan.ts';
import { prepareSheet } from '../../src/render/sheet/sheet.ts';

/** A studio as a worker has one, which notes the plans it is asked for. */
export function createStudio(): Studio & { readonly asked: Figure[] } {
  const plans = new Map<string, Plan>();
  const asked: Figure[] = [];
  return {
    asked,
    fonts: createFontBook(),
    scratch: createImage,
    planFor: (figure) => {
      asked.push(figure);
      const key = planKey(figure);
      const plan = plans.get(key) ?? compileFigure(figure);
      plans.set(key, plan);
      return plan;
    },
  };
}

export type RowCase = Partial<Pick<RowOrder, 'renderType' | 'crop' | 'heightPx' | 'gapPx'>> & {
  /** Decoded, not yet prepared. */
  readonly sheets: readonly RgbaImage[];
  readonly figures: readonly {
    readonly sheet?: number;
    readonly model?: 'classic' | 'slim';
    readonly label?: string;
    readonly upsideDown?: boolean;
  }[];
};

/** A row as the worker draws it, from decoded sheets to pixels, or why it is not drawn. */
export function tryRow(row: RowCase, studio: Studio): ReturnType<typeof drawRow> {
  const { renderType = 'default', crop = 'full', heightPx = 64, gapPx = null } = row;
  const figures = row.figures.map((figure) => ({
    sheet: 0,
    model: 'classic' as const,
    label: '',
    upsideDown: false,
    ...figure,
  }));
  const order: RowOrder = { renderType, crop, heightPx, gapPx, sheets: [], figures };
  const sheets = row.sheets.map((sheet) => prepareSheet(sheet));
  return drawRow(order, sheets, studio);
}

/** The same where it has to be drawn. */
export function drawnRow(row: RowCase, studio: Studio): RgbaImage {
  const drawn = tryRow(row, studio);
  if (!drawn.ok) throw new Error(drawn.problem);
  return drawn.value;
}
