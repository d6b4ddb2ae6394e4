import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { decodePng } from '../../src/engine/image/decode-png.ts';
import type { RgbaImage } from '../../src/engine/image/canvas.ts';
import { motleySheet, plainSheet } from '../support/pattern-sheets.ts';
import { createDrawContext, drawnRow, type RowCase } from '../support/row-context.ts';
import { expectSameBytes } from '../support/same-pixels.ts';
import { expectGolden, goldenNames } from './harness.ts';

const context = createDrawContext();
const classic = motleySheet('classic', 'holes');
const slim = motleySheet('slim', 'none');
const folder = join(import.meta.dirname, '..', '..', 'samples', 'skins');
const [dragon, kitsune] = ['sample-dragon', 'sample-kitsune.slim'].map((name) =>
  decodePng(readFileSync(join(folder, `${name}.png`))),
);
/** Where the text is what counts, the figures are quiet. */
const plain = plainSheet([70, 130, 180, 255], [0, 0, 0, 0]);

/** Labels below figures, in a picture as small as they can be read in. */
function labelled(...labels: readonly string[]): RowCase {
  return {
    sheets: [plain],
    figures: labels.map((label) => ({ label })),
    crop: 'bust',
    heightPx: 72,
  };
}

/** Players of both models in turn. */
function players(...labels: readonly string[]): RowCase {
  return {
    sheets: [classic, slim],
    figures: labels.map((label, index) => ({
      label,
      sheet: index % 2,
      model: index % 2 === 0 ? 'classic' : 'slim',
    })),
    heightPx: 64,
  };
}

const ten = Array.from({ length: 10 }, (_, index) => `P${index + 1}`);

/** Each script that labels have to draw; where it can, with what is hard about it. */
const scripts = {
  // Descenders, accents above capitals, digits that look like letters.
  latin: labelled('Jÿg Ñ0Ol_', 'Łódź Ğiß'),
  greek: labelled('Ἀθῆναι', 'Ωκεανός'),
  cyrillic: labelled('Ёжик Щука', 'Їжак Ћуп'),
  // Two marks on one letter.
  vietnamese: labelled('Nguyễn Ặ', 'Tiếng Việt'),
  chinese: labelled('玩家你好', '龍鳳骨𠮷'),
  japanese: labelled('ひらがな骨', 'カタカナー'),
  // Composed of letters of its own, also where they come one by one.
  korean: labelled('안녕하세요', '\u1112\u1161\u11ab\u1100\u1173\u11af'),
  // Right to left, letters joined, a ligature, digits the other way.
  arabic: labelled('مرحبا', 'لاعب 123'),
  hebrew: labelled('שלום', 'שָׁלוֹם 12'),
  // Marks above marks, vowels below.
  thai: labelled('สวัสดี', 'ผู้เล่น'),
  // A vowel that goes before its consonant, conjuncts.
  devanagari: labelled('हिन्दी', 'खिलाड़ी क्ष'),
  // Families, skin tones, flags, key caps, a joined emoji whose first part is a symbol.
  emoji: labelled('😀🔥👍🏽', '👨‍👩‍👧‍👦🇫🇷1️⃣❤️‍🔥'),
  symbols: labelled('★☺♫→', '½ € ™ ✓'),
  mixed: labelled('Aé日한ש😀', 'abc אבג 1'),
  // Nobody’s font has the first; the second is as it was typed.
  'without-font': labelled('\u{1f8ff}x\u{10ffff}', '𝓝𝓸𝓽𝓬𝓱'),
} as const satisfies Record<string, RowCase>;

const layouts = {
  'label-none': labelled('', ''),
  'label-one-of-three': labelled('', 'only me', ''),
  // As wide as 1.6 figures at full size, then smaller, then cut.
  'label-widens': labelled('a', 'ten letters', 'a'),
  'label-shrinks': labelled('a', 'sixteen_letters_', 'a'),
  'label-is-cut': labelled('a', 'so long that nobody reads it to its end', 'a'),
  'label-is-cut-rtl': labelled('א', 'שם ארוך מאוד שאף אחד לא קורא', 'א'),
  // Equal long ones, without a gap: they keep their distance.
  'label-neighbours': { ...labelled('WWWWWWWW', 'WWWWWWWW', 'WWWWWWWW'), gapPx: 0 },
  // One line, one baseline, whatever hangs or towers.
  'label-baseline': labelled('xox', 'ẤÇgjy', 'ــ', '日本'),
  'label-marks-piled-up': labelled('Z͑ͫ̓ͪ̂ͫ̽͏̴̙̤̞͉͚̯̞̠͍A̴̵̜̰͔ͫ͗͢L̠ͨͧͩ͘G̴̻͈͍͔̹̑͗̎̅͛́Ǫ̵̹̻̝̳̂̌̌͘', 'below'),
  'ten-players': players(...ten),
  // Bodies of one size, with room above them and names below their claws.
  'ears-reach-out': {
    sheets: [classic, dragon!, kitsune!],
    figures: [
      { label: 'Plain' },
      { sheet: 1, label: 'Dragon' },
      { sheet: 2, label: 'Kitsune', model: 'slim' },
      { ears: 'deadmau5', label: 'Round' },
    ],
    heightPx: 96,
  },
  'two-widths': { ...players('classic', 'slim'), heightPx: 96 },
  'two-widths-face': { ...players('classic', 'slim'), crop: 'face' },
  // Figures too narrow for a letter that can be read: they have none.
  smallest: { ...players('A', 'B'), heightPx: 16 },
  'on-its-head': {
    sheets: [classic],
    figures: [{ label: 'up' }, { label: 'down', upsideDown: true }],
    heightPx: 80,
  },
} as const satisfies Record<string, RowCase>;

const cases: Readonly<Record<string, RowCase>> = Object.fromEntries(
  Object.entries({ ...scripts, ...layouts }).map(([name, row]) => [`composition/${name}`, row]),
);

describe('golden pictures of compositions', () => {
  it.each(Object.entries(cases))('%s', (name, row) => {
    expectGolden(name, drawnRow(row, context), { tolerance: 1 });
  });

  it('every kept picture belongs to a case', () => {
    expect(goldenNames('composition')).toEqual(Object.keys(cases).toSorted());
  });
});

const pictures = (names: readonly string[]): Map<string, RgbaImage> => {
  const fresh = createDrawContext();
  return new Map(names.map((name) => [name, drawnRow(cases[name]!, fresh)]));
};

describe('the order of drawing', () => {
  it('has no effect: a label looks the same whatever was drawn before it', () => {
    const names = Object.keys(scripts).map((name) => `composition/${name}`);
    const [forth, back] = [pictures(names), pictures(names.toReversed())];
    for (const name of names) {
      expectSameBytes(forth.get(name)!.data, back.get(name)!.data);
    }
  });
});
