import { gapShares, groupAt, heightsOf, labelFont, largestIn, spreadGroup } from './fit-group.ts';
import { place } from './place.ts';
import type { Layout, LayoutRequest, Room } from './request.ts';
import { roomsOf } from './rooms.ts';
import type { SizePx } from './sizes.ts';

/**
 * Lays out a group as large as it fits into a picture of given size. Names are omitted if they would be
 * too small to read, mostly cut to a few letters, or leave too little room for their figures.
 */
export function layOut(request: LayoutRequest, sizePx: SizePx): Layout {
  const named = layOutIn(request, sizePx);
  if (request.labelsAt(leastLabelPx).heightPx === 0) return named;
  const isLegible = named.labelFontPx >= leastLabelPx && !areMostlyDots(request, named);
  if (isLegible && named.standingPx >= sizePx[1] * enoughShare) return named;
  const bare = layOutIn({ ...request, labelsAt: noLabels(request) }, sizePx);
  if (isLegible && named.standingPx >= bare.standingPx * leastNamedShare) return named;
  return { ...bare, labels: [] };
}

/** Smaller names are not worth their space. */
const leastLabelPx = 8;

/** In font sizes: the width of a name that is cut to two or three letters. */
const dotsShare = 3;

function areMostlyDots({ labelsAt }: LayoutRequest, { labels, labelFontPx }: Layout): boolean {
  const { widthsPx } = labelsAt(labelFontPx);
  const dotted = labels.filter(
    ({ index, roomPx }) => roomPx < Math.min(widthsPx[index]!, dotsShare * labelFontPx),
  );
  return dotted.length * 2 > widthsPx.filter((widthPx) => widthPx > 0).length;
}

/** Share of the picture's height from which figures count as large enough. */
const enoughShare = 0.4;

/** Least share of their size without names that figures must have with names. */
const leastNamedShare = 0.45;

function noLabels({ figures }: LayoutRequest): LayoutRequest['labelsAt'] {
  const none = figures.map(() => 0);
  return () => ({ widthsPx: none, heightsPx: none, heightPx: 0 });
}

function layOutIn(request: LayoutRequest, sizePx: SizePx): Layout {
  const rooms = roomsOf(request, sizePx);
  const sized = rooms.map((room) => ({ room, standingPx: largestIn(request, room) }));
  const best = sized.reduce((one, other) =>
    other.standingPx * other.room.weight > one.standingPx * one.room.weight ? other : one,
  );
  return place(request, best.room, spreadGroup(request, best.room, best.standingPx));
}

/** Lays out a group of figures of a given size, in a picture that fits it, without margins. */
export function layOutAround(
  request: LayoutRequest,
  standingPx: number,
  gapPx: number | null,
): Layout {
  const labelFontPx = labelFont(standingPx, null);
  const labels = request.labelsAt(labelFontPx);
  const artPx = Math.max(1, Math.round(standingPx / 70));
  const gap = gapPx ?? Math.round(standingPx * gapShares.least);
  const group = groupAt(request, { standingPx, artPx, gapPx: gap });
  const { abovePx, belowPx } = heightsOf(request, group, labels, artPx);
  const title = request.title?.(
    Math.max(group.widthPx, standingPx),
    Math.max(1, Math.round(standingPx / 90)),
  );
  const titlePx = title === undefined ? 0 : Math.round(title[1] + standingPx * 0.06);
  const hasBlocks = group.standings.some(({ slot }) => slot.on !== 'ground');
  const widthPx = Math.ceil(Math.max(group.widthPx + (hasBlocks ? gap : 0), title?.[0] ?? 0));
  const heightPx = Math.ceil(titlePx + abovePx + belowPx + labels.heightPx);
  const room: Room = {
    left: 0,
    top: titlePx,
    right: widthPx,
    bottom: heightPx,
    sizePx: [widthPx, heightPx],
    artPx,
    taken: null,
    weight: 1,
    isFitted: true,
    placedTitle:
      title === undefined
        ? null
        : {
            align: 'centre',
            xPx: widthPx / 2,
            topPx: 0,
            roomPx: widthPx,
            pixelPx: Math.max(1, Math.round(standingPx / 90)),
          },
  };
  return place(request, room, {
    standingPx,
    gapPx: gap,
    group,
    labels,
    groundPx: Math.ceil(titlePx + abovePx),
  });
}
