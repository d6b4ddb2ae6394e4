import { describe, expect, it } from 'vitest';
import { plainStyle } from '../../upstreams/game-servers/motd/text-run.ts';
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
});

describe('motdLines', () => {
  it('scrambles obfuscated text, but for its spaces', () => {
    const secret = { ...plainStyle, text: 'a secret', obfuscated: true };
    const [line] = motdLines([secret], palettes.dark, new Map());
    expect(line?.pieces[0]?.text).toMatch(/^(?!a secret)\S \S{6}$/);
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
    const [line] = motdLines([{ ...plainStyle, text }], palettes.dark, new Map());
    if (middle === null) expect(line?.middle).toBeNull();
    else expect(line?.middle).toBeCloseTo(middle, 1);
  });
});

it.each([0, 0.5, 1])('a line with its middle at %s stays inside', (middle) => {
  const line = { pieces: pieces('word'), middle };
  const space = { widthPx: 200, maxLines: 2, fontsPx: [16] };
  const [placed] = fitLines(fonts, [line], space);
  expect(placed!.leftPx).toBeCloseTo((200 - placed!.line.widthPx) * middle, 3);
});
