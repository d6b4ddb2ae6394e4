import { boxOf, crownOf } from './faces.ts';
import { edgeRows, heightsOf, nameRows, type Choice } from './fit-group.ts';
import { labelFont, minLabelPx, sharedGap } from './group.ts';
import type { LabelBlock, LayoutRequest, PlacedLabel, Space, Box, Standing } from './request.ts';

/** Growth of labels if all have the room. */
const maxGrowth = 1.35;

/** Gap between two names of a line, in font sizes, and at least in px. */
const nameAir = { fonts: 0.3, minPx: 4 } as const;

/** Left end of a group centred in its space. */
export function leftOf({ left, right }: Space, { group }: Choice): number {
  return Math.floor((left + right - group.widthPx) / 2);
}

/** How wide a name may be without moving aside its neighbours: its column and the gap. */
function columnSpace({ gapPx }: Choice, standing: Standing): number {
  const { columnPx } = standing;
  if (gapPx < 0) return columnPx + sharedGap(standing, gapPx);
  return Math.floor(columnPx + Math.max(0, gapPx - nameAir.minPx));
}

/** A name that is to be placed, with its height in the picture, counted upwards from the ground. */
type Name = LineName & Pick<Box, 'top' | 'bottom'> & { readonly index: number };

/** The lines of names, each from left to right: those below the front row, and those at a height above the others. */
function linesOf(names: readonly Name[], { group }: Choice, count: number): Name[][] {
  const isFront = ({ index }: Name): boolean => group.standings[index]!.slot.row === 0;
  const below = Map.groupBy(names.filter(isFront), ({ index }) => lineOf(group, index, count));
  const above: Name[][] = [];
  for (const name of names.filter((one) => !isFront(one)).toSorted((a, b) => a.bottom - b.bottom)) {
    const line = above.at(-1);
    if (line?.some(({ top }) => top > name.bottom)) line.push(name);
    else above.push([name]);
  }
  return [...below.values(), ...above].map((line) =>
    line.toSorted((one, other) => one.middlePx - other.middlePx),
  );
}

/** The line below the front row on which a figure has its name. */
function lineOf({ standings }: Choice['group'], index: number, count: number): number {
  const { slot, middlePx } = standings[index]!;
  if (slot.row > 0) return 0;
  const before = standings.filter((one) => one.slot.row === 0 && one.middlePx < middlePx);
  return before.length % count;
}

type Lettering = Pick<LabelBlock, 'widthsPx' | 'heightsPx'> & { readonly fontPx: number };

/**
 * The space of each name. Below the front row it is that of the picture; above a figure no name leaves what
 * the faces beside it leave free.
 */
function placeNames(
  request: LayoutRequest,
  { space, choice }: { readonly space: Space; readonly choice: Choice },
  { widthsPx, heightsPx, fontPx }: Lettering,
): readonly SpreadName[] {
  const { standings } = choice.group;
  const left = leftOf(space, choice);
  const faces = standings.map((one, index) => {
    const { shape } = request.figures[index]!;
    return boxOf(one, shape.face, shape);
  });
  const names = standings.map((one, index): Name => {
    const bottom = crownOf(one, request.figures[index]!.shape);
    const name = {
      index,
      widthPx: widthsPx[index]!,
      middlePx: one.middlePx,
      columnPx: columnSpace(choice, one),
      from: space.left - left,
      to: space.right - left,
      bottom,
      top: bottom + heightsPx[index]!,
    };
    return one.slot.row === 0 ? name : besideFaces(name, faces);
  });
  const places = names.map(({ middlePx, columnPx }) => ({
    middlePx: left + middlePx,
    spacePx: columnPx,
  }));
  const written = names.filter(({ widthPx }) => widthPx > 0);
  const airPx = Math.max(nameAir.minPx, Math.round(fontPx * nameAir.fonts));
  for (const line of linesOf(written, choice, request.nameLines ?? 1)) {
    spreadNames(line, airPx).forEach(({ middlePx, spacePx }, at) => {
      places[line[at]!.index] = { middlePx: left + middlePx, spacePx };
    });
  }
  return places;
}

