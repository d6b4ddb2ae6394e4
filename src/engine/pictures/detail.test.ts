import { expect, it, test } from 'vitest';
import { stageFigure } from '../figure/figure.ts';
import { createImage } from '../image/canvas.ts';
import { compileMs, limitDetail, type TexturedFigure } from './detail.ts';

const sheet = (texelsPerUnit: number) => ({
  image: createImage(64 * texelsPerUnit, 64 * texelsPerUnit),
  texelsPerUnit,
});

/** Figures from different sides, each with a plan of its own. */
function figures(
  count: number,
  { overlay = 'raised', texels = 4 }: { overlay?: 'raised' | 'flat'; texels?: number } = {},
): TexturedFigure[] {
  return Array.from({ length: count }, (_, index) => ({
    framed: stageFigure({
      renderType: 'default',
      crop: 'full',
      model: 'classic',
      heightPx: 600,
      overlay,
      yawDegrees: 5 * index,
    }),
    textures: { skin: sheet(texels), cape: null },
  }));
}

const limitOf = (all: readonly TexturedFigure[]): number => {
  return limitDetail(all)(all[0]!.framed).stage.maxTexelsPerUnit;
};

it('leaves a figure as it is', () => {
  const one = figures(1)[0]!;
  expect(limitDetail([one])(one.framed)).toBe(one.framed);
});

it('leaves sheets of 64 px as they are, however many there are', () => {
  const ten = figures(10, { texels: 1 });
  expect(limitDetail(ten)(ten[0]!.framed).stage.maxTexelsPerUnit).toBeGreaterThanOrEqual(1);
});

test('the more figures of fine raised sheets, the coarser they are', () => {
  const [few, many] = [figures(2), figures(10)].map(limitOf);
  expect(many!).toBeLessThan(few!);
  expect(limitOf(figures(10, { overlay: 'flat' }))).toBeGreaterThan(many!);
});

it('counts figures that share a plan once', () => {
  const one = figures(1)[0]!;
  expect(limitOf(Array.from({ length: 10 }, () => one))).toBe(limitOf([one]));
});

it('counts what each of cape, Ears and finer sheets adds, at most for the texels that are shown', () => {
  const [plain] = figures(1, { overlay: 'flat', texels: 1 });
  const { framed, textures } = plain!;
  const ears = { ...framed, figure: { ...framed.figure, ears: 'deadmau5' } } as const;
  const [fine] = figures(1, { overlay: 'flat', texels: 16 });
  const costs = [
    plain!,
    { framed, textures: { ...textures, cape: sheet(1) } },
    { framed: ears, textures },
    fine!,
  ].map((one) => [compileMs([one], 1), compileMs([one], 16)]);
  const sidePx = Math.sqrt(framed.frame.widthPx * framed.frame.heightPx);
  const perSidePx = costs.map((both) => both.map((ms) => Number((ms / sidePx).toFixed(3))));
  expect(perSidePx).toEqual([
    [0.1, 0.1],
    [0.15, 0.15],
    [0.4, 0.4],
    [0.1, 0.919],
  ]);
});
