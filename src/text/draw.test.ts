import { Worker } from 'node:worker_threads';
import { createHash } from 'node:crypto';
import { describe, expect, it, test } from 'vitest';
import type { RgbaImage } from '../render/image/canvas.ts';
import { drawLabel } from './draw.ts';
import { fitLabels } from './fit.ts';
import type { FittedLabel } from './fit.ts';
import { createFontRegistry } from './font-registry.ts';

const fonts = createFontRegistry();

function fitted(text: string, figureHeightPx = 512, figureWidthPx = 2000): FittedLabel {
  const row = { figureWidthsPx: [figureWidthPx], figureHeightPx, gapPx: 0 };
  const [label] = fitLabels(fonts, [text], row).labels;
  if (!label) throw new Error(`no label for ${text}`);
  return label;
}

const draw = (text: string, figureHeightPx?: number, figureWidthPx?: number): RgbaImage =>
  drawLabel(fonts, fitted(text, figureHeightPx, figureWidthPx));

type Pixel = { red: number; green: number; blue: number; alpha: number; x: number; y: number };

function pixels(image: RgbaImage): Pixel[] {
  return Array.from({ length: image.widthPx * image.heightPx }, (_, index) => {
    const [red = 0, green = 0, blue = 0, alpha = 0] = image.data.subarray(index * 4, index * 4 + 4);
    const x = index % image.widthPx;
    return { red, green, blue, alpha, x, y: Math.floor(index / image.widthPx) };
  });
}

const isWhite = ({ red, green, blue, alpha }: Pixel): boolean =>
  alpha === 255 && Math.min(red, green, blue) > 245;
const isDark = ({ red, green, blue, alpha }: Pixel): boolean =>
  alpha === 255 && Math.max(red, green, blue) < 40;
const isColoured = ({ red, green, blue, alpha }: Pixel): boolean =>
  alpha > 200 && Math.max(red, green, blue) - Math.min(red, green, blue) > 60;

/** The left and right ends of the white parts between two empty columns, left to right. */
function whiteSpans(image: RgbaImage): { from: number; to: number }[] {
  const columns = new Set(
    pixels(image)
      .filter(isWhite)
      .map(({ x }) => x),
  );
  const spans: { from: number; to: number }[] = [];
  for (const x of [...columns].toSorted((a, b) => a - b)) {
    const last = spans.at(-1);
    if (last?.to === x - 1) last.to = x;
    else spans.push({ from: x, to: x });
  }
  return spans;
}

const samples = {
  latin: 'xX_Notch_Xx',
  greek: 'Ωμέγα',
  cyrillic: 'Привет',
  vietnamese: 'Nguyễn Ặ Ế',
  chinese: '你好世界',
  japanese: 'こんにちは',
  korean: '안녕하세요',
  arabic: 'مرحبا',
  hebrew: 'שָׁלוֹם',
  thai: 'สวัสดี ปู่ ทู่',
  devanagari: 'नमस्ते क्षत्रिय',
  symbols: '★♥✓',
};

describe.each(Object.entries(samples))('%s', (_, text) => {
  test.each([96, 512, 1024])('under a figure of %i px is white in an outline', (heightPx) => {
    const image = draw(text, heightPx);
    const all = pixels(image);
    expect(all.filter(isWhite).length).toBeGreaterThan(20);
    expect(all.filter(isDark).length).toBeGreaterThan(20);
    expect(all.filter(isColoured)).toEqual([]);
    // Nothing reaches the rim, so nothing is cut off and two labels never touch.
    const rim = all.filter(
      ({ x, y }) => x === 0 || y === 0 || x === image.widthPx - 1 || y === image.heightPx - 1,
    );
    expect(rim.filter(({ alpha }) => alpha > 0)).toEqual([]);
  });

  it('is white only inside its dark outline', () => {
    // Around a dot smaller than the outline is wide, the outline is not all solid.
    const solid = 190;
    const image = draw(text);
    const alphaAt = (x: number, y: number): number =>
      image.data[(y * image.widthPx + x) * 4 + 3] ?? 0;
    const bare = pixels(image)
      .filter(isWhite)
      .filter(({ x, y }) =>
        [-1, 0, 1].some((dy) => [-1, 0, 1].some((dx) => alphaAt(x + dx, y + dy) < solid)),
      );
    expect(bare).toEqual([]);
  });
});

