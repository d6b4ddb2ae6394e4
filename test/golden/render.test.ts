import { describe, expect, it } from 'vitest';
import { crops } from '../../src/render/camera/crops.ts';
import { compileFigure } from '../support/compile-figure.ts';
import type { Figure } from '../../src/render/figure.ts';
import { blit, createImage, type RgbaImage } from '../../src/render/image/canvas.ts';
import { prepareSheet } from '../../src/render/sheet/sheet.ts';
import { drawnPlan } from '../support/draw-scene.ts';
import { flattenedOldSheet, motleySheet, oldMotleySheet } from '../support/pattern-sheets.ts';
import { bothModels } from '../support/skin-facts.ts';
import { expectGolden, goldenNames } from './harness.ts';

/** What the renderer draws, from a decoded sheet to pixels. */
function drawn(
  decoded: RgbaImage,
  request: Pick<Figure, 'crop' | 'model' | 'heightPx'>,
): RgbaImage {
  const { image, texelsPerUnit } = prepareSheet(decoded);
  const plan = compileFigure({ renderType: 'default', ...request, texelsPerUnit });
  return drawnPlan(plan, image);
}

function sideBySide(figures: readonly RgbaImage[]): RgbaImage {
  const widthPx = figures.reduce((sum, figure) => sum + figure.widthPx, 0);
  const row = createImage(widthPx, Math.max(...figures.map(({ heightPx }) => heightPx)));
  let leftPx = 0;
  for (const figure of figures) {
    blit(row, figure, leftPx, row.heightPx - figure.heightPx);
    leftPx += figure.widthPx;
  }
  return row;
}

const heightPx = 112;
const classic = { model: 'classic', heightPx } as const;
const slim = { model: 'slim', heightPx } as const;

const cropCases = crops.flatMap((crop) =>
  bothModels.map(
    (model) =>
      [
        `render/default-${crop}-${model}`,
        () => drawn(motleySheet(model, 'holes'), { crop, model, heightPx }),
      ] as const,
  ),
);

const cases: Readonly<Record<string, () => RgbaImage>> = {
  ...Object.fromEntries(cropCases),
  'render/overlay-none': () => drawn(motleySheet('classic', 'none'), { crop: 'full', ...classic }),
  'render/overlay-opaque': () =>
    drawn(motleySheet('classic', 'opaque'), { crop: 'full', ...classic }),
  'render/overlay-translucent': () =>
    drawn(motleySheet('slim', 'translucent'), { crop: 'full', ...slim }),
  'render/overlay-translucent-face': () =>
    drawn(motleySheet('classic', 'translucent'), { crop: 'face', ...classic }),
  'render/old-sheet': () => drawn(oldMotleySheet('holes'), { crop: 'full', ...classic }),
  'render/old-sheet-flattened': () => drawn(flattenedOldSheet(), { crop: 'bust', ...classic }),
  'render/hd-128': () => drawn(motleySheet('classic', 'holes', 2), { crop: 'full', ...classic }),
  'render/hd-1024': () => drawn(motleySheet('slim', 'holes', 16), { crop: 'bust', ...slim }),
  'render/tiny': () =>
    drawn(motleySheet('classic', 'holes'), { crop: 'full', ...classic, heightPx: 24 }),
  'render/two-widths': () =>
    sideBySide([
      drawn(motleySheet('classic', 'holes'), { crop: 'full', ...classic }),
      drawn(motleySheet('slim', 'none'), { crop: 'full', ...slim }),
    ]),
};

describe('golden pictures of the renderer', () => {
  it.each(Object.entries(cases))('%s', (name, draw) => {
    expectGolden(name, draw());
  });

  it('every kept picture belongs to a case', () => {
    expect(goldenNames('render')).toEqual(Object.keys(cases).toSorted());
  });
});
