import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  drawn,
  moving,
  nameBoxes,
  named,
  placedFigures,
  request,
  size,
  titleBox,
  titleOf,
} from '../../../../test/support/layouts.ts';
import { layOut, layOutAround } from './layout.ts';
import { type Layout, type LayoutRequest, columnMiddle, overlaps, type Box } from './request.ts';
import { safeShare, sizes, type SizePx } from './sizes.ts';

/** Room for the rounding to whole pixels, and of what was computed. */
const hair = 1.5 + 1e-9;

type Rule = (asked: LayoutRequest, layout: Layout, sizePx: SizePx) => void;

/** A box that is smaller by the room for rounding, or larger by a rim. */
const grown = ({ left, top, right, bottom }: Box, byPx: number): Box => ({
  left: left - byPx,
  top: top - byPx,
  right: right + byPx,
  bottom: bottom + byPx,
});

/** Pictures too small for anybody: a figure has a pixel at least, a name its smallest letters. */
const isForAnybody = ({ standingPx }: Layout): boolean => standingPx > 4;

const rules = {
  'keeps figures, names and title in the safe area': (asked, layout, [widthPx, heightPx]) => {
    if (!isForAnybody(layout)) return;
    const [x, y] = [widthPx * safeShare - hair, heightPx * safeShare - hair];
    const figures = placedFigures(asked, layout).map(({ column }) => column);
    const title = titleBox(asked, layout);
    for (const box of [...figures, ...nameBoxes(asked, layout), ...(title ? [title] : [])]) {
      expect(box.left).toBeGreaterThanOrEqual(x);
      expect(box.right).toBeLessThanOrEqual(widthPx - x);
      expect(box.top).toBeGreaterThanOrEqual(y);
      expect(box.bottom).toBeLessThanOrEqual(heightPx - y);
    }
  },
  'cuts nothing off, whatever reaches out': (asked, layout, [widthPx, heightPx]) => {
    if (!isForAnybody(layout)) return;
    for (const { whole } of placedFigures(asked, layout)) {
      expect(whole.left).toBeGreaterThanOrEqual(asked.rimPx);
      expect(whole.right).toBeLessThanOrEqual(widthPx - asked.rimPx);
      expect(whole.top).toBeGreaterThanOrEqual(asked.rimPx);
      expect(whole.bottom).toBeLessThanOrEqual(heightPx - asked.rimPx);
    }
  },
  'hides nobody’s face, neither behind another figure nor behind the title': (asked, layout) => {
    if (!isForAnybody(layout)) return;
    const placed = placedFigures(asked, layout);
    const title = titleBox(asked, layout);
    placed.forEach(({ face }, order) => {
      const inner = grown(face, -hair);
      for (const box of placed.slice(order + 1).flatMap(({ covers }) => covers))
        expect(overlaps(inner, box)).toBe(false);
      if (title !== null) expect(overlaps(inner, title)).toBe(false);
    });
  },
  'keeps the title free of figures and of their outlines': (asked, layout) => {
    const title = titleBox(asked, layout);
    if (title === null || !isForAnybody(layout)) return;
    for (const { column } of placedFigures(asked, layout)) {
      expect(overlaps(grown(column, asked.rimPx - hair), title)).toBe(false);
      expect(overlaps(column, title)).toBe(false);
    }
  },
  'puts no name over a head, nor over another name': (asked, layout) => {
    if (!isForAnybody(layout)) return;
    const names = nameBoxes(asked, layout).map((box) => grown(box, -hair));
    for (const { face } of placedFigures(asked, layout)) {
      expect(names.some((name) => overlaps(name, face))).toBe(false);
    }
    names.forEach((name, at) => {
      expect(names.slice(at + 1).some((other) => overlaps(name, other))).toBe(false);
    });
  },
  'keeps the names of a row apart': (asked, layout) => {
    const { widthsPx } = asked.labelsAt(layout.labelFontPx);
    const written = layout.labels.filter(({ index }) => widthsPx[index]! > 0);
    for (const one of written) {
      for (const other of written) {
        if (one.index >= other.index || one.topPx !== other.topPx) continue;
        const half = (label: typeof one): number =>
          Math.min(widthsPx[label.index]!, label.spacePx) / 2;
        const apart = Math.abs(one.middlePx - other.middlePx);
        // What is cut may touch its neighbour.
        const isWhole = [one, other].every(({ index, spacePx }) => widthsPx[index]! <= spacePx);
        const airPx = isWhole ? 4 : 0;
        expect(apart + hair).toBeGreaterThanOrEqual(half(one) + half(other) + airPx);
      }
    }
  },
  'has readable names or none: of a fiftieth of the height, and 8 px where it is 520 px wide': (
    _asked,
    { labels, labelFontPx },
    [widthPx, heightPx],
  ) => {
    if (labels.length === 0) return;
    expect(labelFontPx).toBeGreaterThanOrEqual(heightPx / 50);
    expect((labelFontPx * 520) / widthPx).toBeGreaterThanOrEqual(8);
  },
  'puts all feet on the ground or on a block': (
    { hasGround, figures: all },
    { figures, terrain, artPx },
  ) => {
    if (!hasGround) return;
    for (const { index, middlePx, pxPerUnit, groundPx } of figures) {
      const row = Math.round(groundPx / artPx);
      const isOnGround = row > terrain.horizonRow && row < terrain.frontRow;
      const { shape } = all[index]!;
      const column = (middlePx + (columnMiddle(shape) - shape.width / 2) * pxPerUnit) / artPx;
      const isOnBlock = terrain.blocks.some(
        ({ left, columns, topRow, depthRows }) =>
          column >= left && column <= left + columns && row < topRow && row >= topRow - depthRows,
      );
      expect(isOnGround || isOnBlock).toBe(true);
    }
  },
  'leaves no slit between the steps of stairs, whatever stands on them': (
    { formation },
    { terrain },
  ) => {
    if (formation.arrangement !== 'stairs' || formation.rows > 1) return;
    const steps = terrain.blocks.toSorted((one, other) => one.left - other.left);
    const ends = steps.map(({ left, columns }) => left + columns);
    expect(steps.slice(1).map(({ left }) => left + 0)).toEqual(
      ends.slice(0, -1).map((end) => end + 0),
    );
  },
} as const satisfies Record<string, Rule>;

