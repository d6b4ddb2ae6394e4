import { readFileSync } from 'node:fs';
import { createCanvas, GlobalFonts } from '@napi-rs/canvas';
import { describe, expect, it, test } from 'vitest';
import { readCodepoints } from './read-coverage.ts';
import { openWebFont } from './web-font.ts';

const fontFile = (specifier: string): Buffer =>
  readFileSync(new URL(import.meta.resolve(specifier)));

const noto = (slice: string): Buffer =>
  fontFile(`@fontsource-variable/noto-sans${slice}-wght-normal.woff2`);
const emoji = fontFile('@fontsource/noto-color-emoji/files/noto-color-emoji-emoji-400-normal.woff');
const symbols = fontFile(
  '@fontsource/noto-sans-symbols-2/files/noto-sans-symbols-2-symbols-400-normal.woff2',
);

/** Where the tables of an OpenType file are, by tag. */
function tablesOf(font: Buffer): Map<string, Buffer> {
  return new Map(
    Array.from({ length: font.readUInt16BE(4) }, (_, index) => {
      const entry = 12 + index * 16;
      const start = font.readUInt32BE(entry + 8);
      const body = font.subarray(start, start + font.readUInt32BE(entry + 12));
      return [font.toString('latin1', entry, entry + 4), body];
    }),
  );
}

/** Text in a font at a weight. */
function drawn(alias: string, text: string, weight: number): Buffer {
  const canvas = createCanvas(1600, 100);
  const context = canvas.getContext('2d');
  context.font = `${weight} 48px "${alias}"`;
  context.lang = 'en';
  context.fillText(text, 4, 70);
  return Buffer.from(context.getImageData(0, 0, 1600, 100).data);
}

describe('a WOFF2 that is unpacked here', () => {
  test.each([
    ['plain outlines', noto('/files/noto-sans-latin'), 'AgQ&@0 €'],
    ['letters put together of others', noto('/files/noto-sans-latin-ext'), 'ĀĎǺŰẅǽŉ'],
    ['two marks on one letter', noto('/files/noto-sans-vietnamese'), 'ỆỘỡữẰ'],
    ['letters that join', noto('-arabic/files/noto-sans-arabic-arabic'), 'السلام عليكم'],
    ['Chinese characters', noto('-sc/files/noto-sans-sc-119'), '中新日月有点的网'],
    ['a font of one weight', symbols, '☀☂★☎✈'],
  ])('%s draws as with FreeType’s own unpacking', (what, file, text) => {
    const codepoints = new Set(readCodepoints(openWebFont(file)));
    const drawnOnes = Array.from(text, (one) => one.codePointAt(0) ?? 0);
    expect(drawnOnes.filter((one) => !codepoints.has(one))).toEqual([]);
    GlobalFonts.register(file, `packed ${what}`);
    GlobalFonts.register(openWebFont(file).unpack([]), `unpacked ${what}`);
    for (const weight of [400, 650]) {
      const [theirs, ours] = [
        drawn(`packed ${what}`, text, weight),
        drawn(`unpacked ${what}`, text, weight),
      ];
      expect(theirs.some((level) => level > 0)).toBe(true);
      expect(ours.equals(theirs)).toBe(true);
    }
  });

  it('has an aligned offset for every glyph, in order', () => {
    const tables = tablesOf(openWebFont(noto('/files/noto-sans-latin-ext')).unpack([]));
    const [loca, glyf, maxp, head] = ['loca', 'glyf', 'maxp', 'head'].map((tag) =>
      tables.get(tag)!,
    );
    expect(head!.readInt16BE(50)).toBe(1);
    const glyphs = maxp!.readUInt16BE(4);
    expect(loca!.length).toBe((glyphs + 1) * 4);
    const places = Array.from({ length: glyphs + 1 }, (_, glyph) => loca!.readUInt32BE(glyph * 4));
    expect(places).toEqual(places.toSorted((a, b) => a - b));
    expect(places.filter((place) => place % 4 !== 0)).toEqual([]);
    expect(places.at(-1)).toBe(glyf!.length);
  });
});

describe('a web font', () => {
  it('is unpacked without the unwanted tables', () => {
    const tags = [...tablesOf(openWebFont(emoji).unpack(['SVG '])).keys()];
    expect(tags).toContain('COLR');
    expect(tags).toContain('cmap');
    expect(tags).not.toContain('SVG ');
  });

  test.each([
    ['nothing', Buffer.alloc(0)],
    ['an OpenType file', openWebFont(emoji).unpack(['SVG ', 'glyf'])],
    ['half a WOFF2', noto('/files/noto-sans-latin').subarray(0, 4000)],
  ])('is not %s', (_, file) => {
    expect(() => openWebFont(file).cmap()).toThrow();
  });
});
