import { expect, test } from 'vitest';
import { levelsOf } from './text-chunks.ts';
import { fitLine, fitLabels } from './fit.ts';
import { fitLines } from './fit-lines.ts';
import { createFontRegistry } from './font-registry.ts';
import { splitLine } from './text-chunks.ts';
import { layLine, pictureSizePx } from './text-line.ts';

const fonts = createFontRegistry();
const style = { color: '#112233', weight: 500 };
const red = { color: '#ff0000', weight: 500 };

test('a line of several stays as large as it is, up to exactly its width', () => {
  const pieces = [{ text: 'exactly', style }];
  const { widthPx } = layLine(fonts, splitLine(pieces), 16);
  const sizeIn = (boxPx: number) =>
    fitLines(fonts, [{ pieces, middle: null }], {
      widthPx: boxPx,
      maxLines: 2,
      fontsPx: [16, 15],
    }).map(({ line }) => line.fontPx);
  expect([sizeIn(widthPx), sizeIn(widthPx - 0.01)]).toEqual([[16], [15]]);
});

test.each(['Alex', 'שלום', '你好', '🦊🦊'])(
  '%s stays as large as it is, up to exactly its width',
  (text) => {
    const space = { fontPx: 40, smallestPx: 26 };
    const whole = fitLine(fonts, text, { ...space, spacePx: 999 })!;
    expect(whole).toMatchObject({ text: expect.stringContaining(text[0]!), fontPx: 40 });
    expect(fitLine(fonts, text, { ...space, spacePx: whole.widthPx })).toEqual(whole);
    const smaller = fitLine(fonts, text, { ...space, spacePx: whole.widthPx - 1 })!;
    expect(smaller.text).toBe(whole.text);
    expect([38, 39]).toContain(smaller.fontPx);
    expect(smaller.widthPx).toBeLessThan(whole.widthPx);
  },
);

test('no more is cut than has to be', () => {
  const cutTo = (spacePx: number) =>
    fitLine(fonts, 'WWWWWWWWW', { fontPx: 20, smallestPx: 20, spacePx });
  expect(cutTo(cutTo(999)!.widthPx - 1)?.text).toBe('WWWWWWWW…');
});

test('a column is as wide as its label, from the width of the figure up to 1.6 times that', () => {
  const fit = (figureWidthPx: number) => {
    const row = { figureWidthsPx: [figureWidthPx], figureHeightPx: 512, gapPx: 20 };
    const { columnsPx, labels } = fitLabels(fonts, ['Alexander'], row);
    return [columnsPx[0]!, labels[0]!.fontPx];
  };
  const [, fontPx] = fit(999);
  const { widthPx } = fitLine(fonts, 'Alexander', {
    fontPx: fontPx!,
    smallestPx: 9,
    spacePx: 999,
  })!;
  expect(fit(widthPx)).toEqual([widthPx, fontPx]);
  expect(fit(widthPx + 1)).toEqual([widthPx + 1, fontPx]);
  const min = Math.ceil(widthPx / 1.6);
  expect(fit(min)).toEqual([widthPx, fontPx]);
  const [narrow, smaller] = fit(min - 1);
  expect(narrow).toBe(Math.floor((min - 1) * 1.6));
  expect(smaller).toBeLessThan(fontPx!);
});

test('styles of right-to-left text stay in its order where a character is replaced by several', () => {
  // No font has it; it becomes S and M.
  const pieces = [
    { text: 'א\u2120', style: red },
    { text: 'ב', style },
  ];
  const { chunks } = layLine(fonts, splitLine(pieces), 20);
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
