import { createImage } from '../../src/engine/image/canvas.ts';
import type { DrawContext } from '../../src/engine/pictures/draw-figure.ts';
import { drawRow } from '../../src/engine/pictures/draw-row.ts';
import type { EarsOption } from '../../src/engine/options/figure-values.ts';
import type { RowJob } from '../../src/engine/options/jobs.ts';
import { createFontRegistry } from '../../src/engine/text/font-registry.ts';
import { type UnscaledFigure } from '../../src/engine/figure/figure.ts';
import type { RgbaImage } from '../../src/engine/image/canvas.ts';
import type { Plan } from '../../src/engine/raster/plan.ts';
import { prepareSheet } from '../../src/engine/skin/sheet.ts';
import { compileFramed } from '../../src/engine/raster/compile.ts';

/** A draw context like a worker's, which records the figures whose plans are requested. */
export function createDrawContext(): DrawContext & { readonly planned: UnscaledFigure[] } {
  const plans = new Map<string, Plan>();
  const planned: UnscaledFigure[] = [];
  return {
    planned,
    fonts: createFontRegistry(),
    scratch: createImage,
    withPlan: (framed, scales, draw) => {
      planned.push(framed.figure);
      const key = JSON.stringify([framed.figure, scales]);
      const plan = plans.get(key) ?? compileFramed(framed, scales);
      plans.set(key, plan);
      return draw(plan);
    },
  };
}

export type RowCase = Partial<Pick<RowJob, 'renderType' | 'crop' | 'heightPx' | 'gapPx'>> & {
  /** Decoded, not yet prepared. */
  readonly sheets: readonly RgbaImage[];
  readonly figures: readonly {
    readonly sheet?: number;
    readonly model?: 'classic' | 'slim';
    readonly label?: string;
    readonly upsideDown?: boolean;
    readonly ears?: EarsOption;
  }[];
};

/** An order as the worker receives it, with the defaults of the API. */
export function rowJob({
  figures,
  ...changes
}: Omit<Partial<RowJob>, 'figures'> & Pick<RowCase, 'figures'>): RowJob {
  return {
    renderType: 'default',
    crop: 'full',
    heightPx: 64,
    gapPx: null,
    sheets: [],
    format: 'png',
    ...changes,
    figures: figures.map((figure) => ({
      sheet: 0,
      model: 'classic',
      label: '',
      upsideDown: false,
      ...figure,
    })),
  };
}

/** A row as the worker draws it, from decoded sheets to pixels. */
export function drawnRow({ sheets: decoded, ...row }: RowCase, context: DrawContext): RgbaImage {
  const sheets = decoded.map((sheet) => prepareSheet(sheet));
  const drawn = drawRow(rowJob(row), sheets, context);
  if (!drawn.ok) throw new Error(JSON.stringify(drawn));
  return drawn.value;
}
