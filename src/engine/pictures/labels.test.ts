import * as fc from 'fast-check';
import { describe, expect, it, test } from 'vitest';
import { createFontRegistry } from '../text/font-registry.ts';
import { itemize } from '../text/itemize.ts';
import { fitLabel } from '../text/label.ts';
import { splitGraphemes } from '../text/text.ts';
import { fitLabels, type LabelRow, type RowLabel } from './labels.ts';

const fonts = createFontRegistry();

const fit = (labels: string[], figureWidthPx = 150, figureHeightPx = 300, gapPx = 12): LabelRow =>
  fitLabels(fonts, labels, {
    figureWidthsPx: labels.map(() => figureWidthPx),
    figureHeightPx,
    gapPx,
  });

function only(row: LabelRow): RowLabel {
  const [label] = row.labels;
  if (!label) throw new Error('there is no label');
  return label;
}

/** From the top of the band, of those that are drawn. */
function baselinesOf({ labels }: LabelRow): number[] {
  return labels.flatMap((label) => (label ? label.topPx + label.originYPx : []));
}

describe('a row without labels', () => {
  test.each([[['', '']], [[' ', '\n']], [['\u200b', '\u202e']], [[]]])('%j', (labels) => {
    const row = fit(labels);
    expect(row.bandHeightPx).toBe(0);
    expect(row.labels).toEqual(labels.map(() => null));
    expect(row.columnsPx).toEqual(labels.map(() => 150));
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

  it('draws nothing if not even the ellipsis fits', () => {
    expect(fit(['Alexander'], 6, 16)).toMatchObject({ labels: [null], columnsPx: [6] });
  });
});

test('a column is as wide as its label, from the width of the figure up to 1.6 times that', () => {
  const columnAt = (figureWidthPx: number) => {
    const { columnsPx, labels } = fit(['Alexander'], figureWidthPx, 512, 20);
    return [columnsPx[0]!, labels[0]!.fontPx];
  };
  const [, fontPx] = columnAt(999);
  const { widthPx } = fitLabel(fonts, itemize(fonts, 'Alexander'), fontPx!)!;
  expect(columnAt(widthPx)).toEqual([widthPx, fontPx]);
  expect(columnAt(widthPx + 1)).toEqual([widthPx + 1, fontPx]);
  const min = Math.ceil(widthPx / 1.6);
  expect(columnAt(min)).toEqual([widthPx, fontPx]);
  const [narrow, smaller] = columnAt(min - 1);
  expect(narrow).toBe(Math.floor((min - 1) * 1.6));
  expect(smaller).toBeLessThan(fontPx!);
});

it('clips marks that are piled up, so that none reaches into the figures', () => {
  const baselineOf = (label: string) => baselinesOf(fit([label], 150, 512))[0];
  expect([baselineOf('U'), baselineOf('Ṩ\u0308\u0308'), baselineOf('Ǖ\u0308\u0308\u0308')]).toEqual(
    [37, 55, 60],
  );
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
        expect(new Set(baselinesOf(row)).size).toBeLessThanOrEqual(1);
        let columnLeftPx = 0;
        let previousRightPx = -Infinity;
        for (const [index, columnPx] of row.columnsPx.entries()) {
          const figureWidthPx = figureWidthsPx[index] ?? 0;
          expect(columnPx).toBeGreaterThanOrEqual(figureWidthPx);
          expect(columnPx).toBeLessThanOrEqual(Math.max(figureWidthPx, 1.6 * figureWidthPx));
          const label = row.labels[index];
          if (label) {
            const { leftPx, topPx, widthPx, heightPx } = label;
            expect([columnPx, leftPx, topPx, widthPx, heightPx].every(Number.isInteger)).toBe(true);
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
});
