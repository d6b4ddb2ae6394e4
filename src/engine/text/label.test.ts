import { expect, test, it } from 'vitest';
import { createFontRegistry } from './font-registry.ts';
import { itemize } from './itemize.ts';
import { drawLabel, fitLabel, type LabelSpace, closeCounters } from './label.ts';
import { asWords, createImage, type RgbaImage } from '../image/canvas.ts';

// What labels look like is in the golden pictures of compositions, in every script.

const fonts = createFontRegistry();
const fit = (text: string, fontPx: number, space?: LabelSpace) =>
  fitLabel(fonts, itemize(fonts, text), fontPx, space);

test.each(['Alex', 'שלום', '你好', '🦊🦊'])(
  '%s stays as large as it is, up to exactly its width',
  (text) => {
    const fitIn = (spacePx: number) => fit(text, 40, { smallestPx: 26, spacePx });
    const whole = fit(text, 40)!;
    expect(whole).toMatchObject({ text: expect.stringContaining(text[0]!), fontPx: 40 });
    expect(fitIn(whole.widthPx)).toEqual(whole);
    const smaller = fitIn(whole.widthPx - 1)!;
    expect(smaller.text).toBe(whole.text);
    expect([38, 39]).toContain(smaller.fontPx);
    expect(smaller.widthPx).toBeLessThan(whole.widthPx);
  },
);

test('no more is cut than has to be', () => {
  const cutTo = (spacePx: number) => fit('WWWWWWWWW', 20, { smallestPx: 20, spacePx });
  expect(cutTo(cutTo(999)!.widthPx - 1)?.text).toBe('WWWWWWWW…');
});

type Pixel = readonly [red: number, green: number, blue: number, alpha: number];

const isWhite = ([red, green, blue, alpha]: Pixel): boolean =>
  alpha === 255 && Math.min(red, green, blue) > 245;
const isDark = ([red, green, blue, alpha]: Pixel): boolean =>
  alpha === 255 && Math.max(red, green, blue) < 40;
const isColoured = ([red, green, blue, alpha]: Pixel): boolean =>
  alpha > 200 && Math.max(red, green, blue) - Math.min(red, green, blue) > 60;

test.each([
  'xX_Notch_Xx',
  'Ωμέγα',
  'Привет',
  'Nguyễn Ặ Ế',
  '你好世界',
  'こんにちは',
  '안녕하세요',
  'مرحبا',
  'שָׁלוֹם',
  'สวัสดี ปู่ ทู่',
  'नमस्ते क्षत्रिय',
  '★♥✓',
  '🦊👩‍🚀🇯🇵❤️‍🔥1️⃣',
])('%s is white in an outline or in colour at every size, and nothing is cut off', (text) => {
  for (const fontPx of [10, 14, 32, 64]) {
    const label = fit(text, fontPx)!;
    const { widthPx, heightPx, data } = drawLabel(fonts, label);
    const all = Array.from({ length: widthPx * heightPx }, (_, at): Pixel => {
      const [red, green, blue, alpha] = data.subarray(at * 4, at * 4 + 4);
      return [red!, green!, blue!, alpha!];
    });
    const isEmoji = text.startsWith('🦊');
    const [inside, others] = isEmoji ? [isColoured, []] : [isWhite, all.filter(isColoured)];
    expect(all.filter(inside).length).toBeGreaterThan(20);
    expect(all.filter(isDark).length).toBeGreaterThan(5);
    expect(others).toEqual([]);
    const rim = all.filter((_, at) => {
      const [x, y] = [at % widthPx, Math.floor(at / widthPx)];
      return x === 0 || y === 0 || x === widthPx - 1 || y === heightPx - 1;
    });
    expect(rim.filter(([, , , alpha]) => alpha > 0)).toEqual([]);
  }
});

/** A picture with a pixel for each letter: `#` is opaque, `+` soft. */
function pictureOf(rows: readonly string[]): RgbaImage {
  const image = createImage(rows[0]?.length ?? 0, rows.length);
  const alphas = new Map([
    ['#', 255],
    ['+', 120],
  ]);
  const words = asWords(image);
  for (const [at, letter] of Array.from(rows.join('')).entries())
    words[at] = ((alphas.get(letter) ?? 0) << 24) >>> 0;
  return image;
}

function rowsOf(image: RgbaImage): string[] {
  const letters = Array.from(asWords(image), (word) => (word >>> 24 === 255 ? '#' : ' ')).join('');
  return Array.from({ length: image.heightPx }, (_, row) =>
    letters.slice(row * image.widthPx, (row + 1) * image.widthPx),
  );
}

it('fills gaps inside that are narrow, whole and with their soft edges', () => {
  const outline = pictureOf([
    '              ',
    ' ##### ###### ',
    ' ##+## #    # ',
    ' ## ## #    # ',
    ' ## ## #    # ',
    ' ##### ###### ',
    ' ## ##        ',
    '              ',
  ]);
  closeCounters(outline, 2);
  expect(rowsOf(outline)).toEqual([
    '              ',
    ' ##### ###### ',
    ' ##### #    # ',
    ' ##### #    # ',
    ' ##### #    # ',
    ' ##### ###### ',
    ' ## ##        ',
    '              ',
  ]);
});

it('leaves what reaches an end of the picture', () => {
  for (const rows of [
    ['###', '# #', '# #'],
    ['# #', '# #', '###'],
    ['###', '#  ', '###'],
    ['###', '  #', '###'],
  ]) {
    const outline = pictureOf(rows);
    closeCounters(outline, 9);
    expect(rowsOf(outline)).toEqual(rows);
  }
});

/** Alpha in the middle of a letter. */
function middleOf(letter: string, fontPx: number): number {
  const label = fitLabel(fonts, itemize(fonts, letter), fontPx)!;
  const { widthPx, data } = drawLabel(fonts, label);
  const y = Math.round(label.originYPx - label.bounds.ascentPx / 2);
  return data[(y * widthPx + (widthPx >> 1)) * 4 + 3] ?? 0;
}

test.each([12, 16, 20, 24, 32, 48, 80])('in labels of %i px o and 0 are closed', (fontPx) => {
  expect(middleOf('o', fontPx)).toBeGreaterThan(200);
  expect(middleOf('0', fontPx)).toBeGreaterThan(200);
});

test('and O is open once there is room', () => {
  expect([12, 14].map((fontPx) => middleOf('O', fontPx))).toEqual([255, 255]);
  expect([24, 48].map((fontPx) => middleOf('O', fontPx))).toEqual([0, 0]);
});
