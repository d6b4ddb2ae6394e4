import { fits, gapShares, heightsOf, largestIn, spreadGroup, type Choice } from './fit-group.ts';
import { groupAt, labelFont, minLabelPx } from './group.ts';
import {
  type Layout,
  type LayoutRequest,
  type Overhang,
  type Space,
  type PlacedFigure,
  columnMiddle,
} from './request.ts';
import { grownSpaces, spacesOf } from './spaces.ts';
import type { SizePx } from './sizes.ts';
import { leftOf, namesOf } from './names.ts';
import { terrainOf, shadowOf } from './terrain.ts';

/**
 * Lays out a group as large as it fits into a picture of given size. Names that are cut stand on two or
 * three lines in turn, if the figures do not become smaller than that is worth. They are omitted if most would
 * be cut even so, or if they leave too little room for their figures.
 */
export function layOut(request: LayoutRequest, sizePx: SizePx): Layout {
  const named = layOutNamed(request, sizePx);
  if (request.labelsAt(minLabelPx(sizePx)).heightPx === 0) return named;
  const { rows, close = 0 } = request.formation;
  const { all, whole } = wholeNames(request, named);
  // Where figures overlap, a cut name could be that of any of them.
  const isLegible = rows === 1 && close > 0 ? whole === all : !areMostlyCut(request, named);
  if (isLegible && named.standingPx >= sizePx[1] * enoughShare) return named;
  const none = request.figures.map(() => 0);
  const bareLabels = { widthsPx: none, heightsPx: none, heightPx: 0 };
  const bare = layOutIn({ ...request, labelsAt: () => bareLabels }, sizePx);
  if (isLegible && named.standingPx >= bare.standingPx * minNamedShare) return named;
  return { ...bare, labels: [] };
}

/** With names on the number of lines with which the product of their size and of whole names is greatest. */
function layOutNamed(request: LayoutRequest, sizePx: SizePx): Layout {
  let best = { layout: layOutIn(request, sizePx), score: 0 };
  const bandPx = request.labelsAt(minLabelPx(sizePx)).heightPx;
  for (const nameLines of [1, 2, 3] as const) {
    const layout = nameLines === 1 ? best.layout : layOutIn({ ...request, nameLines }, sizePx);
    const { whole, all } = wholeNames(request, layout);
    const score = layout.standingPx * whole;
    if (score > best.score) best = { layout, score };
    const isFull = bandPx * (nameLines + 1) > sizePx[1] * maxNamesShare;
    if (whole === all || (nameLines > 1 && isFull)) break;
  }
  return best.layout;
}

/** Two or three lines of names take at most this share of the picture's height. */
const maxNamesShare = 0.16;

/** How many figures have a name, and how many of these are not cut. */
function wholeNames({ labelsAt }: LayoutRequest, { labels, labelFontPx }: Layout) {
  const { widthsPx } = labelsAt(labelFontPx);
  const all = labels.filter(({ index }) => widthsPx[index]! > 0);
  const whole = all.filter(({ index, spacePx }) => widthsPx[index]! <= spacePx);
  return { all: all.length, whole: whole.length };
}

/** A name of which less is shown, of its width or in font sizes, says little. */
const minShown = { share: 0.6, fonts: 3 } as const;

function areMostlyCut({ labelsAt }: LayoutRequest, { labels, labelFontPx }: Layout): boolean {
  const { widthsPx } = labelsAt(labelFontPx);
  const cut = labels.filter(({ index, spacePx }) => {
    const widthPx = widthsPx[index]!;
    const minPx = Math.max(widthPx * minShown.share, minShown.fonts * labelFontPx);
    return spacePx < Math.min(widthPx, minPx);
  });
  return cut.length * 2 > widthsPx.filter((widthPx) => widthPx > 0).length;
}

/** Share of the picture's height from which figures count as large enough. */
const enoughShare = 0.4;

/** Least share of their size without names that figures must have with names. */
const minNamedShare = 0.45;

