import { describe, expect, it } from 'vitest';
import { expectSameBytes } from '../../../test/support/same-pixels.ts';
import { createImage, type RgbaImage } from '../image/canvas.ts';
import { bareSheet, prepareSheet } from './sheet.ts';

/** A sheet whose texels all have a colour that tells where they are, alpha given by `alphaAt`. */
function located(
  widthPx: number,
  heightPx: number,
  alphaAt: (x: number, y: number) => number = () => 255,
): RgbaImage {
  const image = createImage(widthPx, heightPx);
  for (let y = 0; y < heightPx; y++) {
    for (let x = 0; x < widthPx; x++) {
      const high = (x >> 8) | ((y >> 8) << 4);
      image.data.set([x & 255, y & 255, high, alphaAt(x, y)], (y * widthPx + x) * 4);
    }
  }
  return image;
}

/** Where the colour at (x, y) comes from, and how opaque it is. */
function seenAt({ data, widthPx }: RgbaImage, x: number, y: number) {
  const [red, green, blue, alpha] = data.subarray((y * widthPx + x) * 4, (y * widthPx + x) * 4 + 4);
  return {
    from: [red! | ((blue! & 15) << 8), green! | ((blue! >> 4) << 8)] as const,
    alpha: alpha!,
  };
}

/** The base layer of the 64×64 format as the game cuts it, in texels of a 64 px wide sheet. */
function isBase(x: number, y: number): boolean {
  if (y < 16) return x < 32;
  if (y < 32) return true;
  return y >= 48 && x >= 16 && x < 48;
}

describe('the base layer is made opaque, and what is faint in the overlay cleared', () => {
  it.each([1, 2, 16])('at %i texels a unit', (scale) => {
    const widthPx = 64 * scale;
    const decoded = located(widthPx, widthPx, (x, y) => (x * 7 + y * 13) & 255);

    const { image, texelsPerUnit } = prepareSheet(decoded);

    expect(texelsPerUnit).toBe(scale);
    expect(image).toMatchObject({ widthPx, heightPx: widthPx });
    const wrong: unknown[] = [];
    for (let y = 0; y < widthPx; y++) {
      for (let x = 0; x < widthPx; x++) {
        const before = (x * 7 + y * 13) & 255;
        // Below a tenth of 255 the game draws nothing.
        const seenAlpha = before <= 25 ? 0 : before;
        const alpha = isBase(Math.floor(x / scale), Math.floor(y / scale)) ? 255 : seenAlpha;
        const seen = seenAt(image, x, y);
        if (seen.alpha !== alpha || seen.from[0] !== x || seen.from[1] !== y) wrong.push([x, y]);
      }
    }
    expect(wrong).toEqual([]);
  });
});

/**
 * Left limbs of an old sheet, written out by hand: each face (left column, top row, width, height)
 * of the new left limb, and the face of the right limb that it is the mirror image of. The outer
 * side of one arm is the inner side of the other: on the sheet the player's right side comes first,
 * which is the outer one of the right limb and the inner one of the left.
 */
const mirrored = [
  // Left leg, its block at (16, 48), from the right leg's at (0, 16).
  { face: 'leg top', to: [20, 48, 4, 4], from: [4, 16] },
  { face: 'leg bottom', to: [24, 48, 4, 4], from: [8, 16] },
  { face: 'leg inner side', to: [16, 52, 4, 12], from: [8, 20] },
  { face: 'leg front', to: [20, 52, 4, 12], from: [4, 20] },
  { face: 'leg outer side', to: [24, 52, 4, 12], from: [0, 20] },
  { face: 'leg back', to: [28, 52, 4, 12], from: [12, 20] },
  // Left arm, its block at (32, 48), from the right arm's at (40, 16).
  { face: 'arm top', to: [36, 48, 4, 4], from: [44, 16] },
  { face: 'arm bottom', to: [40, 48, 4, 4], from: [48, 16] },
  { face: 'arm inner side', to: [32, 52, 4, 12], from: [48, 20] },
  { face: 'arm front', to: [36, 52, 4, 12], from: [44, 20] },
  { face: 'arm outer side', to: [40, 52, 4, 12], from: [40, 20] },
  { face: 'arm back', to: [44, 52, 4, 12], from: [52, 20] },
] as const;

