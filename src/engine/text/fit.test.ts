import { describe, expect, it, test } from 'vitest';
import { fitLine, fitLines, splitInTwo } from './fit.ts';
import { createFontRegistry } from './font-registry.ts';
import { layLine, splitLine, type LaidLine, type TextStyle } from './line.ts';

const fonts = createFontRegistry();
const style: TextStyle = { color: '#112233', weight: 500 };

const pieces = (text: string) => [{ text, style }];
const textOf = (line: LaidLine): string => line.chunks.map(({ text }) => text).join('');

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
    ['words of Thai', 'ยินดีต้อนรับสู่เซิร์ฟเวอร์ของเรานะครับ', /(ของ|เรา|นะ)$/],
    ['words of Khmer', 'សូមស្វាគមន៍មកកាន់ម៉ាស៊ីនមេរបស់យើង', /(មកកាន់|ម៉ាស៊ីន|មេ|របស់)$/],
  ])('wraps %s if there is room below', (_name, text, first) => {
    const lines = fit(text);
    expect(lines).toHaveLength(2);
    expect(lines.map(textOf).join('').replaceAll(' ', '')).toBe(text.replaceAll(' ', ''));
    expect(textOf(lines[0] ?? { fontPx: 0, widthPx: 0, chunks: [] })).toMatch(first);
    for (const { widthPx } of lines) expect(widthPx).toBeLessThanOrEqual(200);
  });
});

test('a line of several stays as large as it is, up to exactly its width', () => {
  const { widthPx } = layLine(fonts, splitLine(pieces('exactly')), 16);
  const sizeIn = (boxPx: number) =>
    fitLines(fonts, [{ pieces: pieces('exactly'), middle: null }], {
      widthPx: boxPx,
      maxLines: 2,
      fontsPx: [16, 15],
    }).map(({ line }) => line.fontPx);
  expect([sizeIn(widthPx), sizeIn(widthPx - 0.01)]).toEqual([[16], [15]]);
});

test('the mark of a cut line is visible, though the letters before it are hidden', () => {
  const line = splitLine([{ text: 'a'.repeat(40), style: { ...style, hidden: true } }]);
  const { chunks } = fitLine(fonts, line, { widthPx: 100, fontsPx: [16] });
  expect(chunks.map(({ stretches }) => stretches[0]!.style.hidden)).toEqual([true, false]);
  expect(chunks[1]!.text).toBe('…');
});

it.each([0, 0.5, 1])('a line with its middle at %s stays inside', (middle) => {
  const line = { pieces: pieces('word'), middle };
  const space = { widthPx: 200, maxLines: 2, fontsPx: [16] };
  const [placed] = fitLines(fonts, [line], space);
  expect(placed!.leftPx).toBeCloseTo((200 - placed!.line.widthPx) * middle, 3);
});

describe('splitInTwo', () => {
  it.each([
    ['The winners of the summer', ['The winners', 'of the summer']],
    ['a b cc', ['a', 'b cc']],
    ['play.oakhaven.example', ['play.oakhaven.', 'example']],
    ['A-very_long.name', ['A-very_', 'long.name']],
    ['夏の大会の優勝者たち', ['夏の大会の', '優勝者たち']],
    ['🦊🦊🦊🦊', ['🦊🦊', '🦊🦊']],
    ['👨‍👩‍👧👨‍👩‍👧', ['👨‍👩‍👧', '👨‍👩‍👧']],
    ['สวัสดีชาวโลกทุกคน', ['สวัสดีชาว', 'โลกทุกคน']],
    ['ສະບາຍດີຊາວໂລກທຸກຄົນ', ['ສະບາຍດີ', 'ຊາວໂລກທຸກຄົນ']],
    ['សួស្តីពិភពលោកទាំងអស់', ['សួស្តីពិភពលោក', 'ទាំងអស់']],
    ['မင်္ဂလာပါကမ္ဘာလောကကြီး', ['မင်္ဂလာပါ', 'ကမ္ဘာလောကကြီး']],
    ['བོད་ཡིག་དང་སྐད་ཡིག', ['བོད་ཡིག་', 'དང་སྐད་ཡིག']],
    ['ሰላም፡ለዓለም፡ሁሉ', ['ሰላም፡', 'ለዓለም፡ሁሉ']],
    ['الفائزون في الصيف', ['الفائزون', 'في الصيف']],
  ])('%s', (text, lines) => {
    expect(splitInTwo(text)).toEqual(lines);
  });

  it.each(['Oakhaven', '', '   ', 'x'])('%j is one line', (text) => {
    expect(splitInTwo(text)).toBeNull();
  });
});
