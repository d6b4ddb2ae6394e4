import type { OpenBucket, Pace } from '../async/token-bucket.ts';
import type { Upstream } from './upstream.ts';

type TurnPace = Pace & {
  /** The longest that a call waits for its turn. */
  readonly maxWaitMs: number;
};

/**
 * Calls to account services. A look-up of a player needs up to two of them, one after the other, within
 * its five seconds. Textures are not limited: they are on content delivery networks.
 */
export const paces = {
  /** At most the 200 in two minutes that Mojang accepts from an address: unofficial, as others found. */
  names: { ratePerSecond: 1.25, burst: 50, maxWaitMs: 3000 },
  /** At most 400 in ten seconds, likewise. */
  profiles: { ratePerSecond: 30, burst: 100, maxWaitMs: 1000 },
  /** Other services publish no limits; this is for all calls to one of them. */
  others: { ratePerSecond: 10, burst: 50, maxWaitMs: 1000 },
} as const satisfies Record<string, TurnPace>;

/** Opens the limit of one upstream, which its clients share by turns. */
export function openTurns(
  openBucket: OpenBucket,
  { maxWaitMs, ...pace }: TurnPace,
): NonNullable<Upstream['openTurn']> {
  const bucket = openBucket(pace);
  return (clients) => bucket.openTurn(clients, maxWaitMs);
}