describe('a layout in a picture of given size', () => {
  // To lay out takes longer than to look at it: one serves all rules.
  const cases = fc
    .sample(fc.tuple(request, size), { numRuns: 800, seed: 20_270 })
    .map(([asked, sizePx]) => ({
      asked,
      sizePx,
      layout: layOut(asked, sizePx),
    }));

  it.each(Object.entries<Rule>(rules))('%s', (_what, rule) => {
    for (const { asked, layout, sizePx } of cases) rule(asked, layout, sizePx);
  });

  it.each(drawn.flatMap((name) => [5, 10].map((count) => [name, count] as const)))(
    'has figures on %s nearly as large when they move: %i',
    (arrangement, count) => {
      for (const sizePx of [sizes.og, sizes.banner, sizes.square]) {
        const still = { ...named(count, 4), formation: { arrangement, rows: 2 } };
        const figures = still.figures.map(({ scale }) => ({ scale, shape: moving }));
        const ratio =
          layOut({ ...still, figures }, sizePx).standingPx / layOut(still, sizePx).standingPx;
        expect(ratio).toBeGreaterThanOrEqual(0.75);
      }
    },
  );

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
    expect(layOut(named(10, 20), [160, 120]).labels).toHaveLength(0);
    expect(layOut(named(10, 1), [160, 120]).labels).toHaveLength(10);
    expect(layOut(named(3, 60), [160, 120]).labels).toHaveLength(0);
  });

  it.each([
    [[520, 260], { title: 1, subtitle: 1 }],
    [[1200, 630], { title: 3, subtitle: 2 }],
  ] as const)('keeps titles of %j readable, and larger than what is below', (sizePx, leastPx) => {
    expect(layOut({ ...named(1, 4), title: titleOf(60) }, sizePx).title).toMatchObject({ leastPx });
  });

  it('grows the title into the space beside the figures', () => {
    const alone = { ...named(1, 4), title: titleOf(60) };
    const { pixelPx } = layOut(alone, sizes.banner).title!;
    expect(pixelPx).toBeGreaterThanOrEqual(8);
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
      { seed: 20_283 },
    );
  });
});
