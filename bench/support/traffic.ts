/** The distribution of a month's traffic. */
export type Traffic = {
  readonly requestsPerMonth: number;
  /** Number of players, whose popularity follows a Zipf distribution with this exponent. */
  readonly players: number;
  readonly exponent: number;
  /** Pictures per player (types, sizes); the first are the most popular, by the same distribution. */
  readonly variants: number;
  /** Caches in front, each of which gets its own part of the requests. */
  readonly edges: number;
};

export type HitRatios = {
  /** Share of all requests that an edge serves itself. */
  readonly edge: number;
  /** Share of the edges' requests that get a 304, because they have the stale picture. */
  readonly revalidated: number;
  /** Share of the rest that is in the cache shared by the instances. */
  readonly shared: number;
  /** Share of all requests that are drawn. */
  readonly drawn: number;
  readonly originPerSecond: number;
  /** Requests for profiles per second; cached for 15 minutes. */
  readonly profilesPerSecond: number;
  /** Requests for names per second; cached for an hour. */
  readonly namesPerSecond: number;
};

const monthSeconds = 30 * 24 * 3600;
const freshSeconds = 900;
const nameSeconds = 3600;
/** Pictures stay in Redis for an hour, at an edge (stale, for a 304) for a day. */
const sharedSeconds = 3600;
const edgeKeptSeconds = 24 * 3600;

/**
 * Simulates requests one by one through all caches. A day is run first to fill the caches; then an hour
 * is counted, or as much of it as `mostRequests` allows: time then passes as if the rate were complete.
 */
export function simulate(traffic: Traffic, { random, mostRequests }: SimulationOptions): HitRatios {
  const perSecond = traffic.requestsPerMonth / monthSeconds;
  const pickPlayer = zipf(traffic.players, traffic.exponent, random);
  const pickVariant = zipf(traffic.variants, 1, random);
  const total = Math.min(mostRequests, Math.floor(perSecond * (edgeKeptSeconds + nameSeconds)));
  const warm = Math.floor(total * 0.75);
  const edge = Array.from({ length: traffic.edges }, () => new Map<number, number>());
  const shared = new Map<number, number>();
  const profiles = new Map<number, number>();
  const names = new Map<number, number>();
  const count = { all: 0, edge: 0, revalidated: 0, shared: 0, drawn: 0, profiles: 0, names: 0 };
  for (let index = 0; index < total; index += 1) {
    const now = index / perSecond;
    const player = pickPlayer();
    const key = player * traffic.variants + pickVariant();
    const counted = index >= warm;
    if (counted) count.all += 1;
    const cache = edge[Math.floor(random() * traffic.edges)]!;
    const storedAt = cache.get(key) ?? -Infinity;
    if (now - storedAt < freshSeconds) {
      if (counted) count.edge += 1;
      continue;
    }
    cache.set(key, now);
    if (now - (names.get(player) ?? -Infinity) >= nameSeconds) {
      names.set(player, now);
      if (counted) count.names += 1;
    }
    if (now - (profiles.get(player) ?? -Infinity) >= freshSeconds) {
      profiles.set(player, now);
      if (counted) count.profiles += 1;
    }
    if (now - storedAt < edgeKeptSeconds) {
      if (counted) count.revalidated += 1;
      continue;
    }
    if (now - (shared.get(key) ?? -Infinity) < sharedSeconds) {
      if (counted) count.shared += 1;
      continue;
    }
    shared.set(key, now);
    if (counted) count.drawn += 1;
  }
  const origin = count.all - count.edge;
  const drawnOrShared = count.shared + count.drawn;
  const rate = perSecond / count.all;
  return {
    edge: count.edge / count.all,
    revalidated: count.revalidated / origin,
    shared: drawnOrShared === 0 ? 0 : count.shared / drawnOrShared,
    drawn: count.drawn / count.all,
    originPerSecond: origin * rate,
    profilesPerSecond: count.profiles * rate,
    namesPerSecond: count.names * rate,
  };
}

type SimulationOptions = {
  /** From 0 to 1. */
  readonly random: () => number;
  readonly mostRequests: number;
};

/** Ranks from 0, each with a frequency of 1 / (rank + 1)^exponent: a table of sums and a binary search. */
export function zipf(size: number, exponent: number, random: () => number): () => number {
  const sums = new Float64Array(size);
  let sum = 0;
  for (let rank = 0; rank < size; rank += 1) {
    sum += 1 / (rank + 1) ** exponent;
    sums[rank] = sum;
  }
  return () => {
    const target = random() * sum;
    let low = 0;
    let high = size - 1;
    while (low < high) {
      const middle = (low + high) >> 1;
      if (sums[middle]! < target) low = middle + 1;
      else high = middle;
    }
    return low;
  };
}

/** A linear congruential generator (Numerical Recipes): the same numbers in every run. */
export function seeded(seed: number): () => number {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
}
