import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createImage, type RgbaImage } from '../render/image/canvas.ts';
import { palettes } from './palette.ts';
import { layScrim, scrimStrength, type ScrimRules } from './scrim.ts';

// The contrast of WCAG 2 once more, straight from its text (relative luminance, contrast ratio).

const luminance = (rgb: readonly number[]) => {
  const [red = 0, green = 0, blue = 0] = rgb.map((value) => {
    const share = value / 255;
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
};
const contrast = (one: readonly number[], other: readonly number[]) => {
  const [low = 0, high = 0] = [luminance(one), luminance(other)].toSorted((a, b) => a - b);
  return (high + 0.05) / (low + 0.05);
};
const rgbOf = (color: string) =>
  [1, 3, 5].map((at) => Number.parseInt(color.slice(at, at + 2), 16));

function leastContrast({ data }: RgbaImage, { inks }: ScrimRules): number {
  let least = Number.POSITIVE_INFINITY;
  for (let at = 0; at < data.length; at += 4) {
    for (const ink of inks) {
      least = Math.min(least, contrast(rgbOf(ink), [...data.subarray(at, at + 3)]));
    }
  }
  return least;
}

function imageOf(pixels: readonly (readonly [number, number, number])[]): RgbaImage {
  const image = createImage(pixels.length, 1);
  for (const [index, pixel] of pixels.entries()) image.data.set([...pixel, 255], index * 4);
  return image;
}

const level = fc.integer({ min: 0, max: 255 });
const pixels = fc.array(fc.tuple(level, level, level), { minLength: 1, maxLength: 40 });

const themes = (['dark', 'light'] as const).map((theme) => {
  const { contrastGround: veil, text } = palettes[theme];
  return [theme, { veil, inks: [text], least: 4.5 }] satisfies [string, ScrimRules];
});

describe.each(themes)('a scrim on the theme %s', (_theme, rules) => {
  it('makes letters readable on every pixel of any picture', () => {
    fc.assert(
      fc.property(pixels, (picture) => {
        const image = imageOf(picture);
        const strength = scrimStrength(image, rules);
        layScrim(image, rules.veil, () => strength);
        expect(strength).toBeLessThan(1);
        expect(leastContrast(image, rules)).toBeGreaterThanOrEqual(rules.least);
      }),
      { numRuns: 200 },
    );
  });

  it.each([
    ['white', [255, 255, 255]],
    ['black', [0, 0, 0]],
    ['yellow', [255, 230, 0]],
    ['blue', [0, 40, 255]],
    ['mid grey', [128, 128, 128]],
  ] as const)('is no more opaque than %s needs', (_name, pixel) => {
    const picture = imageOf([pixel]);
    const strength = scrimStrength(picture, rules);
    const thinner = imageOf([pixel]);
    // Colours count by the worst of eight levels: so much thinner, and it is too thin.
    layScrim(thinner, rules.veil, () => Math.max(0, strength - 0.1));
    const bare = leastContrast(picture, rules);
    if (strength === 0) expect(bare).toBeGreaterThanOrEqual(rules.least);
    else expect(leastContrast(thinner, rules)).toBeLessThan(rules.least);
  });
});

it('there is no scrim where letters are readable already', () => {
  const { contrastGround: veil, text } = palettes.dark;
  expect(scrimStrength(imageOf([[0, 0, 0]]), { veil, inks: [text], least: 4.5 })).toBe(0);
});

it('has its own opacity in each column', () => {
  const image = imageOf([
    [200, 100, 0],
    [200, 100, 0],
    [200, 100, 0],
  ]);
  layScrim(image, '#000000', (xPx) => xPx / 2);
  expect([...image.data]).toEqual([200, 100, 0, 255, 100, 50, 0, 255, 0, 0, 0, 255]);
});
