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
    const aside = asideOf(name, widthPx);
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

/** How far aside a name may be: half of the name, or of the column, still overlap. */
function asideOf({ columnPx }: LineName, widthPx: number): number {
  return Math.max(columnPx, widthPx) / 2;
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
