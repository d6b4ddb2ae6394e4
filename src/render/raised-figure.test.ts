import { describe, expect, it } from 'vitest';
import { motleySheet, oldMotleySheet } from '../../test/support/pattern-sheets.ts';
import { drawnPlan } from '../../test/support/draw-scene.ts';
import { expectAgreement } from '../../test/support/ray-agreement.ts';
import type { Crop } from './camera/crops.ts';
import { compileFigure } from '../../test/support/compile-figure.ts';
import { compileFramed, stageFigure, type UnscaledFigure } from './figure.ts';
import type { RgbaImage } from './image/canvas.ts';
import type { Model } from './model/boxes.ts';
import { posedSolids } from './model/solids.ts';
import { cropsOf, renderTypeNames, renderTypes } from './render-types.ts';
import { prepareSheet } from './sheet/sheet.ts';

/** Figures as they are asked for, with every kind of sheet, beside blocks that rays are shot at. */
describe('a raised figure', () => {
  const cases: readonly (readonly [string, Crop, Model, () => RgbaImage])[] = [
    ['of a sheet of 64×32', 'full', 'classic', () => oldMotleySheet('holes')],
    ['of a sheet of 128×128', 'bust', 'slim', () => motleySheet('slim', 'holes', 2)],
    ['of glass', 'face', 'classic', () => motleySheet('classic', 'translucent')],
    ['of glass, of 64×32', 'bust', 'classic', () => oldMotleySheet('translucent')],
  ];

  it.each(cases)('%s: %s, %s', (_, crop, model, sheetOf) => {
    const { image: sheet, texelsPerUnit } = prepareSheet(sheetOf());
    const figure: UnscaledFigure = {
      renderType: 'walking',
      crop,
      model,
      heightPx: 40,
      overlay: 'raised',
    };
    const framed = stageFigure(figure);
    const drawn = drawnPlan(compileFramed(framed, { skin: texelsPerUnit, cape: null }), sheet);
    const { view, light } = framed.stage;
    const solids = posedSolids(model, renderTypes.walking.pose);
    const { frame } = framed;

    expectAgreement(drawn, model, { solids, view, frame, light, sheet, isRaised: true });
  });
});

describe('a flat type', () => {
  const flatTypes = renderTypeNames.filter((name) => renderTypes[name].kind === 'flat');
  const cases = flatTypes.flatMap((type) => cropsOf(type).map((crop) => [type, crop] as const));

  it.each(cases)('%s, %s, does not change with a raised overlay', (renderType, crop) => {
    const figure = { renderType, crop, model: 'classic', heightPx: 64, texelsPerUnit: 1 } as const;

    expect(compileFigure({ ...figure, overlay: 'raised' })).toEqual(compileFigure(figure));
  });
});
