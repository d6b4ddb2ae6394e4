import { readFileSync } from 'node:fs';
import { describe, expect, it, test } from 'vitest';
import { readCodepoints, unpackWebFont } from './web-font.ts';

const fontFile = (specifier: string): Buffer =>
  readFileSync(new URL(import.meta.resolve(specifier)));

const latin = fontFile('@fontsource-variable/noto-sans/files/noto-sans-latin-wght-normal.woff2');
/** Of 7 MB: it is unpacked once. */
const emoji = await unpackWebFont(
  fontFile('@fontsource/noto-color-emoji/files/noto-color-emoji-emoji-400-normal.woff'),
  ['SVG '],
);

const tagsOf = (font: Buffer): string[] =>
  Array.from({ length: font.readUInt16BE(4) }, (_, index) =>
    font.toString('latin1', 12 + index * 16, 16 + index * 16),
  );

function has(font: Buffer, characters: string): boolean[] {
  const codepoints = readCodepoints(font);
  return Array.from(characters, (character) => codepoints.includes(character.codePointAt(0) ?? 0));
}

describe('the characters of a font', () => {
  it('are read from a WOFF2 and from a WOFF', async () => {
    const font = await unpackWebFont(latin, []);
    expect(has(font, 'Az0é…\u{fffd}')).toEqual([true, true, true, true, true, true]);
    expect(has(font, 'Жא漢🦊')).toEqual([false, false, false, false]);
    expect(has(emoji, '🦊👪🇩A漢')).toEqual([true, true, true, false, false]);
  });

  it('are those of the font, not of the metadata of its package', async () => {
    // Published for this slice; not in it.
    const slice = '@fontsource-variable/noto-sans-sc/files/noto-sans-sc-4-wght-normal.woff2';
    expect(has(await unpackWebFont(fontFile(slice), []), '🌈')).toEqual([false]);
  });
});

it('a web font is unpacked without the unwanted tables', () => {
  const tags = tagsOf(emoji);
  expect(tags).toContain('COLR');
  expect(tags).toContain('cmap');
  expect(tags).not.toContain('SVG ');
});

test.each([
  ['nothing', Buffer.alloc(0)],
  ['text', Buffer.from('this is not a font at all')],
  ['half a WOFF2', latin.subarray(0, 4000)],
])('%s is no web font', async (_, file) => {
  await expect(unpackWebFont(file, [])).rejects.toThrow();
});

it('a font without characters is refused', () => {
  expect(() => readCodepoints(Buffer.from('nothing'))).toThrow('no characters');
});
