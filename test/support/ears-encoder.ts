import { asWords, createImage, type RgbaImage } from '../../src/engine/image/canvas.ts';
import {
  earAnchors,
  earModes,
  legModes,
  protrusions,
  tailModes,
  wingModes,
  wingMotions,
} from '../../src/engine/skin/ears/shape.ts';
import { dataRects } from '../../src/engine/skin/ears/alfalfa.ts';
import type { EarsFeatures } from '../../src/engine/skin/ears/read-features.ts';

/** Writes what skins for the Ears mod contain, so that samples and test sheets are our own. */

export const noEars: EarsFeatures = {
  ears: 'none',
  anchor: 'centre',
  claws: false,
  crown: 'none',
  tail: null,
  snout: null,
  chest: 0,
  wings: null,
  cape: false,
  legs: 'plantigrade',
  isEmissive: false,
  swapsTail: false,
};

const red = 0xd82350;
const blue = 0x3f23d8;
const green = 0x23d848;
const purple = 0xb923d8;
const cyan = 0x23d8c6;
const orange = 0xd87823;
const pink = 0xd823b7;
const violet = 0xd823ff;
const white = 0xfefdf2;
const grey = 0x5e605a;

/** The colours of version 0 in the order of the names. */
const colours = {
  ears: [red, blue, green, purple, cyan, orange, pink, violet, white, grey],
  anchor: [blue, green, red],
  protrusions: [red, purple, green, cyan, white, grey, violet, pink],
  tail: [red, blue, green, purple, orange, pink, violet, white, grey],
  wings: [red, pink, green, cyan, orange, purple, violet],
  motion: [blue, red, green],
  legs: [blue, green, pink],
} as const;

/** Writes 16 texels to the configuration, as `0xAARRGGBB`. */
export function writeConfig(sheet: RgbaImage, texels: readonly number[]): void {
  texels.forEach((argb, index) => {
    const at = ((32 + (index >> 2)) * sheet.widthPx + (index & 3)) * 4;
    const bytes = [argb >>> 16, argb >>> 8, argb, argb >>> 24].map((byte) => byte & 255);
    sheet.data.set(bytes, at);
  });
}

const opaque = (rgb: number): number => (0xff000000 | rgb) >>> 0;

/** The byte of an angle of at most 90° in version 0. */
function bendByte(degrees: number): number {
  if (degrees === 0) return 0;
  return Math.round((degrees / 90) * 128) + (degrees < 0 ? 129 : 127);
}

function protrusionOf({ claws, crown }: EarsFeatures): number {
  return protrusions.findIndex((one) => one.claws === claws && one.crown === crown);
}

/** Version 0: a colour for each answer. */
export function writeVersion0(sheet: RgbaImage, said: EarsFeatures): void {
  const { tail, snout, wings } = said;
  const [first = 0, second = 0, third = 0, fourth = 0] = tail?.bendsDegrees ?? [];
  const bends =
    (((255 - bendByte(first)) << 24) |
      (bendByte(second) << 16) |
      (bendByte(third) << 8) |
      bendByte(fourth)) >>>
    0;
  const snoutTexel = snout ? (snout.width << 16) | (snout.height << 8) | snout.depth : blue;
  const etc =
    (Math.round(said.chest * 128) << 16) | ((snout?.offset ?? 0) << 8) | (said.cape ? 16 : 0);
  const flags = (tail?.isMoving === false ? 0 : 1) | (said.swapsTail ? 2 : 0);
  writeConfig(sheet, [
    opaque(blue),
    opaque(colours.ears[earModes.indexOf(said.ears)]!),
    opaque(colours.anchor[earAnchors.indexOf(said.anchor)]!),
    opaque(colours.protrusions[protrusionOf(said)]!),
    opaque(colours.tail[tail === null ? 0 : tailModes.indexOf(tail.mode)]!),
    bends,
    opaque(snoutTexel),
    opaque(etc),
    opaque(colours.wings[wings === null ? 0 : wingModes.indexOf(wings.mode)]!),
    opaque(colours.motion[wings === null ? 0 : wingMotions.indexOf(wings.motion)]!),
    opaque(said.isEmissive ? orange : blue),
    opaque(colours.legs[legModes.indexOf(said.legs)]!),
    opaque(flags),
  ]);
}

