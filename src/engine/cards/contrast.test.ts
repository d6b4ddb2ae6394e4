import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { contrast, luminanceOf, readableOn, rgbOf } from './motd-lines.ts';
import { palettes } from './palette.ts';

const contrastOf = (color: string, ground: string): number =>
  contrast(luminanceOf(rgbOf(color)), luminanceOf(rgbOf(ground)));

const colour = fc
  .tuple(fc.nat(255), fc.nat(255), fc.nat(255))
  .map((channels) => `#${channels.map((c) => c.toString(16).padStart(2, '0')).join('')}`);

describe('contrast', () => {
  it.each([
    ['#000000', '#ffffff', 21],
    ['#ffffff', '#ffffff', 1],
    ['#777777', '#ffffff', 4.48],
    ['#0000ff', '#ffffff', 8.59],
    ['#ff0000', '#000000', 5.25],
  ])('%s on %s is %d', (color, ground, expected) => {
    expect(contrastOf(color, ground)).toBeCloseTo(expected, 2);
    expect(contrastOf(ground, color)).toBeCloseTo(expected, 2);
  });
});

describe('readableOn', () => {
  it('makes every colour readable on the background of every theme', () => {
    fc.assert(
      fc.property(colour, fc.constantFrom(...Object.values(palettes)), (color, palette) => {
        const { contrastGround, minContrast } = palette;
        const readable = readableOn(color, contrastGround, minContrast);
        expect(readable).toMatch(/^#[0-9a-f]{6}$/);
        // Half a level of rounding.
        expect(contrastOf(readable, contrastGround)).toBeGreaterThan(minContrast - 0.06);
      }),
    );
  });
});
