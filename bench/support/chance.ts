/** Random numbers that are the same for the same seed. */
export type Chance = {
  /** From 0 (inclusive) to 1 (exclusive). */
  readonly share: () => number;
  readonly of: <T>(list: readonly T[]) => T;
  /** A whole number in a range, as often below its geometric mean as above it. */
  readonly size: (least: number, most: number) => number;
};

export function createChance(seed: number): Chance {
  let state = seed >>> 0;
  // Mulberry32: has a full period of 2^32.
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
