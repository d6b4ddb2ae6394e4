/** Lots that fall alike for the same seed. */
export type Chance = {
  /** At least nought and less than one. */
  readonly share: () => number;
  readonly of: <T>(list: readonly T[]) => T;
  /** A whole number from one to another, as often below their geometric mean as above it. */
  readonly size: (least: number, most: number) => number;
};

export function createChance(seed: number): Chance {
  let state = seed >>> 0;
  // Mulberry32: every one of its 2^32 states comes once.
  const share = (): number => {
    state = (state + 0x6d2b79f5) >>> 0;
    let word = Math.imul(state ^ (state >>> 15), state | 1);
    word ^= word + Math.imul(word ^ (word >>> 7), word | 61);
    return ((word ^ (word >>> 14)) >>> 0) / 2 ** 32;
  };
  return {
    share,
    of: (list) => {
      const one = list[Math.floor(share() * list.length)];
      if (one === undefined) throw new RangeError('no lot falls on an empty list');
      return one;
    },
    size: (least, most) => Math.round(least * (most / least) ** share()),
  };
}
