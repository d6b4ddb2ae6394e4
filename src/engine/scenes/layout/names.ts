import { edgeRows, heightsOf, nameRows, type Choice } from './fit-group.ts';
import { labelFont, minLabelPx, sharedGap, type Standing } from './group.ts';
import type { LayoutRequest, Space } from './request.ts';

/** Growth of labels if all have the room. */
const maxGrowth = 1.35;

/** Gap between two columns of names. */
const nameAirPx = 4;

/** Left end of a group centred in its space. */
export function leftOf({ left, right }: Space, { group }: Choice): number {
  return Math.floor((left + right - group.widthPx) / 2);
}

/** How wide a name may be on one line: its column and the gap. */
function columnSpace({ gapPx }: Choice, standing: Standing): number {
  const { columnPx } = standing;
  if (gapPx < 0) return columnPx + sharedGap(standing, gapPx);
  return Math.floor(columnPx + Math.max(0, gapPx - nameAirPx));
}

/** How wide each name may be, and the line of those below the front row. */
function columnsOf(choice: Choice, lines: number) {
  const { standings } = choice.group;
  const front = standings.filter(({ slot }) => slot.row === 0);
  const lineOf = (one: Standing): number =>
    front.filter(({ middlePx }) => middlePx < one.middlePx).length % lines;
  return standings.map((one) => {
    const spacePx = columnSpace(choice, one);
    if (one.slot.row > 0 || lines === 1) return { spacePx, line: 0 };
    const line = lineOf(one);
    const apart = front
      .filter((other) => other !== one && lineOf(other) === line)
      .map(({ middlePx }) => Math.abs(middlePx - one.middlePx) - nameAirPx);
    return { spacePx: Math.floor(Math.min(lines * spacePx, ...apart)), line };
  });
}

type Names = { readonly lines: number; readonly widthsPx: readonly number[] };

/**
 * The space of each name: its column, and what its neighbours leave of theirs. If two long names meet,
 * each keeps its own column. At the ends of a row names are moved inwards rather than cut.
 */
function namePositions(space: Space, choice: Choice, { lines, widthsPx }: Names) {
  const { standings } = choice.group;
  const left = leftOf(space, choice);
  const columns = columnsOf(choice, lines);
  const middles = standings.map((one, index) => {
    const [middlePx, columnPx] = [left + one.middlePx, columns[index]!.spacePx];
    // Above a figure there may be a face beside its column, which a name does not leave.
    const [from, to] =
      one.slot.row === 0
        ? [space.left, space.right]
        : [
            Math.max(space.left, middlePx - columnPx / 2),
            Math.min(space.right, middlePx + columnPx / 2),
          ];
    const halfPx = Math.min(widthsPx[index]!, columnPx, to - from) / 2;
    return Math.max(from + halfPx, Math.min(to - halfPx, middlePx));
  });
  return standings.map((one, index) => {
    const middlePx = middles[index]!;
    const { spacePx: columnPx, line } = columns[index]!;
    const ownPx = columnPx - 2 * Math.abs(middlePx - left - one.middlePx);
    const halves = standings.flatMap((other, at) => {
      const isBeside = other.slot.row === one.slot.row && columns[at]!.line === line;
      if (at === index || !isBeside) return [];
      const isShort = widthsPx[at]! <= columns[at]!.spacePx;
      const apartPx = Math.abs(middles[at]! - middlePx);
      return [isShort ? apartPx - widthsPx[at]! / 2 - nameAirPx : ownPx / 2];
    });
    const freePx = Math.max(ownPx, 2 * Math.min(...halves));
    const edgePx = 2 * Math.min(middlePx - space.left, space.right - middlePx);
    // A name above a figure stays in its column: others stand behind it, or beside it.
    const maxPx = one.slot.row > 0 ? ownPx : freePx;
    return { middlePx, spacePx: Math.floor(Math.min(maxPx, freePx, edgePx)), line };
  });
}

/**
 * Position, size and widths of the names below the front row. Finds one size for all names of a picture. Smaller names can be better than larger ones of which
 * some are cut: a name shown in full counts more than size, but not so much that one very long name
 * makes all others small.
 */
export function namesOf(request: LayoutRequest, space: Space, choice: Choice) {
  const { nameLines: lines = 1 } = request;
  const { fontPx: maxPx, topPx } = bandOf(request, space, choice);
  const bandAt = (fontPx: number) => {
    const labels = request.labelsAt(fontPx);
    const positions = namePositions(space, choice, { lines, widthsPx: labels.widthsPx });
    const whole = labels.widthsPx.filter((px, index) => px > 0 && px <= positions[index]!.spacePx);
    return { fontPx, topPx, labels, positions, score: fontPx * whole.length ** 2 };
  };
  let best = bandAt(Math.min(maxPx, smallestFont(maxPx, space)));
  for (let fontPx = best.fontPx + 1; fontPx <= maxPx; fontPx++) {
    const band = bandAt(fontPx);
    if (band.score > 0 && band.score >= best.score) best = band;
  }
  return best;
}

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
  const growths = columnsOf(choice, lines).map(
    ({ spacePx: columnPx }, index) => columnPx / Math.max(1, labels.widthsPx[index]!),
  );
  const growth = Math.min(maxGrowth, (spacePx * 0.95) / Math.max(1, labels.heightPx), ...growths);
  const grownPx = isOneRow && growth > 1 ? Math.floor(fontPx * growth) : fontPx;
  const airPx = Math.max(0, spacePx - request.labelsAt(grownPx).heightPx) * lines * 0.35;
  return { fontPx: grownPx, topPx: Math.floor(belowPx + airPx) };
}
