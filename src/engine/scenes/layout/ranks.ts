/** The row of a figure, and its column; halves are between two columns of the row in front. */
export type Rank = { readonly row: number; readonly column: number };

/**
 * Distributes figures over rows, from front to back and in each from left to right. Rows that follow
 * each other differ by one figure where possible, so that those behind stand symmetrically between
 * those in front; rows of equal length are moved a quarter of a column to either side.
 * @param side −1 for the mirror image
 */
export function ranksOf(count: number, rows: number, side: 1 | -1 = 1): readonly Rank[] {
  const lengths = lengthsOf(count, Math.max(1, rows));
  const longest = Math.max(...lengths);
  const isEqual = (row: number): boolean => lengths[row] === lengths[row - 1];
  let aside = lengths.some((_, row) => row > 0 && isEqual(row)) ? -0.25 * side : 0;
  return lengths.flatMap((length, row) => {
    if (row > 0 && isEqual(row)) aside = -aside;
    const left = (longest - length) / 2 + aside;
    return indices(length).map((at) => ({ row, column: left + at }));
  });
}

/** How many stand in the front row. */
export function frontOf(count: number, rows: number): number {
  return lengthsOf(count, rows)[0]!;
}

/** How many stand in each row: 10 in three are 3, 4, 3. */
function lengthsOf(count: number, rows: number): readonly number[] {
  const longer = count % rows;
  // Every other row is longer by one, from the one that makes the group symmetric.
  const first = longer > 0 && longer * 2 < rows ? 1 : 0;
  const alternating = [...everyOther(first, rows), ...everyOther(1 - first, rows)];
  const chosen = new Set(alternating.slice(0, longer));
  return indices(rows).map((row) => Math.floor(count / rows) + Number(chosen.has(row)));
}

function everyOther(first: number, rows: number): readonly number[] {
  return indices(rows).filter((row) => row % 2 === first % 2);
}

export function indices(count: number): readonly number[] {
  return Array.from({ length: count }, (_, index) => index);
}