/** A name above a figure, between the faces beside it. */
function besideFaces(name: Name, faces: readonly Box[]): Name {
  const beside = faces.filter((face) => face.top > name.bottom && face.bottom < name.top);
  const before = beside.filter(({ left, right }) => left + right < 2 * name.middlePx);
  const after = beside.filter(({ left, right }) => left + right > 2 * name.middlePx);
  return {
    ...name,
    from: Math.max(name.from, ...before.map(({ right }) => right)),
    to: Math.min(name.to, ...after.map(({ left }) => left)),
  };
}

/**
 * The names of a picture, and their size. Smaller ones can be better than larger ones of which some are cut: a
 * name shown in full counts more than size, but not so much that one very long name makes all others small.
 */
export function namesOf(request: LayoutRequest, space: Space, choice: Choice) {
  const { fontPx: maxPx, topPx } = bandOf(request, space, choice);
  const bandAt = (fontPx: number) => {
    const labels = request.labelsAt(fontPx);
    const places = placeNames(request, { space, choice }, { ...labels, fontPx });
    const whole = labels.widthsPx.filter((px, index) => px > 0 && px <= places[index]!.spacePx);
    return { fontPx, labels, places, score: fontPx * whole.length ** wholeWeight };
  };
  let best = bandAt(Math.min(maxPx, smallestFont(maxPx, space)));
  for (let fontPx = best.fontPx + 1; fontPx <= maxPx; fontPx++) {
    const band = bandAt(fontPx);
    if (band.score > 0 && band.score >= best.score) best = band;
  }
  const { fontPx, labels, places } = best;
  const placed = choice.group.standings.map((one, index): PlacedLabel => {
    const { middlePx, spacePx } = places[index]!;
    const line = lineOf(choice.group, index, request.nameLines ?? 1);
    const crownPx = choice.groundPx - crownOf(one, request.figures[index]!.shape);
    const isAbove = one.slot.row > 0;
    const px = isAbove ? crownPx - labels.heightsPx[index]! : topPx + line * labels.heightPx;
    return { index, middlePx, spacePx, isAbove, topPx: Math.floor(px) };
  });
  return { fontPx, labels: placed };
}

/** How much the number of whole names counts, as an exponent. */
const wholeWeight = 4;

/** Shrinks names by a quarter, or up to a half as long as they are easy to read. */
function smallestFont(fontPx: number, { sizePx, isFitted }: Space): number {
  const smallPx = Math.min(Math.floor(fontPx * 0.72), Math.max(10, Math.ceil(fontPx / 2)));
  return Math.max(isFitted ? 7 : minLabelPx(sizePx), smallPx);
}

/** The largest size of the names, and the top of their first line. */
function bandOf(request: LayoutRequest, space: Space, choice: Choice) {
  const { nameLines: lines = 1 } = request;
  const { sizePx, artPx, bottom, isFitted } = space;
  const { group, labels, groundPx, standingPx } = choice;
  const fontPx = labelFont(standingPx, isFitted ? null : sizePx);
  if (!request.hasGround) {
    return { fontPx, topPx: groundPx + heightsOf(request, group, labels, space).belowPx };
  }
  const belowPx = groundPx + (edgeRows + nameRows) * artPx;
  const spacePx = (bottom - belowPx) / lines;
  const isOneRow = group.standings.every(({ slot }) => slot.row === 0);
  const growths = group.standings.map(
    (one, index) => (lines * columnSpace(choice, one)) / Math.max(1, labels.widthsPx[index]!),
  );
  const growth = Math.min(maxGrowth, (spacePx * 0.95) / Math.max(1, labels.heightPx), ...growths);
  const grownPx = isOneRow && growth > 1 ? Math.floor(fontPx * growth) : fontPx;
  const airPx = Math.max(0, spacePx - request.labelsAt(grownPx).heightPx) * lines * 0.35;
  return { fontPx: grownPx, topPx: Math.floor(belowPx + airPx) };
}

