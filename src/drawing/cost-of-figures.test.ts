import { describe, expect, it } from 'vitest';
import { aboutSizeOf, sizeOf } from './cost-of-figures.ts';
import { renderTypeNames } from '../render/render-types.ts';

describe('estimates the size of a figure without staging it', () => {
  it.each(
    renderTypeNames.flatMap((renderType) => [
      { renderType, overlay: 'flat' as const },
      { renderType, overlay: 'none' as const },
    ]),
  )('$renderType, overlay $overlay', ({ renderType, overlay }) => {
    for (const heightPx of [64, 256, 1000]) {
      const exact = sizeOf({ renderType, crop: 'full', heightPx, overlay });
      const about = aboutSizeOf({ renderType, overlay }, exact.unitPx);
      const shares = [
        about.area / exact.area,
        ...[1, 4].flatMap((texels) => {
          const [told, is] = [about.workOf(texels), exact.workOf(texels)];
          return [
            told.surfaces / is.surfaces,
            told.coveredPx / is.coveredPx,
            told.borderPx / is.borderPx,
          ];
        }),
      ];
      for (const share of shares) {
        expect(share).toBeGreaterThan(0.6);
        expect(share).toBeLessThan(1.7);
      }
    }
  });
});
