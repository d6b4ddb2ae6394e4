import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  nameBoxes,
  named,
  placedFigures,
  request,
  size,
  titleBox,
  titleOf,
} from '../../../test/support/layouts.ts';
import { layOut, layOutAround } from './layout.ts';
import { overlaps, type Box } from './shape.ts';
import { safeShare, sizes } from './sizes.ts';

/** Room for the rounding to whole pixels, and of what was computed. */
const hair = 1.5 + 1e-9;

describe('a layout in a picture of given size', () => {
  it('keeps figures, names and title in the safe area', () => {
    fc.assert(
      fc.property(request, size, (asked, [widthPx, heightPx]) => {
        const layout = layOut(asked, [widthPx, heightPx]);
        const [x, y] = [widthPx * safeShare - hair, heightPx * safeShare - hair];
        const labels = layout.labels.map(({ index, middlePx, topPx, spacePx }): Box => {
          const { widthsPx, heightPx: high } = asked.labelsAt(layout.labelFontPx);
          const half = Math.min(widthsPx[index]!, spacePx) / 2;
          return {
            left: middlePx - half,
            right: middlePx + half,
            top: topPx,
            bottom: topPx + high,
          };
        });
        const written = labels.filter(({ left, right }) => right > left);
        const title = titleBox(asked, layout);
        const figures = placedFigures(asked, layout).map(({ whole }) => whole);
        // Pictures too small for anybody: a figure has a pixel at least, a name its smallest letters.
        fc.pre(layout.standingPx > 4);
        for (const box of [...figures, ...written, ...(title === null ? [] : [title])]) {
          expect(box.left).toBeGreaterThanOrEqual(x);
          expect(box.right).toBeLessThanOrEqual(widthPx - x);
          expect(box.top).toBeGreaterThanOrEqual(y);
          expect(box.bottom).toBeLessThanOrEqual(heightPx - y);
        }
      }),
      { numRuns: 400 },
    );
  });

  it('hides nobody’s face, neither behind another figure nor behind the title', () => {
    fc.assert(
      fc.property(request, size, (asked, sizePx) => {
        const layout = layOut(asked, sizePx);
        fc.pre(layout.standingPx > 4);
        const placed = placedFigures(asked, layout);
        const title = titleBox(asked, layout);
        placed.forEach(({ face }, order) => {
          const inner = {
            left: face.left + hair,
            right: face.right - hair,
            top: face.top + hair,
            bottom: face.bottom - hair,
          };
          for (const box of placed.slice(order + 1).flatMap(({ covers }) => covers))
            expect(overlaps(inner, box)).toBe(false);
          if (title !== null) expect(overlaps(inner, title)).toBe(false);
        });
      }),
      { numRuns: 400 },
    );
  });

  it('leaves no slit between the steps of stairs, whatever stands on them', () => {
    fc.assert(
      fc.property(request, size, (asked, sizePx) => {
        const formation = { ...asked.formation, arrangement: 'stairs' } as const;
        const { terrain } = layOut({ ...asked, formation }, sizePx);
        const steps = terrain.blocks.toSorted((one, other) => one.left - other.left);
        const ends = steps.map(({ left, columns }) => left + columns);
        expect(steps.slice(1).map(({ left }) => left + 0)).toEqual(
          ends.slice(0, -1).map((end) => end + 0),
        );
      }),
      { numRuns: 300 },
    );
  });

  it('keeps the title free of figures and of their outlines', () => {
    fc.assert(
      fc.property(request, size, (asked, sizePx) => {
        const layout = layOut(asked, sizePx);
        const title = titleBox(asked, layout);
        fc.pre(title !== null && layout.standingPx > 4);
        const rimPx = asked.rimPx - hair;
        for (const { whole } of placedFigures(asked, layout)) {
          const outlined = {
            left: whole.left - rimPx,
            right: whole.right + rimPx,
            top: whole.top - rimPx,
            bottom: whole.bottom + rimPx,
          };
          expect(overlaps(outlined, title)).toBe(false);
        }
      }),
      { numRuns: 400 },
    );
  });

  it('keeps the names of a row apart', () => {
    fc.assert(
      fc.property(request, size, (asked, sizePx) => {
        const layout = layOut(asked, sizePx);
        const { widthsPx } = asked.labelsAt(layout.labelFontPx);
        const written = layout.labels.filter(({ index }) => widthsPx[index]! > 0);
        for (const one of written) {
          for (const other of written) {
            if (one.index >= other.index || one.topPx !== other.topPx) continue;
            const half = (label: typeof one): number =>
              Math.min(widthsPx[label.index]!, label.spacePx) / 2;
            const apart = Math.abs(one.middlePx - other.middlePx);
            expect(apart + hair).toBeGreaterThanOrEqual(half(one) + half(other));
          }
        }
      }),
      { numRuns: 300 },
    );
  });

  it('puts all feet on the ground or on a block', () => {
    fc.assert(
      fc.property(request, size, (asked, sizePx) => {
        const { figures, terrain, artPx } = layOut({ ...asked, hasGround: true }, sizePx);
        for (const { middlePx, groundPx } of figures) {
          const row = Math.round(groundPx / artPx);
          const isOnGround = row > terrain.horizonRow && row < terrain.frontRow;
          const column = middlePx / artPx;
          const isOnBlock = terrain.blocks.some(
            ({ left, columns, topRow, depthRows }) =>
              column >= left &&
              column <= left + columns &&
              row < topRow &&
              row >= topRow - depthRows,
          );
          expect(isOnGround || isOnBlock).toBe(true);
        }
      }),
    );
  });

  it('shrinks all names rather than to cut most of them', () => {
    const asked = { ...named(8, 5), formation: { arrangement: 'podium', rows: 1 } as const };
    const { labels, labelFontPx } = layOut(asked, sizes.square);
    expect(labelFontPx).toBeGreaterThanOrEqual(sizes.square[1] / 50);
    for (const { spacePx } of labels) expect(spacePx).toBeGreaterThanOrEqual(5 * labelFontPx);
  });

  it('moves a long name at the end of a row inwards rather than to cut it', () => {
    const asked = { ...named(4, 4), formation: { arrangement: 'row', rows: 1 } as const };
    const widthsOf = (fontPx: number): number[] =>
      asked.figures.map((_, index) => (index === 3 ? 10 : 2) * fontPx);
    const labelsAt: typeof asked.labelsAt = (fontPx) => ({
      ...asked.labelsAt(fontPx),
      widthsPx: widthsOf(fontPx),
    });
    const { labels, labelFontPx, figures } = layOut({ ...asked, labelsAt }, sizes.og);
    expect(new Set(labels.map(({ topPx }) => topPx)).size).toBe(1);
    const last = labels.at(-1)!;
    expect(last.spacePx).toBeGreaterThanOrEqual(widthsOf(labelFontPx).at(-1)!);
    expect(last.middlePx).toBeLessThan(figures.find(({ index }) => index === 3)!.middlePx);
  });

  it.each(['og', 'banner'] as const)('puts long names of a row on two lines in %s', (name) => {
    const asked = { ...named(10, 7), formation: { arrangement: 'row', rows: 1 } as const };
    const { labels, labelFontPx, standingPx } = layOut(asked, sizes[name]);
    const tops = labels.map(({ topPx }) => topPx);
    expect(new Set(tops).size).toBe(2);
    tops.slice(1).forEach((topPx, index) => expect(topPx).not.toBe(tops[index]));
    for (const { spacePx } of labels) expect(spacePx).toBeGreaterThanOrEqual(7 * labelFontPx);
    const bare = layOut({ ...named(10, 0), formation: asked.formation }, sizes[name]);
    expect(standingPx).toBeGreaterThan(bare.standingPx * 0.7);
  });

  it('omits names of which most would be cut to less than they say', () => {
    expect(layOut(named(10, 8), [160, 120]).labels).toHaveLength(0);
    expect(layOut(named(10, 1), [160, 120]).labels).toHaveLength(10);
    expect(layOut(named(3, 60), [160, 120]).labels).toHaveLength(0);
  });

  it('puts no name over a head, nor over another name', () => {
    fc.assert(
      fc.property(request, size, (asked, sizePx) => {
        const layout = layOut(asked, sizePx);
        fc.pre(layout.standingPx > 4);
        const names = nameBoxes(asked, layout).map(({ left, top, right, bottom }): Box => ({
          left: left + hair,
          top: top + hair,
          right: right - hair,
          bottom: bottom - hair,
        }));
        for (const { face } of placedFigures(asked, layout)) {
          expect(names.some((name) => overlaps(name, face))).toBe(false);
        }
        names.forEach((name, at) => {
          expect(names.slice(at + 1).some((other) => overlaps(name, other))).toBe(false);
        });
      }),
      { numRuns: 400 },
    );
  });

  it('has readable names or none: of a fiftieth of the height, and 8 px where it is 520 px wide', () => {
    fc.assert(
      fc.property(request, size, (asked, [widthPx, heightPx]) => {
        const { labels, labelFontPx } = layOut(asked, [widthPx, heightPx]);
        fc.pre(labels.length > 0);
        expect(labelFontPx).toBeGreaterThanOrEqual(heightPx / 50);
        expect((labelFontPx * 520) / widthPx).toBeGreaterThanOrEqual(8);
      }),
    );
  });

  it('grows the title into the space beside the figures', () => {
    const title = request.filter(({ title: one }) => one !== null);
    fc.assert(
      fc.property(title, size, (asked, sizePx) => {
        const layout = layOut(asked, sizePx);
        const box = titleBox(asked, layout)!;
        for (const { whole } of placedFigures(asked, layout))
          expect(overlaps(box, whole)).toBe(false);
      }),
    );
    const alone = { ...named(1, 4), title: titleOf(60) };
    const grown = layOut(alone, sizes.banner).title!;
    expect(grown.pixelPx).toBeGreaterThanOrEqual(8);
  });

  it('draws figures from back to front', () => {
    const grounds = layOut(named(7, 0), sizes.og).figures.map(({ groundPx }) => groundPx);
    expect(grounds).toEqual(grounds.toSorted((one, other) => one - other));
    expect(new Set(grounds).size).toBe(2);
  });
});

describe('a layout that sizes its picture', () => {
  it('has room for everything', () => {
    fc.assert(
      fc.property(request, fc.integer({ min: 16, max: 600 }), (asked, standingPx) => {
        fc.pre(asked.figures.length > 0);
        const layout = layOutAround({ ...asked, hasGround: false }, standingPx, null);
        const [widthPx, heightPx] = layout.sizePx;
        for (const { whole } of placedFigures(asked, layout)) {
          expect(whole.left).toBeGreaterThanOrEqual(-hair);
          expect(whole.right).toBeLessThanOrEqual(widthPx + hair);
          expect(whole.top).toBeGreaterThanOrEqual(-hair);
          expect(whole.bottom).toBeLessThanOrEqual(heightPx + hair);
        }
        expect(layout.standingPx).toBe(standingPx);
      }),
    );
  });
});
