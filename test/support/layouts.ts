import fc from 'fast-check';
import {
  arrangementNames,
  type Close,
  type Formation,
} from '../../src/engine/scenes/layout/arrangements.ts';
import type {
  Layout,
  LayoutRequest,
  Box,
  FigureShape,
} from '../../src/engine/scenes/layout/request.ts';
import { maxPixels, sizes, type SizePx } from '../../src/engine/scenes/layout/sizes.ts';

const shape = (
  width: number,
  height: number,
  {
    shoulders = Math.min(9, height),
    ...changes
  }: Partial<FigureShape & { shoulders: number }> = {},
): FigureShape => ({
  width,
  height,
  ground: height,
  column: { left: 0, right: width },
  crown: 0,
  casters: [
    [width / 4, (width * 3) / 4].flatMap((across) =>
      [0, height].map((up) => ({ across, back: 0, height: up })),
    ),
  ],
  face: { left: width / 2 - 4, right: width / 2 + 4, top: 0, bottom: Math.min(9, height) },
  covers: [
    changes.face ?? {
      left: width / 2 - 4,
      right: width / 2 + 4,
      top: 0,
      bottom: Math.min(9, height),
    },
    { left: 0, top: shoulders, right: width, bottom: height },
  ],
  ...changes,
});

/** Standing; in its motion it jumps, with raised hands and a leg stretched out to one side. */
export const moving: FigureShape = {
  ...shape(40, 50, { face: { left: 11, right: 19, top: 16, bottom: 25 }, shoulders: 25 }),
  covers: [
    { left: 11, right: 19, top: 16, bottom: 25 },
    { left: 6, right: 24, top: 25, bottom: 50 },
  ],
  column: { left: 6, right: 24 },
  crown: 10,
};

/** Standing, arms wide, sitting, lying, jumping, cut at the waist, moving. */
const shapes = [
  shape(18, 34),
  shape(30, 38, { shoulders: 0 }),
  shape(24, 24),
  shape(37, 22, { face: { left: 2, right: 14, top: 4, bottom: 16 }, shoulders: 6 }),
  shape(20, 36, { ground: 41 }),
  shape(17, 20, { casters: [] }),
  moving,
] as const;

export const drawn = arrangementNames.filter((name) => name !== 'auto');

const figure = fc.record({
  shape: fc.constantFrom(...shapes),
  scale: fc.double({ min: 0.5, max: 1.5, noNaN: true }),
  /** Of its label, in font sizes. */
  ems: fc.constantFrom(0, 2, 6, 20, 60),
});

export const size = fc.oneof(
  fc.constantFrom<SizePx>(...Object.values(sizes)),
  fc
    .tuple(fc.integer({ min: 64, max: 2048 }), fc.integer({ min: 64, max: 2048 }))
    .filter(([width, height]) => width * height <= maxPixels),
);

export const request = fc
  .record({
    formation: fc.record({
      arrangement: fc.constantFrom<Formation['arrangement']>(...drawn),
      rows: fc.integer({ min: 1, max: 4 }),
      close: fc.constantFrom<Close>(0, 1, 2),
    }),
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
      title: titleColumns === 0 ? null : titleOf(titleColumns),
    };
  });

type Placed = {
  readonly whole: Box;
  /** Without what reaches out of it from time to time. */
  readonly column: Box;
  readonly face: Box;
  readonly covers: readonly Box[];
};

export function placedFigures({ figures }: LayoutRequest, layout: Layout): Placed[] {
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
      column: box({ ...own.column, top: own.crown, bottom: own.height }),
      face: box(own.face),
      covers: own.covers.map(box),
    };
  });
}

/** Where names are written. */
export function nameBoxes({ labelsAt }: LayoutRequest, { labels, labelFontPx }: Layout): Box[] {
  const { widthsPx, heightsPx } = labelsAt(labelFontPx);
  return labels.flatMap(({ index, middlePx, topPx, spacePx }) => {
    const half = Math.min(widthsPx[index]!, spacePx) / 2;
    if (half <= 0) return [];
    const bottom = topPx + heightsPx[index]!;
    return [{ left: middlePx - half, right: middlePx + half, top: topPx, bottom }];
  });
}

export function titleBox(asked: LayoutRequest, { title }: Layout): Box | null {
  if (title === null || asked.title === null) return null;
  const [width, height] = asked.title(title).sizePx;
  const left = title.align === 'centre' ? title.xPx - width / 2 : title.xPx;
  return { left, top: title.topPx, right: left + width, bottom: title.topPx + height };
}

/** A title in one line, of so many columns of its pixels. */
export function titleOf(columns: number): NonNullable<LayoutRequest['title']> {
  return ({ spacePx, pixelPx }) => {
    const px = Math.max(1, Math.min(pixelPx, Math.floor(spacePx / columns)));
    return {
      sizePx: [Math.min(spacePx, columns * px), 14 * px],
      pixelPx: px,
      isWrapped: false,
      isCut: columns * px > spacePx,
      isSmall: false,
    };
  };
}

/** Standing figures, each with a name of so many font sizes. */
export function named(count: number, ems: number | readonly number[]): LayoutRequest {
  const widths = typeof ems === 'number' ? Array.from({ length: count }, () => ems) : ems;
  const figures = Array.from({ length: count }, () => ({ shape: shapes[0], scale: 1 }));
  return {
    formation: { arrangement: 'rows', rows: 2 },
    figures,
    labelsAt: (fontPx) => ({
      widthsPx: figures.map((_, index) => widths[index]! * fontPx),
      heightsPx: figures.map(() => fontPx),
      heightPx: fontPx,
    }),
    title: null,
    hasGround: true,
    rimPx: 0,
  };
}
