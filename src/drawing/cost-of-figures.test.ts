import { describe, expect, it } from 'vitest';
import { compileFigure } from '../../test/support/compile-figure.ts';
import { drawnPlan } from '../../test/support/draw-scene.ts';
import { motleySheet } from '../../test/support/pattern-sheets.ts';
import { prepareSheet } from '../render/sheet/sheet.ts';
import {
  encodedDetailOf,
  inkOf,
  poseOf,
  shownTexels,
  sizeOf,
  sizeOfPose,
} from './cost-of-figures.ts';
import { cropsOf, renderTypeNames } from './render-names.ts';

describe('a pose that was measured once has the work of any size', () => {
  const cases = renderTypeNames.flatMap((renderType) =>
    cropsOf(renderType).flatMap((crop) => [
      { renderType, crop, overlay: 'flat' as const, cape: null },
      { renderType, crop, overlay: 'none' as const, cape: { texelsPerUnit: 1 } },
    ]),
  );
  it.each(cases)('$renderType, $crop, overlay $overlay', (figure) => {
    const pose = poseOf({ ...figure, model: 'classic', smooth: true });
    for (const heightPx of [64, 256, 1000]) {
      const cape = figure.cape && { texelsPerUnit: 4 };
      const exact = sizeOf({ ...figure, cape, smooth: true, heightPx });
      const about = sizeOfPose(pose, exact.unitPx, cape && Math.min(4, shownTexels(exact.unitPx)));
      const shares = [
        about.area / exact.area,
        ...[1, 2].flatMap((texels) => {
          const [told, is] = [about.workOf(texels), exact.workOf(texels)];
          return [
            told.surfaces / is.surfaces,
            told.coveredPx / is.coveredPx,
            told.borderPx / is.borderPx,
          ];
        }),
      ];
      for (const share of shares) {
        expect(share).toBeGreaterThan(0.75);
        expect(share).toBeLessThan(1.3);
      }
    }
  });
});

describe('estimates the opaque part of a picture', () => {
  const sheet = prepareSheet(motleySheet('classic', 'holes')).image;
  it.each(
    renderTypeNames.flatMap((renderType) =>
      cropsOf(renderType).map((crop) => ({ renderType, crop })),
    ),
  )('$renderType, $crop', ({ renderType, crop }) => {
    const plan = compileFigure({
      renderType,
      crop,
      heightPx: 200,
      model: 'classic',
      texelsPerUnit: 1,
    });
    const { data } = drawnPlan(plan, sheet);
    let drawn = 0;
    for (let at = 3; at < data.length; at += 4) drawn += data[at] === 0 ? 0 : 1;
    const told = inkOf(sizeOf({ renderType, crop, heightPx: 200 }), { renderType, crop }) * 1e6;
    expect(told / drawn).toBeGreaterThan(0.7);
    expect(told / drawn).toBeLessThan(1.5);
  });
});

describe('weighs a cape', () => {
  const borders = (
    figure: Pick<Parameters<typeof sizeOf>[0], 'renderType' | 'crop'>,
    worn: boolean,
  ) =>
    sizeOf({ ...figure, heightPx: 200, cape: worn ? { texelsPerUnit: 8 } : null }).workOf(1)
      .borderPx;
  it.each([
    { renderType: 'front', crop: 'full' },
    { renderType: 'head', crop: 'full' },
    { renderType: 'bitzel', crop: 'full' },
  ] as const)('as nothing where it is not drawn: $renderType', (figure) => {
    expect(borders(figure, true)).toBe(borders(figure, false));
  });

  it('more where it is whole', () => {
    const added = (crop: 'full' | 'face') =>
      borders({ renderType: 'default', crop }, true) /
      borders({ renderType: 'default', crop }, false);
    expect(added('full')).toBeGreaterThan(1.3 * added('face'));
    const flat = { renderType: 'back', crop: 'full' } as const;
    expect(borders(flat, true)).toBeGreaterThan(4 * borders(flat, false));
  });
});

it('lying figures have more detail for an encoder than standing ones', () => {
  const detail = (changes: object) => encodedDetailOf({ renderType: 'default', ...changes }, 1, 10);
  expect(detail({ renderType: 'dead' })).toBeGreaterThan(1.5 * detail({}));
  expect(detail({ rollDegrees: 40 })).toBe(detail({ renderType: 'sleeping' }));
});
