import * as fc from 'fast-check';
import { describe, expect, it, test } from 'vitest';
import { fitLabels } from './fit.ts';
import type { FittedLabel, LabelRow } from './fit.ts';
import { createFontRegistry } from './font-registry.ts';
import { splitGraphemes } from './text.ts';

const fonts = createFontRegistry();

const fit = (labels: string[], figureWidthPx = 150, figureHeightPx = 300, gapPx = 12): LabelRow =>
  fitLabels(fonts, labels, {
    figureWidthsPx: labels.map(() => figureWidthPx),
    figureHeightPx,
    gapPx,
  });

function only(row: LabelRow): FittedLabel {
  const [label] = row.labels;
  if (!label) throw new Error('there is no label');
  return label;
}

describe('a row without labels', () => {
  test.each([[['', '']], [[' ', '\n']], [['\u200b', '\u202e']], [[]]])('%j', (labels) => {
    const row = fit(labels);
    expect(row.bandHeightPx).toBe(0);
    expect(row.labels).toEqual(labels.map(() => null));
    expect(row.columnsPx).toEqual(labels.map(() => 150));
  });

  it('has labels if only some are empty', () => {
    const row = fit(['', 'Alex']);
    expect(row.labels[0]).toBeNull();
    expect(row.labels[1]?.text).toBe('Alex');
    expect(row.bandHeightPx).toBeGreaterThan(0);
  });

  it('has no label for figures beyond the list', () => {
    const row = fitLabels(fonts, ['a'], {
      figureWidthsPx: [50, 60],
      figureHeightPx: 100,
      gapPx: 4,
    });
    expect(row.columnsPx).toEqual([50, 60]);
    expect(row.labels[1]).toBeNull();
  });
});

describe('size', () => {
  test.each([
    [16, 14],
    [96, 14],
    [256, 16],
    [512, 32],
    [600, 38],
    [1024, 64],
    [4000, 64],
  ])('a figure %i px high has a label of %i px', (figureHeightPx, fontPx) => {
    expect(only(fit(['Al'], 2000, figureHeightPx)).fontPx).toBe(fontPx);
  });

  it('keeps the size of a label that fits', () => {
    const row = fit(['Alex']);
    expect(row.columnsPx).toEqual([150]);
    expect(only(row).text).toBe('Alex');
  });

  it('first widens the column, as far as needed', () => {
    const row = fit(['xX_DarkKnight_Xx']);
    expect(only(row)).toMatchObject({ text: 'xX_DarkKnight_Xx', fontPx: 19 });
    expect(row.columnsPx[0]).toBeGreaterThan(150);
    expect(row.columnsPx[0]).toBeLessThan(240);
  });

  it('then makes the text smaller, in a column of 1.6 figures', () => {
    const row = fit(['Привет, это длинное имя']);
    expect(row.columnsPx).toEqual([240]);
    expect(only(row).text).toBe('Привет, это длинное имя');
    expect(only(row).fontPx).toBeLessThan(19);
    expect(only(row).fontPx).toBeGreaterThanOrEqual(13);
  });

  it('then cuts the text', () => {
    const row = fit(['The quick brown fox jumps over the lazy dog']);
    expect(row.columnsPx).toEqual([240]);
    expect(only(row).fontPx).toBe(13);
    expect(only(row).text).toMatch(/^The quick brown.*[^ ]…$/);
  });

  it('draws nothing if not even the ellipsis fits', () => {
    expect(fit(['Alexander'], 6, 16)).toMatchObject({ labels: [null], columnsPx: [6] });
  });
});

describe('cutting', () => {
  test.each([
    ['emoji families', '👨‍👩‍👧‍👦'.repeat(30)],
    ['flags', '🇩🇪'.repeat(40)],
    ['joined emoji that are a symbol first', '❤️‍🔥'.repeat(40)],
    ['accents', 'e\u0323\u0302'.repeat(60)],
    ['Devanagari', 'क्षत्रिय'.repeat(20)],
    ['Thai', 'ปิ่น'.repeat(30)],
    ['Hebrew', 'שָׁלוֹם'.repeat(15)],
    ['hangul', '한글'.repeat(32)],
  ])('%s stay whole', (_, text) => {
    const { text: cut } = only(fit([text], 120));
    expect(cut.endsWith('…')).toBe(true);
    const kept = splitGraphemes(cut.replaceAll('\u{1f201}', '').slice(0, -1));
    const all = splitGraphemes(text.normalize('NFC'));
    expect(kept.length).toBeGreaterThan(2);
    expect(kept).toEqual(all.slice(0, kept.length));
  });

  it('keeps as many characters as fit', () => {
    const { text } = only(fit(['i'.repeat(400)]));
    const { text: wide } = only(fit(['W'.repeat(400)]));
    expect(text.length).toBeGreaterThan(2 * wide.length);
  });

  it('keeps the direction', () => {
    expect(only(fit(['שלום עולם '.repeat(12)])).direction).toBe('rtl');
    expect(only(fit(['Steve שלום '.repeat(12)])).direction).toBe('ltr');
  });
});

