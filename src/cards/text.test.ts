import { describe, expect, it } from 'vitest';
import { createFontRegistry } from '../text/font-registry.ts';
import { fitLines } from '../text/fit-lines.ts';
import { motdLines } from './motd-lines.ts';
import { palettes } from './palette.ts';
import { divideLine, splitLine } from '../text/text-chunks.ts';
import { layLine, type LaidLine } from '../text/text-line.ts';
import type { TextStyle, TextPiece } from '../text/text-piece.ts';

const fonts = createFontRegistry();
const style: TextStyle = { color: '#112233', weight: 500 };
const red: TextStyle = { color: '#ff0000', weight: 500 };
const bold: TextStyle = { color: '#112233', weight: 800 };

function pieces(...texts: readonly (string | TextPiece)[]): TextPiece[] {
  return texts.map((text) => (typeof text === 'string' ? { text, style } : text));
}

const textOf = (line: LaidLine): string => line.chunks.map(({ text }) => text).join('');

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

  it('counts visible characters', () => {
    expect(splitLine(pieces('👨‍👩‍👧‍👦🏳️‍🌈'))).toHaveLength(2);
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
    ['12 אב', [' אב', '12']],
    ['...', ['...']],
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

  it('orders the stretches of Hebrew from the right', () => {
    const line = layLine(fonts, splitLine(pieces({ text: 'אב', style: red }, 'גד')), 20);
    expect(line.chunks[0]?.stretches.map((stretch) => stretch.style)).toEqual([style, red]);
  });

  it('keeps colours if characters have to be replaced', () => {
    // No font has these mathematical letters; one becomes two plain ones.
    const line = layLine(fonts, splitLine(pieces({ text: '\u{1f14f}x', style: red }, 'y')), 20);
    expect(
      line.chunks.flatMap(({ stretches }) => stretches.map((one) => one.style.color)),
    ).toContain('#ff0000');
    expect(line.widthPx).toBeGreaterThan(0);
  });

  it('spaces letters out, except in connected scripts', () => {
    const spaced: TextStyle = { ...style, tracking: 0.1 };
    const [wide, narrow] = [spaced, style].map(
      (one) => layLine(fonts, splitLine([{ text: 'abcd', style: one }]), 20).widthPx,
    );
    expect(wide).toBeCloseTo((narrow ?? 0) + 4 * 2, 0);
    const [arabic, plain] = [spaced, style].map(
      (one) => layLine(fonts, splitLine([{ text: 'مرحبا', style: one }]), 20).widthPx,
    );
    expect(arabic).toBe(plain);
  });
});

describe('fitLines', () => {
  const bounds = { widthPx: 200, maxLines: 2, fontsPx: [16, 14] };
  const fit = (...lines: readonly string[]): readonly LaidLine[] =>
    fitLines(
      fonts,
      lines.map((line) => ({ pieces: pieces(line), middle: null })),
      bounds,
    ).map(({ line }) => line);

  it('does not change a line that fits', () => {
    const lines = fit('one', '', '  ', 'two');
    expect(lines.map(textOf)).toEqual(['one', 'two']);
    expect(lines.map(({ fontPx }) => fontPx)).toEqual([16, 16]);
  });

  it('has no line for empty text, and reports more than two', () => {
    expect(fit('', ' ')).toEqual([]);
    expect(fit('a', 'b', 'c').map(textOf)).toEqual(['a', 'b…']);
    expect(fit('a', 'b', ' ').map(textOf)).toEqual(['a', 'b']);
  });

  it('makes all lines smaller before it wraps one', () => {
    const lines = fit('a line of twenty-fiv', 'short');
    expect(lines.map(textOf)).toEqual(['a line of twenty-fiv', 'short']);
    expect(new Set(lines.map(({ fontPx }) => fontPx)).size).toBe(1);
  });

  it.each([
    ['words', 'a line that is long enough for two lines', /^a line that is long enough for$/],
    ['one endless word', 'a'.repeat(45), /^a{15,44}$/],
    ['Chinese', '欢迎来到我的世界服务器欢迎来到', /^.{8,14}$/],
  ])('wraps %s if there is room below', (_name, text, first) => {
    const lines = fit(text);
    expect(lines).toHaveLength(2);
    expect(lines.map(textOf).join('').replaceAll(' ', '')).toBe(text.replaceAll(' ', ''));
    expect(textOf(lines[0] ?? { fontPx: 0, widthPx: 0, chunks: [] })).toMatch(first);
    for (const { widthPx } of lines) expect(widthPx).toBeLessThanOrEqual(200);
  });

  it('cuts lines that are still too long', () => {
    const lines = fit('word '.repeat(40), 'another '.repeat(40));
    expect(lines.map(textOf)).toEqual([
      expect.stringMatching(/^(?:word )+\S*…$/),
      expect.stringMatching(/^(?:another )+\S*…$/),
    ]);
    for (const { widthPx } of lines) expect(widthPx).toBeLessThanOrEqual(200);
  });
});