/** Version 1 up to 3: bits. @param version 3 for everything that exists */
export function writeVersion1(sheet: RgbaImage, said: EarsFeatures, version = 3): void {
  const bits: number[] = [];
  const put = (value: number, count: number): void => {
    for (let bit = count - 1; bit >= 0; bit--) bits.push((value >> bit) & 1);
  };
  const { tail, snout, wings } = said;
  const tailNumber = tail === null ? 0 : tailModes.indexOf(tail.mode);
  const protrusion = protrusionOf(said);
  put(version, 8);
  const mode = earModes.indexOf(said.ears);
  put(mode === 0 ? 0 : (mode - 1) * 3 + earAnchors.indexOf(said.anchor) + 1, 6);
  put(protrusion & 3, 2);
  put(Math.min(7, tailNumber), 3);
  if (tail !== null) {
    put(tail.bendsDegrees.length - 1, 2);
    for (const degrees of tail.bendsDegrees) {
      put(degrees < 0 ? 1 : 0, 1);
      put(Math.round((Math.abs(degrees) / 90) * 63), 6);
    }
  }
  put(snout?.width ?? 0, 3);
  if (snout !== null) {
    put(snout.height - 1, 2);
    put(snout.depth - 1, 3);
    put(snout.offset, 3);
  }
  put(Math.round(said.chest * 31), 5);
  put(wings === null ? 0 : wingModes.indexOf(wings.mode), 3);
  if (wings !== null) put(wings.motion === 'none' ? 0 : 1, 1);
  put(Number(said.cape), 1);
  put(Number(said.isEmissive), 1);
  if (version >= 1 && tailNumber >= 7) put(tailNumber - 7, 3);
  if (version >= 2) {
    put(legModes.indexOf(said.legs), 3);
    if (wings !== null) put(wingMotions.indexOf(wings.motion), 3);
    put(tail?.isMoving === false ? 0 : 1, 1);
    put(Number(said.swapsTail), 1);
  }
  if (version >= 3) put(protrusion >> 2, 2);
  const byteAt = (index: number): number =>
    Array.from({ length: 8 }, (_, bit) => bits[index * 8 + bit] ?? 0).reduce(
      (byte, bit) => byte * 2 + bit,
      0,
    );
  const texels = Array.from({ length: 15 }, (_, texel) =>
    opaque((byteAt(texel * 3) << 16) | (byteAt(texel * 3 + 1) << 8) | byteAt(texel * 3 + 2)),
  );
  writeConfig(sheet, [opaque(0xea2501), ...texels]);
}

export type HiddenEntry = {
  /** The number of a known key, or a name. */
  readonly key: number | string;
  readonly bytes: Uint8Array;
};

/** The bytes that hidden data consist of. */
export function hiddenBytes(entries: readonly HiddenEntry[]): Uint8Array {
  const body = entries.flatMap(({ key, bytes }) => {
    const name =
      typeof key === 'number'
        ? [key]
        : Array.from(Buffer.from(key, 'latin1'), (byte, i) =>
            i === key.length - 1 ? byte | 128 : byte,
          );
    const chunks: number[] = [];
    for (let at = 0; ; at += 255) {
      const part = bytes.subarray(at, at + 255);
      chunks.push(part.length, ...part);
      if (part.length < 255) return [...name, ...chunks];
    }
  });
  return Uint8Array.from([0xea, 0x1f, 0xa1, 0xfa, 1, ...body, 0]);
}

/** Hides bytes in the alpha of the base layer, whose clear texels become opaque black. */
export function hide(sheet: RgbaImage, bytes: Uint8Array): void {
  const little = bytes.toReversed();
  const bitAt = (bit: number): number => ((little[bit >> 3] ?? 0) >> (bit & 7)) & 1;
  let bit = 0;
  for (const { x, y, width, height } of dataRects) {
    for (let column = x; column < x + width; column++) {
      for (let row = y; row < y + height; row++, bit += 7) {
        const at = (row * sheet.widthPx + column) * 4;
        if (sheet.data[at + 3] === 0) sheet.data.fill(0, at, at + 3);
        let value = 0;
        for (let i = 0; i < 7; i++) value |= bitAt(bit + i) << i;
        sheet.data[at + 3] = 255 - value;
      }
    }
  }
}

type EraseRect = Readonly<Record<'x' | 'y' | 'width' | 'height', number>>;

/** Rectangles to erase, as hidden data. */
export function eraseBytes(rects: readonly EraseRect[]): Uint8Array {
  const bits = rects.flatMap(({ x, y, width, height }) => {
    const number = (((x * 64 + y) * 32 + width - 1) * 32 + height - 1).toString(2);
    return Array.from(number.padStart(22, '0'), Number);
  });
  return Uint8Array.from({ length: Math.ceil(bits.length / 8) }, (_, index) =>
    Array.from({ length: 8 }, (_each, bit) => bits[index * 8 + bit] ?? 0).reduce(
      (byte, bit) => byte * 2 + bit,
      0,
    ),
  );
}

/** A sheet of 64×64 texels, all opaque and of colours that say where they are. */
export function locatedSheet(): RgbaImage {
  const sheet = createImage(64, 64);
  asWords(sheet).forEach((_, index, words) => {
    words[index] = (0xff000000 | (7 << 16) | ((index >> 6) << 8) | (index & 63)) >>> 0;
  });
  return sheet;
}
