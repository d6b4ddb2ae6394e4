import { describe, expect, it, test } from 'vitest';
import { createFontRegistry } from './font-registry.ts';
import {
  divideLine,
  layLine,
  levelsOf,
  pictureSizePx,
  splitLine,
  type TextPiece,
  type TextStyle,
} from './line.ts';

const fonts = createFontRegistry();
const style: TextStyle = { color: '#112233', weight: 500 };
const red: TextStyle = { color: '#ff0000', weight: 500 };
const bold: TextStyle = { color: '#112233', weight: 800 };

function pieces(...texts: readonly (string | TextPiece)[]): TextPiece[] {
  return texts.map((text) => (typeof text === 'string' ? { text, style } : text));
}

describe('splitLine', () => {
  it.each([
    ['  centred  ', 'centred'],
    ['a\u00a0\u2003b', 'a  b'],
    ['a\u200bb\ufeff', 'ab'],
    ['   ', ''],
    ['', ''],
    ['e\u0301', 'é'],
  ])('%j', (text, expected) => {
    const graphemes = splitLine(pieces(text));
    expect(graphemes.map((one) => one.text).join('')).toBe(expected);
  });

  it('keeps spaces between pieces, and struck-through ones', () => {
    const rule = { text: '  ', style: { ...style, strikethrough: true } };
    const texts = splitLine(pieces(rule, ' a ', { text: ' b', style: red }, '  '));
    expect(texts.map(({ text }) => text).join('')).toBe('   a  b');
  });
});

const order = (...line: readonly (string | TextPiece)[]): string[] =>
  divideLine(splitLine(pieces(...line))).map(({ graphemes }) =>
    graphemes.map(({ text }) => text).join(''),
  );

describe('divideLine', () => {
  it('keeps text together that one call can draw, in any colours', () => {
    expect(order('a', { text: 'b', style: red }, 'c')).toEqual(['abc']);
    expect(order('a', { text: 'b', style: bold }, 'c')).toEqual(['a', 'b', 'c']);
  });

  it.each<[string, string[]]>([
    ['abc אבג def', ['abc ', 'אבג', ' def']],
    ['אבג abc דהו', [' דהו', 'abc', 'אבג ']],
    ['abc (אבג) def', ['abc (', 'אבג', ') def']],
    ['שרת 1.21 (24/7)!', [')!', '24/7', ' (', '1.21', 'שרת ']],
    ['abc אב 12 גד', ['abc ', ' גד', '12', 'אב ']],
    ['אב abc 12 גד', [' גד', 'abc 12', 'אב ']],
    ['world (עולם) 1.21', ['world (', 'עולם', ') ', '1.21']],
    ['שלום 50%', ['50%', 'שלום ']],
    ['מינוס -20% $5', ['$5', ' ', '20%', 'מינוס -']],
    ['סוף [VIP] abc', ['abc', '] ', 'VIP', 'סוף [']],
  ])('puts the chunks of %j from left to right', (text, expected) => {
    expect(order(text).join('|')).toBe(expected.join('|'));
  });

  it('orders the two weights of a right-to-left word from the right', () => {
    expect(order('אב', { text: 'גד', style: bold }, ' abc')).toEqual(['abc', ' ', 'גד', 'אב']);
  });

  it('follows the given direction', () => {
    const graphemes = splitLine(pieces('אב.example'));
    const texts = divideLine(graphemes, 'ltr').map((chunk) =>
      chunk.graphemes.map(({ text }) => text).join(''),
    );
    expect(texts).toEqual(['אב', '.example']);
  });
});

describe('layLine', () => {
  it('lays out each hidden letter as wide as it is', () => {
    const hidden: TextStyle = { ...style, hidden: true };
    const shown = layLine(fonts, splitLine(pieces('Wil')), 20);
    const line = layLine(fonts, splitLine(pieces('a', { text: 'Wil', style: hidden }, 'b')), 20);
    expect(line.chunks.map(({ text }) => text)).toEqual(['a', 'Wil', 'b']);
    const letters = line.chunks[1]!.stretches.map(({ fromPx, toPx }) => toPx - fromPx);
    expect(letters).toHaveLength(3);
    expect(letters[0]).toBeGreaterThan(letters[1]! * 2);
    expect(line.chunks[1]!.widthPx).toBeCloseTo(shown.widthPx, 3);
  });

  it('covers the line with the stretches of its colours, without gaps', () => {
    const rainbow = ['#ff0000', '#00ff00', '#0000ff'].map((color, i) => ({
      text: 'WAY'[i] ?? '',
      style: { color, weight: 500 },
    }));
    const line = layLine(fonts, splitLine(rainbow), 20);
    const plain = layLine(fonts, splitLine(pieces('WAY')), 20);
    // Kerned like a word in one colour.
    expect(line.widthPx).toBe(plain.widthPx);
    const [chunk] = line.chunks;
    expect(chunk?.stretches.map(({ style: { color } }) => color)).toEqual([
      '#ff0000',
      '#00ff00',
      '#0000ff',
    ]);
    expect(chunk?.stretches[0]?.fromPx).toBe(0);
    expect(chunk?.stretches[1]?.fromPx).toBe(chunk?.stretches[0]?.toPx);
    expect(chunk?.stretches[2]?.toPx).toBe(line.widthPx);
  });

  it('spaces letters out, except in connected scripts', () => {
    const spaced: TextStyle = { ...style, tracking: 0.1 };
    const [wide, narrow] = [spaced, style].map(
      (one) => layLine(fonts, splitLine([{ text: 'abcd', style: one }]), 20).widthPx,
    );
    expect(wide).toBeCloseTo((narrow ?? 0) + 4 * 2, 0);
    for (const text of ['مرحبا', 'নমস্কার', 'ᠮᠣᠩᠭᠣᠯ']) {
      const [joined, plain] = [spaced, style].map(
        (one) => layLine(fonts, splitLine([{ text, style: one }]), 20).widthPx,
      );
      expect(joined, text).toBe(plain);
    }
  });
});

test('styles of right-to-left text stay in its order where a character is replaced by several', () => {
  // No font has it; it becomes S and M.
  const line = [
    { text: 'א\u2120', style: red },
    { text: 'ב', style },
  ];
  const { chunks } = layLine(fonts, splitLine(line), 20);
  expect(chunks.map(({ text }) => text)).toEqual(['ב', 'אSM']);
  expect(chunks.map(({ stretches }) => stretches.map((one) => one.style))).toEqual([
    [style],
    [red],
  ]);
});

test.each([
  [['👨‍👩‍👧', 'א', 'a'], 'ltr', [0, 1, 0]],
  [['👨‍👩‍👧', 'א', 'a'], 'rtl', [1, 1, 2]],
  [['א', ' ', '🦊', ' ', 'a'], 'rtl', [1, 1, 1, 1, 2]],
  [['א', '🦊', 'ב', 'a'], 'ltr', [1, 1, 1, 0]],
  [['א', '🇩🇪', '𝓐', '𞤀', '𝟏'], 'rtl', [1, 2, 2, 1, 2]],
  [['a', '❤️‍🔥', 'ب', '1'], 'ltr', [0, 0, 1, 2]],
] as const)('the levels of %j in a line that is %s are %j', (graphemes, base, levels) => {
  expect(levelsOf(graphemes, base)).toEqual(levels);
});

test.each([
  [10, 16],
  [23, 16],
  [24, 24],
  [33, 32],
  [60, 48],
])('a head beside letters of %i px has %i px, a multiple of its own pixels', (fontPx, sizePx) => {
  expect(pictureSizePx(fontPx)).toBe(sizePx);
});
