import type { SheetBytes } from '../../src/drawing/order.ts';
import { asWords, createImage } from '../../src/render/image/canvas.ts';
import { encodePng } from '../../src/render/image/encode.ts';
import type { Chance } from './chance.ts';
import { readSampleSkins } from './sample-skins.ts';

const scripts = ['Привет', '日本語漢字', '한국어말', 'ابجد', '😀🎉👍', 'ไทย', 'नमस्ते', 'ꦀꦁꦂ'];

/** A text in one script, usually Latin. */
export function textOf(chance: Chance, mostLetters: number): string {
  const letters = Array.from(chance.share() < 0.6 ? 'Some plain letters ' : chance.of(scripts));
  return Array.from({ length: chance.size(1, mostLetters) }, () => chance.of(letters)).join('');
}

const sampleSkins = readSampleSkins().map(({ png }) => png);
const widthsPx = [64, 128, 256, 512, 1024];
const paintedSkins = widthsPx.flatMap((widthPx) => paintings(widthPx, widthPx));
const paintedCapes = widthsPx.flatMap((widthPx) => paintings(widthPx, widthPx / 2));
const paintedPictures = [
  ...paintings(48, 48),
  ...paintings(300, 600),
  ...paintings(1024, 300),
  ...paintings(1024, 1024),
];

/** The skins of an order: usually those of players, sometimes large or hard to compress. */
export function skinsOf(chance: Chance, count: number, variant: number): SheetBytes[] {
  const skins = chance.share() < 0.6 ? sampleSkins : [...sampleSkins, ...paintedSkins];
  return sheetsFrom(skins, chance, { count, variant });
}

export function sampleSkinsOf(chance: Chance, count: number, variant: number): SheetBytes[] {
  return sheetsFrom(sampleSkins, chance, { count, variant });
}

function sheetsFrom(
  skins: readonly Uint8Array[],
  chance: Chance,
  { count, variant }: { readonly count: number; readonly variant: number },
): SheetBytes[] {
  return Array.from({ length: count }, (_, index) => ({
    revision: `${variant} ${index} ${chance.share()}`,
    png: chance.of(skins),
  }));
}

export function skinOf(chance: Chance, variant: number): SheetBytes {
  return theOnly(skinsOf(chance, 1, variant));
}

export function sampleSkinOf(chance: Chance, variant: number): SheetBytes {
  return theOnly(sampleSkinsOf(chance, 1, variant));
}

function theOnly([skin]: readonly SheetBytes[]): SheetBytes {
  if (skin === undefined) throw new Error('no skin');
  return skin;
}

export function capeOf(chance: Chance): SheetBytes {
  return { revision: `${chance.share()}`, png: chance.of(paintedCapes) };
}

const paintedIcons = [...paintings(64, 64), ...paintings(256, 256), ...paintings(512, 512)];

/** Square, like icons of servers and games. */
export function iconOf(chance: Chance): Uint8Array {
  return chance.of(paintedIcons);
}

/** A finished picture. */
export function pictureOf(chance: Chance): SheetBytes {
  return { revision: `${chance.share()}`, png: chance.of(paintedPictures) };
}

/** One colour; blocks of colours; random pixels; random translucent pixels. */
function paintings(widthPx: number, heightPx: number): Uint8Array[] {
  return [
    { blockPx: 1024, isOpaque: true },
    { blockPx: widthPx / 16, isOpaque: true },
    { blockPx: 1, isOpaque: true },
    { blockPx: 1, isOpaque: false },
  ].map(({ blockPx, isOpaque }) => {
    const image = createImage(widthPx, heightPx);
    const words = asWords(image);
    for (let at = 0; at < words.length; at++) {
      const x = Math.floor((at % widthPx) / blockPx);
      const y = Math.floor(at / widthPx / blockPx);
      const word = mixed(y * 4099 + x);
      words[at] = isOpaque ? (word | 0xff000000) >>> 0 : word;
    }
    return encodePng(image);
  });
}

/** Makes neighbours unrelated. */
function mixed(number: number): number {
  const word = Math.imul(number ^ (number >>> 15), 0x2c1b3c6d);
  const again = Math.imul(word ^ (word >>> 12), 0x297a2d39);
  return (again ^ (again >>> 15)) >>> 0;
}