/** A name on a line, in px. */
export type LineName = {
  readonly widthPx: number;
  /** Where it belongs: the middle and the width of its figure's column. */
  readonly middlePx: number;
  readonly columnPx: number;
  /** What it must not leave. */
  readonly from: number;
  readonly to: number;
};

export type SpreadName = { readonly middlePx: number; readonly spacePx: number };

/**
 * Spreads the names of a line: each is as near to its figure as its neighbours allow, and keeps overlapping
 * its column. Where there is no room for all, the longest are cut to one width.
 * @param names from left to right
 */
export function spreadNames(names: readonly LineName[], airPx: number): readonly SpreadName[] {
  let [low, high] = [0, Math.max(0, ...names.map(({ widthPx }) => widthPx))];
  let found = rangesOf(names, high, airPx);
  if (found === null) {
    while (high - low > 1) {
      const middle = (low + high) / 2;
      const ranges = rangesOf(names, middle, airPx);
      if (ranges === null) high = middle;
      else [low, found] = [middle, ranges];
    }
  }
  // So close together that there is no room for any: each keeps to its column.
  if (found === null) {
    return names.map(({ middlePx, columnPx }) => ({ middlePx, spacePx: Math.floor(columnPx) }));
  }
  const ranges = found;
  const middles = inOrder(names, ranges);
  return names.map(({ widthPx }, index) => {
    const spacePx = Math.ceil(ranges[index]!.widthPx);
    return {
      middlePx: middles[index]!,
      spacePx: widthPx > ranges[index]!.widthPx ? spacePx - 1 : spacePx,
    };
  });
}

/** Where the middle of a name may be, and its width there. */
type Range = {
  readonly widthPx: number;
  readonly min: number;
  readonly max: number;
  /** From the middle of the first name to its own if they touch. */
  readonly apartPx: number;
};

/** `null` if the names do not fit even when cut to so much. */
function rangesOf(
  names: readonly LineName[],
  cutPx: number,
  airPx: number,
): readonly Range[] | null {
  const widths = names.map(({ widthPx }) => Math.min(widthPx, cutPx));
  const between = (index: number): number => (widths[index]! + widths[index + 1]!) / 2 + airPx;
  const ranges: Range[] = [];
  names.forEach((name, index) => {
    const widthPx = widths[index]!;
    // Half of the name, or of the column, still overlap.
    const aside = Math.max(name.columnPx, widthPx) / 2;
    const before = ranges[index - 1];
    const gap = before === undefined ? 0 : between(index - 1);
    ranges.push({
      widthPx,
      min: Math.max(
        name.from + widthPx / 2,
        name.middlePx - aside,
        (before?.min ?? -Infinity) + gap,
      ),
      max: Math.min(name.to - widthPx / 2, name.middlePx + aside),
      apartPx: (before?.apartPx ?? 0) + gap,
    });
  });
  for (let index = ranges.length - 2; index >= 0; index--) {
    const max = Math.min(ranges[index]!.max, ranges[index + 1]!.max - between(index));
    ranges[index] = { ...ranges[index]!, max };
  }
  return ranges.every(({ min, max }) => min <= max + 1e-6) ? ranges : null;
}

/** The middles nearest to where the names belong, in their order: neighbours that meet share the way. */
function inOrder(names: readonly LineName[], ranges: readonly Range[]): readonly number[] {
  const blocks: { sum: number; count: number }[] = [];
  names.forEach(({ middlePx }, index) => {
    let block = { sum: middlePx - ranges[index]!.apartPx, count: 1 };
    for (let last = blocks.at(-1); last !== undefined; last = blocks.at(-1)) {
      if (last.sum / last.count < block.sum / block.count) break;
      block = { sum: block.sum + last.sum, count: block.count + last.count };
      blocks.pop();
    }
    blocks.push(block);
  });
  const wanted = blocks.flatMap(({ sum, count }) =>
    Array.from({ length: count }, () => sum / count),
  );
  return ranges.map(({ min, max, apartPx }, index) =>
    Math.max(min, Math.min(max, wanted[index]! + apartPx)),
  );
}
