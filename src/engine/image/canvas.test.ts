import fc from 'fast-check';
import { expect, it } from 'vitest';
import { blendOver, asWords, blit, createImage, type RgbaImage } from './canvas.ts';

type Pixel = readonly [red: number, green: number, blue: number, alpha: number];

function image(widthPx: number, heightPx: number, pixelAt: (at: number) => Pixel): RgbaImage {
  const made = createImage(widthPx, heightPx);
  for (let at = 0; at < widthPx * heightPx; at++) made.data.set(pixelAt(at), at * 4);
  return made;
}

it('a picture as words has red in the lowest byte, and nothing of what is beside it in memory', () => {
  const memory = new Uint8ClampedArray(16).fill(9);
  asWords({ widthPx: 2, heightPx: 1, data: memory.subarray(4, 12) }).set([0x04_03_02_01, 0]);
  expect([...memory]).toEqual([9, 9, 9, 9, 1, 2, 3, 4, 0, 0, 0, 0, 9, 9, 9, 9]);
});

const level = fc.integer({ min: 0, max: 255 });
const pixel = fc.tuple(level, level, level, level);

it('blending is “source over” of straight alpha (Porter and Duff), to the nearest level', () => {
  fc.assert(
    fc.property(pixel, pixel, (over, under) => {
      const target = image(1, 1, () => under);
      const source = image(1, 1, () => over);
      blendOver(target, source, 0, 0);
      const [own, below] = [over[3] / 255, (under[3] / 255) * (1 - over[3] / 255)];
      const alpha = own + below;
      const [red, green, blue, opacity] = target.data;
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

const place = fc.integer({ min: -6, max: 6 });

it.each([
  { put: blit, name: 'copying replaces', clear: [0, 0, 0, 0] },
  { put: blendOver, name: 'blending changes', clear: [1, 2, 3, 255] },
])('$name only what is below the picture, which is clipped', ({ put, clear }) => {
  fc.assert(
    fc.property(place, place, (leftPx, topPx) => {
      const target = image(4, 3, () => [1, 2, 3, 255]);
      const source = image(3, 5, (at) => (at === 7 ? [0, 0, 0, 0] : [100 + at, 0, 0, 255]));
      put(target, source, leftPx, topPx);
      const expected = image(4, 3, (at) => {
        const [u, v] = [(at % 4) - leftPx, Math.floor(at / 4) - topPx];
        if (u < 0 || u >= 3 || v < 0 || v >= 5) return [1, 2, 3, 255];
        const [red, green, blue, alpha] = u === 1 && v === 2 ? clear : [100 + v * 3 + u, 0, 0, 255];
        return [red!, green!, blue!, alpha!];
      });
      expect([...target.data]).toEqual([...expected.data]);
    }),
  );
});