describe('motdLines', () => {
  const run = {
    text: 'one\ntwo',
    color: null,
    bold: false,
    italic: false,
    underlined: false,
    strikethrough: false,
    obfuscated: false,
  };

  it('divides runs into lines, in readable colours', () => {
    const { light } = palettes;
    const lines = motdLines(
      [run, { ...run, text: ' three', color: '#ffff55', bold: true }],
      light,
      new Map(),
    );
    expect(lines.map((line) => line.pieces.map(({ text }) => text))).toEqual([
      ['one'],
      ['two', ' three'],
    ]);
    expect(lines[0]?.pieces[0]?.style).toMatchObject({
      color: light.text,
      weight: light.weights.regular,
    });
    expect(lines[1]?.pieces[1]?.style.weight).toBe(light.weights.bold);
    expect(lines[1]?.pieces[1]?.style.color).not.toBe('#ffff55');
  });

  it('scrambles obfuscated text, the same way every time, and keeps spaces', () => {
    const secret = { ...run, text: 'a secret', obfuscated: true };
    const [first, second] = [1, 2].map(
      () => motdLines([secret], palettes.dark, new Map())[0]?.pieces[0]?.text,
    );
    expect(first).toBe(second);
    expect(first).toMatch(/^\S \S{6}$/);
    expect(first).not.toBe('a secret');
  });

  it.each<[string, number | null]>([
    ['at the left', null],
    ['  two spaces are none', null],
    // As counted for the game: 270 of its pixels, four for a space, six for most letters.
    [`${' '.repeat(26)}Welcome here`, 0.5],
    [`${' '.repeat(22)}The Sunny Hills Network`, 0.5],
    [`${' '.repeat(60)}far right`, 1],
    [`${' '.repeat(8)}indented`, 0.2],
    ['   ', null],
  ])('finds the middle of %j as the game does', (text, middle) => {
    const [line] = motdLines([{ ...run, text }], palettes.dark, new Map());
    if (middle === null) expect(line?.middle).toBeNull();
    else expect(line?.middle).toBeCloseTo(middle, 1);
  });

  it('does not centre a rule made of spaces', () => {
    const rule = { ...run, text: ' '.repeat(20), strikethrough: true };
    expect(motdLines([rule], palettes.dark, new Map())[0]?.middle).toBeNull();
  });
});

describe('a line with a middle', () => {
  it.each([
    [0.5, 100],
    [0, 0],
    [1, 200],
  ])('%s', (middle, expected) => {
    const [placed] = fitLines(fonts, [{ pieces: pieces('word'), middle }], {
      widthPx: 200,
      maxLines: 2,
      fontsPx: [16],
    });
    const { leftPx = Number.NaN, line = { widthPx: 0 } } = placed ?? {};
    const [left, right] = [leftPx, leftPx + line.widthPx];
    if (middle === 0.5) expect((left + right) / 2).toBeCloseTo(expected, 3);
    else expect(middle === 0 ? left : right).toBeCloseTo(expected, 3);
  });
});

describe('heads in a line', () => {
  const picture = { widthPx: 8, heightPx: 8, data: new Uint8ClampedArray(256) };

  it('keep their places, at the ends too, and are square', () => {
    const line = splitLine([
      { text: ' ', style, picture },
      ...pieces('name'),
      { text: ' ', style, picture: null },
    ]);
    const { chunks, widthPx } = layLine(fonts, line, 15);
    expect(chunks.map((chunk) => chunk.picture)).toEqual([picture, undefined, null]);
    expect(chunks[0]?.widthPx).toBeGreaterThanOrEqual(16);
    expect(widthPx).toBeCloseTo(
      chunks.reduce((sum, chunk) => sum + chunk.widthPx, 0),
      5,
    );
  });
});
