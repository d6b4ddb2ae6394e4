import { readFileSync } from 'node:fs';
import { Blob, Buffer as TextBuffer, Face, Font, shape } from 'harfbuzzjs';
import { describe, expect, test } from 'vitest';
import { debugLine } from '../../../test/support/debug-line.ts';
import { scripts } from '../../../test/support/scripts.ts';
import { fontsFolder } from './font-files.ts';

// Letters that join, stack, change places or split: drawn as HarfBuzz has them when it is asked alone.

/** Typefaces whose only file is named after them. */
const families = [
  'georgian',
  'thai',
  'tibetan',
  'armenian',
  'ethiopic',
  'cherokee',
  'bengali',
  'gurmukhi',
  'gujarati',
  'tamil',
  'telugu',
  'kannada',
  'malayalam',
  'sinhala',
  'khmer',
  'lao',
  'myanmar',
  'mongolian',
] as const;

/** The numbers of the glyphs of a word. */
function glyphsOf(font: Font, word: string): readonly number[] {
  const buffer = new TextBuffer();
  buffer.addText(word);
  buffer.guessSegmentProperties();
  shape(font, buffer);
  return buffer.getGlyphInfos().map(({ codepoint }) => codepoint);
}

describe('words are shaped by the rules of their script, alone and beside others', () => {
  test.each(families)('%s', (family) => {
    const file = readFileSync(new URL(`${family}-${family}.otf`, fontsFolder));
    const font = new Font(new Face(new Blob(file)));
    for (const word of scripts[family].split(' ')) {
      const expected = glyphsOf(font, word.normalize('NFC'));
      expect(expected, word).not.toContain(0);
      const others = debugLine('xX ★ 漢').runs.length;
      for (const [line, before] of [
        [word, 0],
        [`xX ★ 漢 ${word}`, others + 1],
      ] as const) {
        const runs = debugLine(line).runs.slice(before);
        expect(
          runs.flatMap(({ glyphs }) => glyphs),
          line,
        ).toEqual(expected);
      }
    }
  });
});
