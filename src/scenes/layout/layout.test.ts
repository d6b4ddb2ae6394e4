import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { arrangementNames, turnsOf, type ArrangementName } from './arrangements.ts';
import { layOut, layOutAround } from './layout.ts';
import type { Layout, LayoutRequest } from './request.ts';
import type { Box, FigureShape } from './shape.ts';
import { overlaps } from './shape.ts';
import { mostPixels, safeShare, sizes, type SizePx } from './sizes.ts';

const shape = (width: number, height: number, changes: Partial<FigureShape> = {}): FigureShape => ({
  width,
  height,
  ground: height,
  casters: [
    [width / 4, (width * 3) / 4].flatMap((across) =>
      [0, height].map((up) => ({ across, back: 0, height: up })),
    ),
  ],
  face: { left: width / 2 - 4, right: width / 2 + 4, top: 0, bottom: Math.min(9, height) },
  ...changes,
});

/** Standing, arms wide, sitting, lying, jumping, cut at the waist. */
const shapes = [
  shape(18, 34),
  shape(30, 38),
  shape(24, 24),
  shape(37, 22, { face: { left: 2, right: 14, top: 4, bottom: 16 } }),
  shape(20, 36, { ground: 41 }),
  shape(17, 20, { casters: [] }),
] as const;

const figure = fc.record({
  shape: fc.constantFrom(...shapes),
  scale: fc.double({ min: 0.5, max: 1.5, noNaN: true }),
  /** Of its label, in font sizes. */
  ems: fc.constantFrom(0, 2, 6, 20, 60),
});

const size = fc.oneof(
  fc.constantFrom<SizePx>(...Object.values(sizes)),
  fc
    .tuple(fc.integer({ min: 64, max: 2048 }), fc.integer({ min: 64, max: 2048 }))
    .filter(([width, height]) => width * height <= mostPixels),
);

const request = fc
  .record({
    arrangement: fc.constantFrom<ArrangementName>(...arrangementNames),
    figures: fc.array(figure, { maxLength: 10 }),
    /** Of the title, in its pixels. */
    titleColumns: fc.constantFrom(0, 30, 90, 600),
    hasGround: fc.boolean(),
    rimPx: fc.constantFrom(0, 0, 4, 16),
  })
  .map(({ titleColumns, figures, ...rest }): LayoutRequest => {
    const hasLabels = figures.some(({ ems }) => ems > 0);
    return {
      ...rest,
      figures,
      labelsAt: (fontPx) => ({
        widthsPx: figures.map(({ ems }) => ems * fontPx),
        heightsPx: figures.map(({ ems }) => (ems > 0 ? Math.ceil(fontPx * 1.3) : 0)),
        heightPx: hasLabels ? Math.ceil(fontPx * 1.3) : 0,
      }),
      title:
        titleColumns === 0
          ? null
          : (roomPx, pixelPx) => {
              const px = Math.max(1, Math.min(pixelPx, Math.floor(roomPx / titleColumns)));
              return [Math.min(roomPx, titleColumns * px), 14 * px];
            },
    };
  });

type Placed = { readonly whole: Box; readonly face: Box };

function placedFigures({ figures }: LayoutRequest, layout: Layout): Placed[] {
  return layout.figures.map(({ index, pxPerUnit, middlePx, groundPx }) => {
    const { shape: own } = figures[index]!;
    const left = middlePx - (own.width * pxPerUnit) / 2;
    const top = groundPx - own.ground * pxPerUnit;
    const box = ({ left: l, right: r, top: t, bottom: b }: Box): Box => ({
      left: left + l * pxPerUnit,
      right: left + r * pxPerUnit,
      top: top + t * pxPerUnit,
      bottom: top + b * pxPerUnit,
    });
    return {
      whole: box({ left: 0, top: 0, right: own.width, bottom: own.height }),
      face: box(own.face),
    };
  });
}

function titleBox(asked: LayoutRequest, { title }: Layout): Box | null {
  if (title === null || asked.title === null) return null;
  const [width, height] = asked.title(title.roomPx, title.pixelPx);
  const left = title.align === 'centre' ? title.xPx - width / 2 : title.xPx;
  return { left, top: title.topPx, right: left + width, bottom: title.topPx + height };
}

/** Standing figures, each with a name of `ems` font sizes. */
function named(count: number, ems: number): LayoutRequest {
  const figures = Array.from({ length: count }, () => ({ shape: shapes[0], scale: 1 }));
  return {
    arrangement: 'rows',
    figures,
    labelsAt: (fontPx) => ({
      widthsPx: figures.map(() => ems * fontPx),
      heightsPx: figures.map(() => fontPx),
      heightPx: fontPx,
    }),
    title: null,
    hasGround: true,
    rimPx: 0,
  };
}

/** Room for the rounding to whole pixels. */
const hair = 1.5;

describe('a layout in a picture of given size', () => {
  it('keeps figures, names and title in the safe area', () => {
    fc.assert(
      fc.property(request, size, (asked, [widthPx, heightPx]) => {
        const layout = layOut(asked, [widthPx, heightPx]);
        const [x, y] = [widthPx * safeShare - hair, heightPx * safeShare - hair];
        const labels = layout.labels.map(({ index, middlePx, topPx, roomPx }): Box => {
          const { widthsPx, heightPx: high } = asked.labelsAt(layout.labelFontPx);
          const half = Math.min(widthsPx[index]!, roomPx) / 2;
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
          for (const { whole } of placed.slice(order + 1))
            expect(overlaps(inner, whole)).toBe(false);
          if (title !== null) expect(overlaps(inner, title)).toBe(false);
        });
      }),
      { numRuns: 400 },
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
              Math.min(widthsPx[label.index]!, label.roomPx) / 2;
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
    const asked: LayoutRequest = { ...named(8, 7), arrangement: 'podium' };
    const { labels, labelFontPx } = layOut(asked, sizes.square);
    expect(labelFontPx).toBeGreaterThanOrEqual(10);
    for (const { roomPx } of labels) expect(roomPx).toBeGreaterThanOrEqual(7 * labelFontPx);
  });

  it('omits names that would be cut to little more than dots, but no longer ones', () => {
    expect(layOut(named(10, 8), [160, 120]).labels).toHaveLength(0);
    expect(layOut(named(10, 1), [160, 120]).labels).toHaveLength(10);
    // A few that are cut are as good as they can be.
    expect(layOut(named(3, 60), [160, 120]).labels).toHaveLength(3);
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

describe('how a group is turned', () => {
  it.each(arrangementNames)('%s: ten figures need five turns at most', (name) => {
    const turns = turnsOf(name, 'centre', 10).map((turn) => JSON.stringify(turn));
    expect(new Set(turns).size).toBeLessThanOrEqual(5);
  });

  it('faces the middle from both sides on request, and one side by default', () => {
    const turns = turnsOf('row', 'centre', 4);
    expect(turns.map(({ mirror }) => mirror)).toEqual([false, false, true, true]);
    expect(
      turnsOf('row', 'same', 4).every(({ mirror, yawDegrees }) => !mirror && yawDegrees === 0),
    ).toBe(true);
    expect(turnsOf('teams', 'same', 4).map(({ mirror }) => mirror)).toEqual([
      false,
      false,
      true,
      true,
    ]);
  });
});