describe('emoji', () => {
  test.each(['🦊', '👩‍🚀', '🇯🇵', '❤️‍🔥', '🏳️‍🌈', '1️⃣', '👍🏽'])('%s is drawn in colour', (text) => {
    const all = pixels(draw(text));
    expect(all.filter(isColoured).length).toBeGreaterThan(100);
    expect(all.filter(({ x, y, alpha }) => alpha > 0 && (x === 0 || y === 0))).toEqual([]);
  });

  it('is as wide as one when joined from several', () => {
    expect(draw('🏳️‍🌈').widthPx).toBeLessThan(draw('🌈🌈').widthPx * 0.7);
    expect(draw('👨‍👩‍👧‍👦').widthPx).toBeLessThan(draw('👦👦').widthPx * 0.7);
  });
});

/** Height of the white above the baseline, within the width of a dot from one end of a cut label. */
function heightAt(text: string, end: 'left' | 'right'): number {
  const label = fitted(text, 512, 180);
  expect(label.text).toMatch(/…$/);
  const edge = label.fontPx * 0.4;
  return Math.max(
    ...pixels(drawLabel(fonts, label))
      .filter(isWhite)
      .filter(({ x }) => (end === 'left' ? x < edge : x > label.widthPx - edge))
      .map(({ y }) => label.originYPx - y),
  );
}

describe('right to left', () => {
  it('starts on the right', () => {
    // A wide letter, then the narrowest: seen from the left it is the other way round.
    const [first, last] = [whiteSpans(draw('ש ו'))[0], whiteSpans(draw('ש ו')).at(-1)];
    if (!first || !last) throw new Error('nothing is drawn');
    expect(last.to - last.from).toBeGreaterThan(2 * (first.to - first.from));
    const latin = whiteSpans(draw('W I'));
    expect((latin[0]?.to ?? 0) - (latin[0]?.from ?? 0)).toBeGreaterThan(
      1.5 * ((latin.at(-1)?.to ?? 0) - (latin.at(-1)?.from ?? 0)),
    );
  });

  it('is cut at its left end', () => {
    const hebrew = 'משהממשהממשהממשהממשהםםםםםםםםםםםםםםםםםםםםםםםםםםםםםםםםםם';
    expect(heightAt(hebrew, 'left')).toBeLessThan(heightAt(hebrew, 'right') / 2);
    const latin = 'HHHHHHHHHHHHHHHHHHHHHHHHHHHHHHHHHHHHHHHHHHHHHHHHHH';
    expect(heightAt(latin, 'right')).toBeLessThan(heightAt(latin, 'left') / 2);
  });
});

const digest = (image: RgbaImage): string => createHash('sha256').update(image.data).digest('hex');

describe('the same pixels', () => {
  it('on every run, whatever was drawn before', () => {
    for (const text of Object.values(samples)) {
      const before = digest(draw(text));
      draw('🦊 something else, larger', 1024);
      expect(digest(draw(text))).toBe(before);
    }
  });

  it('from several threads at once, each opening the fonts', async () => {
    const texts = [...Object.values(samples), '🦊 👩‍🚀'];
    const code = `
      const { parentPort, workerData } = require('node:worker_threads');
      const { createHash } = require('node:crypto');
      const load = (name) => import(new URL(name, workerData.base).href);
      Promise.all(['./font-registry.ts', './fit.ts', './draw.ts'].map(load)).then(
        ([{ createFontRegistry }, { fitLabels }, { drawLabel }]) => {
          const fonts = createFontRegistry();
          const row = { figureWidthsPx: [2000], figureHeightPx: 512, gapPx: 0 };
          parentPort.postMessage(workerData.texts.map((text) => {
            const [label] = fitLabels(fonts, [text], row).labels;
            return createHash('sha256').update(drawLabel(fonts, label).data).digest('hex');
          }));
        });`;
    const inThread = (): Promise<unknown> =>
      new Promise((resolve, reject) => {
        const worker = new Worker(code, {
          eval: true,
          workerData: { texts, base: import.meta.url },
        });
        worker.once('message', resolve);
        worker.once('error', reject);
      });
    const expected = texts.map((text) => digest(draw(text)));
    expect(await Promise.all([inThread(), inThread(), inThread()])).toEqual([
      expected,
      expected,
      expected,
    ]);
  });
});
