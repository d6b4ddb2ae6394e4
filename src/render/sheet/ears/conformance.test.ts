import { createHash } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { hiddenBytes, hide, noEars, writeConfig } from '../../../../test/support/ears-encoder.ts';
import { earsFixtures, type EarsFixture } from '../../../../test/support/ears-fixtures.ts';
import { createImage, type RgbaImage } from '../../image/canvas.ts';
import { encodePng } from '../../image/encode.ts';
import type { EarsFeatures } from './features.ts';
import { readEars, readFeatures } from './read-ears.ts';

/**
 * The sheets that a fork of the mod tests its own readers with, made again from their description: what
 * is on them is compared by its hash, and what the mod reads from them with what we read.
 */

type Rgb = readonly [red: number, green: number, blue: number];

function put(image: RgbaImage, x: number, y: number, texel: readonly number[]): void {
  image.data.set(texel, (y * image.widthPx + x) * 4);
}

/** Every texel a colour of its place. */
function gradient(heightPx: number, greenStep: number): RgbaImage {
  const sheet = createImage(64, heightPx);
  for (let y = 0; y < heightPx; y++) {
    for (let x = 0; x < 64; x++) put(sheet, x, y, [x * 4, y * greenStep, (x ^ y) * 4, 255]);
  }
  return sheet;
}

/** Two colours of a palette of two, four times each. */
function paintGlow(sheet: RgbaImage): void {
  for (let y = 32; y < 36; y++) for (let x = 52; x < 56; x++) put(sheet, x, y, [0, 0, 0, 0]);
  for (const [index, colour] of [
    [0xee, 0x22, 0, 255] as const,
    [0x22, 0xee, 255, 255] as const,
  ].entries()) {
    put(sheet, 52 + index, 32, colour);
    for (let i = 0; i < 4; i++)
      put(sheet, (index === 0 ? 10 : 22) + i, index === 0 ? 10 : 22, colour);
  }
}

/** A wing or a cape: clear edges, a block, and another in its lower right quarter. */
function twoBlocks(
  widthPx: number,
  heightPx: number,
  [inner, corner]: readonly [Rgb, Rgb],
): Uint8Array {
  const image = createImage(widthPx, heightPx);
  for (let y = 0; y < heightPx; y++) {
    for (let x = 0; x < widthPx; x++) {
      const isEdge = x === 0 || y === 0 || x === widthPx - 1 || y === heightPx - 1;
      if (x >= widthPx / 2 && y >= heightPx / 2) put(image, x, y, [...corner, 255]);
      else if (!isEdge) put(image, x, y, [...inner, 255]);
    }
  }
  return encodePng(image);
}

const wingColours = [
  [0x40, 0x40, 0x80],
  [0x40, 0x40, 0x20],
] as const;
const wing = { key: 1, bytes: twoBlocks(20, 16, wingColours) };
const cape = {
  key: 3,
  bytes: twoBlocks(20, 16, [
    [0x80, 0x40, 0x80],
    [0x40, 0x80, 0x20],
  ]),
};
const oldWing = { key: 1, bytes: twoBlocks(12, 12, wingColours) };

type Name = keyof typeof earsFixtures;
const isName = (name: string): name is Name => Object.hasOwn(earsFixtures, name);
const names = Object.keys(earsFixtures).filter(isName);

function hiddenIn(name: Name): readonly (typeof wing)[] {
  if (name === 'everything') return [wing, cape];
  if (name === 'cape') return [cape];
  if (name === 'wing-legacy-12x12') return [oldWing];
  return name.startsWith('wings-') && name !== 'wings-without-texture' ? [wing] : [];
}

function sheetOf(name: Name): RgbaImage {
  if (name === 'bad-64x32-skin') return gradient(32, 8);
  const sheet = gradient(64, 4);
  if (name === 'emissive' || name === 'everything') paintGlow(sheet);
  const texels = earsFixtures[name].config.split(' ').filter((word) => word !== '');
  const isPadded = texels[0] === 'ffea2501' && name !== 'bad-alfalfa-garbage';
  const rest = Array.from({ length: isPadded ? 16 - texels.length : 0 }, () => 'ff000000');
  writeConfig(
    sheet,
    [...texels, ...rest].map((word) => Number.parseInt(word, 16)),
  );
  const entries = hiddenIn(name);
  if (entries.length > 0) hide(sheet, hiddenBytes(entries));
  if (name === 'bad-alfalfa-garbage') {
    for (let y = 0; y < 8; y++) for (let x = 8; x < 24; x++) sheet.data[(y * 64 + x) * 4 + 3] = 128;
  }
  return sheet;
}

/** Numbers in as many decimals as the mod's are written with. */
function rounded(value: unknown): unknown {
  return JSON.parse(JSON.stringify(value), (_key, one: unknown) =>
    typeof one === 'number' ? Math.round(one * 1e4) / 1e4 : one,
  );
}

/** What the mod's reader of today knows nothing of, and what it switches off for want of a picture. */
function asTheModSays(sheet: RgbaImage): unknown {
  const { legs: _legs, swapsTail: _swaps, tail, ...said } = readFeatures(sheet)!;
  const { shape, glow } = readEars(sheet)!;
  return rounded({
    ...said,
    tail: tail && { ...tail, isMoving: true },
    wings: shape.wings,
    isEmissive: glow !== null,
  });
}

describe('sheets of the mod’s own tests', () => {
  it.each(names)('%s', (name) => {
    const { rgb, says, today }: EarsFixture = earsFixtures[name];
    const sheet = sheetOf(name);
    const colours = sheet.data.filter((_, index) => (index & 3) !== 3);
    expect(createHash('sha256').update(colours).digest('hex')).toMatch(new RegExp(`^${rgb}`));
    if (says === null) {
      expect(readFeatures(sheet)).toBeNull();
      return;
    }
    const { legs: _legs, swapsTail: _swaps, ...defaults } = noEars;
    const said: Partial<EarsFeatures> = { ...defaults, ...says, ...today };
    expect(asTheModSays(sheet)).toEqual(rounded(said));
  });

  it.each([
    ['emissive', 10],
    ['everything', 10],
    ['bad-v1-all-ones', 16],
  ] as const)('%s has %i texels that glow', (name, texels) => {
    const { glow } = readEars(sheetOf(name))!;
    expect(glow!.subarray(0, 4096).filter((one) => one === 1)).toHaveLength(texels);
  });
});