describe('an old sheet gets left limbs that mirror the right ones', () => {
  const cases = [1, 2, 16].flatMap((scale) => mirrored.map((row) => ({ ...row, scale })));

  it.each(cases)('$face, $scale texels a unit', ({ to, from, scale }) => {
    const { image } = prepareSheet(located(64 * scale, 32 * scale));
    const [left, top] = [to[0] * scale, to[1] * scale];
    const [width, height] = [to[2] * scale, to[3] * scale];

    for (let row = 0; row < height; row++) {
      for (let column = 0; column < width; column++) {
        const expected = [from[0] * scale + width - 1 - column, from[1] * scale + row];
        expect(seenAt(image, left + column, top + row)).toEqual({ from: expected, alpha: 255 });
      }
    }
  });

  it.each([1, 2, 16])('and nothing else changes, at %i texels a unit', (scale) => {
    const widthPx = 64 * scale;
    const { image, texelsPerUnit } = prepareSheet(located(widthPx, widthPx / 2));
    // The hat is opaque all over here, so it is taken for a false one.
    const isHat = (x: number, y: number): boolean => x >= 32 * scale && y < 16 * scale;
    const isLimb = (x: number, y: number): boolean =>
      mirrored.some(
        ({ to: [left, top, width, height] }) =>
          x >= left * scale &&
          x < (left + width) * scale &&
          y >= top * scale &&
          y < (top + height) * scale,
      );

    expect(texelsPerUnit).toBe(scale);
    expect(image).toMatchObject({ widthPx, heightPx: widthPx });
    const wrong: unknown[] = [];
    for (let y = 0; y < widthPx; y++) {
      for (let x = 0; x < widthPx; x++) {
        if (isLimb(x, y)) continue;
        const { from, alpha } = seenAt(image, x, y);
        const kept = y < widthPx / 2 && !isHat(x, y);
        const right = kept ? alpha === 255 && from[0] === x && from[1] === y : true;
        const inBase = isBase(Math.floor(x / scale), Math.floor(y / scale));
        if (!right || (!inBase && alpha !== 0)) wrong.push([x, y]);
      }
    }
    expect(wrong).toEqual([]);
  });
});

describe('the hat of an old sheet', () => {
  it.each([
    { name: 'saved without transparency', spot: 255, rest: 255 },
    { name: 'translucent all over, just not enough', spot: 128, rest: 128 },
    { name: 'with one texel on the safe side', spot: 128, rest: 255 },
  ])('$name is absent', ({ spot, rest }) => {
    const { image } = prepareSheet(
      located(64, 32, (x, y) => (x < 32 || y >= 16 ? 255 : x === 63 && y === 15 ? spot : rest)),
    );

    for (let y = 0; y < 16; y++) {
      for (let x = 32; x < 64; x++) expect(seenAt(image, x, y).alpha).toBe(0);
    }
    expect(seenAt(image, 31, 15)).toEqual({ from: [31, 15], alpha: 255 });
    expect(seenAt(image, 32, 16)).toEqual({ from: [32, 16], alpha: 255 });
  });

  it.each([
    { name: 'its first texel', column: 32, row: 0 },
    { name: 'its last texel', column: 63, row: 15 },
    { name: 'one in its middle', column: 45, row: 9 },
    { name: 'a corner that nothing uses', column: 63, row: 31 },
    { name: 'one of the body', column: 32, row: 16 },
    { name: 'one of the arm', column: 55, row: 20 },
  ])('is kept as soon as $name is more than half transparent', ({ column, row }) => {
    const { image } = prepareSheet(
      located(64, 32, (x, y) => (x === column && y === row ? 127 : 200)),
    );

    const alpha = isBase(column, row) ? 255 : 127;
    expect(seenAt(image, column, row)).toEqual({ from: [column, row], alpha });
    expect(seenAt(image, 40, 8)).toEqual({ from: [40, 8], alpha: 200 });
  });

  it('does not depend on transparent texels of the left half', () => {
    const { image } = prepareSheet(located(64, 32, (x) => (x >= 32 ? 255 : 0)));

    expect(seenAt(image, 40, 8).alpha).toBe(0);
  });

  it.each([2, 16])('depends on every texel of that half, at %i texels a unit', (scale) => {
    const corner = 64 * scale - 1;
    const alphaAt = (spot: number) => (x: number, y: number) =>
      x === corner && y === 32 * scale - 1 ? spot : 255;
    const hatAlpha = (spot: number): number => {
      const { image } = prepareSheet(located(64 * scale, 32 * scale, alphaAt(spot)));
      return seenAt(image, 40 * scale, 8 * scale).alpha;
    };

    expect(hatAlpha(127)).toBe(255);
    expect(hatAlpha(128)).toBe(0);
  });
});

describe('prepareSheet', () => {
  it.each([
    [64, 64],
    [64, 32],
    [256, 256],
    [256, 128],
  ])('does not change a decoded picture of %i × %i', (widthPx, heightPx) => {
    const decoded = located(widthPx, heightPx, (x, y) => (x ^ y) & 255);
    const before = decoded.data.slice();

    const { image } = prepareSheet(decoded);
    image.data.fill(77);

    expectSameBytes(decoded.data, before);
  });
});

it.each([1, 2])('a bare sheet has only the base layer, at %i texels a unit', (scale) => {
  const whole = prepareSheet(located(64 * scale, 64 * scale));
  const bare = bareSheet(whole);
  const wrong: unknown[] = [];
  for (let y = 0; y < 64 * scale; y++) {
    for (let x = 0; x < 64 * scale; x++) {
      const alpha = isBase(Math.floor(x / scale), Math.floor(y / scale)) ? 255 : 0;
      if (seenAt(bare, x, y).alpha !== alpha || seenAt(whole.image, x, y).alpha !== 255) {
        wrong.push([x, y]);
      }
    }
  }
  expect(wrong).toEqual([]);
});
