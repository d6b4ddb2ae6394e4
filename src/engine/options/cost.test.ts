import { expect, it } from 'vitest';
import { compileMs, pixelsMs, skinMs } from './cost.ts';

it('counts what each of cape, Ears, finer and raised sheets adds to a plan', () => {
  const one = { pixels: 100 ** 2, skin: 1 };
  const plans = [
    one,
    { ...one, cape: 1 },
    { ...one, hasEars: true },
    { ...one, skin: 16 },
    { ...one, overlay: 'raised' },
    { ...one, overlay: 'raised', skin: 4 },
    { ...one, pixels: 200 ** 2 },
  ] as const;
  expect(plans.map((plan) => Math.round(compileMs(plan)))).toEqual([10, 15, 40, 92, 30, 240, 20]);
});

it('grows with pixels and texels', () => {
  const uses = ['png', 'webp', 'avif', 'frame', 'palette'] as const;
  expect(uses.map((use) => Math.round(pixelsMs(1e6, use)))).toEqual([100, 200, 700, 200, 100]);
  expect([skinMs(1), skinMs(16), skinMs(1, 'raised')]).toEqual([4, 1024, 120]);
});