describe('the band', () => {
  it('has one baseline', () => {
    const row = fit(['Alex', 'Ế Ộ', 'ปู่', 'xX_DarkKnight_Xx', '🦊', '_', 'שלום']);
    for (const label of row.labels) {
      expect((label?.topPx ?? 0) + (label?.originYPx ?? 0)).toBe(row.baselinePx);
    }
  });

  it('keeps stacked marks of a name out of the figures', () => {
    const glitched = Array.from(
      'glitch',
      (letter) => letter + '\u0301\u0302\u0316'.repeat(20),
    ).join('');
    expect(fit([glitched]).bandHeightPx).toBeLessThan(2.5 * fit(['Alex']).bandHeightPx);
  });
});

describe('any row of labels', () => {
  const unit = fc.constantFrom(
    ...Array.from('aWilj_ .AÉЖяΩ你龍あ한مرשל'),
    '👩‍🚀',
    '🇩🇪',
    'ปิ่',
    'क्ष',
    'Ế',
    '★',
    '\u0301',
    '\u200d',
    '\u202e',
    '𝓐',
    'த',
  );
  const figures = fc.array(
    fc.record({
      label: fc.string({ unit, maxLength: 40 }),
      widthPx: fc.integer({ min: 1, max: 700 }),
    }),
    { minLength: 1, maxLength: 10 },
  );
  const rows = fc.record({
    figures,
    figureHeightPx: fc.integer({ min: 16, max: 1024 }),
    gapPx: fc.integer({ min: 0, max: 60 }),
  });

  it('keeps every label in its column, apart from the others', () => {
    fc.assert(
      fc.property(rows, ({ figures: list, figureHeightPx, gapPx }) => {
        const figureWidthsPx = list.map(({ widthPx }) => widthPx);
        const labels = list.map(({ label }) => label);
        const row = fitLabels(fonts, labels, { figureWidthsPx, figureHeightPx, gapPx });
        let columnLeftPx = 0;
        let previousRightPx = -Infinity;
        for (const [index, columnPx] of row.columnsPx.entries()) {
          const figureWidthPx = figureWidthsPx[index] ?? 0;
          expect(columnPx).toBeGreaterThanOrEqual(figureWidthPx);
          expect(columnPx).toBeLessThanOrEqual(Math.max(figureWidthPx, 1.6 * figureWidthPx));
          const label = row.labels[index];
          if (label) {
            for (const length of [
              columnPx,
              label.leftPx,
              label.topPx,
              label.widthPx,
              label.heightPx,
            ]) {
              expect(Number.isInteger(length)).toBe(true);
            }
            expect(label.fontPx).toBeGreaterThanOrEqual(10);
            expect(label.leftPx).toBeGreaterThanOrEqual(0);
            expect(label.leftPx + label.widthPx).toBeLessThanOrEqual(columnPx);
            expect(label.topPx).toBeGreaterThanOrEqual(0);
            expect(label.topPx + label.heightPx).toBeLessThanOrEqual(row.bandHeightPx);
            // The picture has a clear pixel on each side, so this is a distance of six to be seen.
            expect(columnLeftPx + label.leftPx - previousRightPx).toBeGreaterThanOrEqual(4);
            // Centred, but for half a pixel.
            expect(Math.abs(2 * label.leftPx + label.widthPx - columnPx)).toBeLessThanOrEqual(1);
            previousRightPx = columnLeftPx + label.leftPx + label.widthPx;
          }
          columnLeftPx += columnPx + gapPx;
        }
      }),
      { numRuns: 150, seed: 2 },
    );
  });

  it('has the same layout every time', () => {
    fc.assert(
      fc.property(fc.string({ unit, maxLength: 40 }), (label) => {
        expect(fit([label])).toEqual(fit([label]));
      }),
      { numRuns: 50, seed: 3 },
    );
  });
});