/** Where a title leaves the largest figures, and their size. */
export function bestSpace(request: LayoutRequest, sizePx: SizePx) {
  const sized = spacesOf(request, sizePx).map((space) => ({
    space,
    standingPx: largestIn(request, space),
  }));
  return sized.reduce((one, other) =>
    other.standingPx * other.space.weight > one.standingPx * one.space.weight ? other : one,
  );
}

function layOutIn(request: LayoutRequest, sizePx: SizePx): Layout {
  const { space: best, standingPx } = bestSpace(request, sizePx);
  const grown = grownSpaces(request, best).find((space) => fits(request, space, standingPx));
  const space = grown ?? best;
  return place(request, space, spreadGroup(request, space, standingPx));
}

/** A picture that is made to fit its group has no margins. */
const noOverhang: Overhang = { left: 0, right: 0, top: 0 };

/** Figures are drawn at whole heights: up to a pixel higher than measured, and wider to both sides. */
const edgePx = 1;

/** Lays out a group of figures of a given size, in a picture that fits it, without margins. */
export function layOutAround(
  request: LayoutRequest,
  standingPx: number,
  gapPx: number | null,
): Layout {
  const labelFontPx = labelFont(standingPx, null);
  const labels = request.labelsAt(labelFontPx);
  const artPx = Math.max(1, Math.round(standingPx / 70));
  const gap = gapPx ?? Math.round(standingPx * gapShares.min);
  const own = { artPx, overhang: noOverhang } as const;
  const group = groupAt(request, { ...own, standingPx, gapPx: gap, sizePx: null });
  const { abovePx, belowPx } = heightsOf(request, group, labels, own);
  const titleSpace = {
    spacePx: Math.ceil(Math.max(group.widthPx, standingPx)),
    pixelPx: Math.max(1, Math.round(standingPx / 90)),
  };
  const title = request.title?.(titleSpace).sizePx;
  const titlePx = title === undefined ? 0 : Math.round(title[1] + standingPx * 0.06);
  const hasBlocks = group.standings.some(({ slot }) => slot.on !== 'ground');
  const groupPx = group.widthPx + (hasBlocks ? gap : 0) + 2 * edgePx;
  const widthPx = Math.ceil(Math.max(groupPx, title?.[0] ?? 0));
  const heightPx = Math.ceil(titlePx + abovePx + belowPx + labels.heightPx);
  const space: Space = {
    ...own,
    left: 0,
    top: titlePx,
    right: widthPx,
    bottom: heightPx,
    sizePx: [widthPx, heightPx],
    isClear: true,
    taken: null,
    weight: 1,
    isFitted: true,
    titleAt: null,
    placedTitle:
      title === undefined ? null : { ...titleSpace, align: 'centre', xPx: widthPx / 2, topPx: 0 },
  };
  return place(request, space, {
    standingPx,
    gapPx: gap,
    group,
    labels,
    groundPx: Math.ceil(titlePx + abovePx),
  });
}

/** Converts the layout to pixels: all figures and what they stand on. */
function place(request: LayoutRequest, space: Space, choice: Choice): Layout {
  const { group, groundPx, standingPx } = choice;
  const { artPx, sizePx } = space;
  const left = leftOf(space, choice);
  const terrain = terrainOf(space, choice, left);
  const figures = group.standings.map((one, index): PlacedFigure => {
    const { shape } = request.figures[index]!;
    return {
      index,
      pxPerUnit: one.pxPerUnit,
      middlePx: left + one.middlePx + (shape.width / 2 - columnMiddle(shape)) * one.pxPerUnit,
      groundPx: groundPx - one.raisePx,
    };
  });
  const depth = (index: number): number => {
    const { slot, raisePx } = group.standings[index]!;
    return slot.row * 1e6 + raisePx;
  };
  const names = namesOf(request, space, choice);
  return {
    sizePx,
    artPx,
    terrain,
    standingPx,
    labelFontPx: names.fontPx,
    shadows: figures.flatMap((figure, index) =>
      shadowOf(request, { figure, standing: group.standings[index]!, terrain, artPx }),
    ),
    figures: figures.toSorted((one, other) => depth(other.index) - depth(one.index)),
    labels: names.labels,
    title: space.placedTitle,
  };
}
