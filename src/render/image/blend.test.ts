import fc from 'fast-check';
import { expect, it } from 'vitest';
import { blendOver } from './blend.ts';
import { createImage, type RgbaImage } from './canvas.ts';

type Pixel = readonly [red: number, green: number, blue: number, alpha: number];

function image(widthPx: number, heightPx: number, pixelAt: (at: number) => Pixel): RgbaImage {
  const made = createImage(widthPx, heightPx);
  for (let at = 0; at < widthPx * heightPx; at++) made.data.set(pixelAt(at), at * 4);
  return made;
}

const pixelOf = ({ data, widthPx }: RgbaImage, x: number, y: number): number[] => [
  ...data.subarray((y * widthPx + x) * 4, (y * widthPx + x) * 4 + 4),
];

const level = fc.integer({ min: 0, max: 255 });
const pixel = fc.tuple(level, level, level, level);

it('is “source over” of straight alpha (Porter and Duff), to the nearest level', () => {
  fc.assert(
    fc.property(pixel, pixel, (over, under) => {
      const target = image(1, 1, () => under);
      blendOver(
        target,
        image(1, 1, () => over),
        0,
        0,
      );
      const [own, below] = [over[3] / 255, (under[3] / 255) * (1 - over[3] / 255)];
      const alpha = own + below;
      const [red, green, blue, opacity] = pixelOf(target, 0, 0);
      expect(opacity).toBe(Math.round(alpha * 255));
      // What is transparent has no colour.
      if (over[3] === 0) expect([red, green, blue]).toEqual(under.slice(0, 3));
      else
        [red, green, blue].forEach((channel, at) => {
          const exact = (over[at]! * own + under[at]! * below) / alpha;
          expect(Math.abs(channel! - exact)).toBeLessThanOrEqual(0.5 + 1e-6);
        });
    }),
    { numRuns: 500 },
  );
});

it('changes only the pixels below the picture, and clips it at the border', () => {
  fc.assert(
    fc.property(
      fc.integer({ min: -6, max: 6 }),
      fc.integer({ min: -6, max: 6 }),
      (leftPx, topPx) => {
        const target = image(4, 3, () => [1, 2, 3, 255]);
        const source = image(3, 4, (at) => [100 + at, 0, 0, 255]);
        blendOver(target, source, leftPx, topPx);
        for (let y = 0; y < 3; y++) {
          for (let x = 0; x < 4; x++) {
            const [u, v] = [x - leftPx, y - topPx];
            const isUnder = u >= 0 && u < 3 && v >= 0 && v < 4;
            expect(pixelOf(target, x, y)).toEqual(
              isUnder ? [100 + v * 3 + u, 0, 0, 255] : [1, 2, 3, 255],
            );
          }
        }
      },
    ),
  );
});
