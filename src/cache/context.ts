/**
 * What one request and the caches tell each other; one `{ sourceHit: false }` a request, passed to
 * every look-up of it. All times are in milliseconds of the caches' clock.
 */
export type CacheContext = {
  /** True as soon as a source was asked, or something drawn, for this request (`X-Cache: MISS`). */
  sourceHit: boolean;
  /** When this request stops waiting for newer values where it has stale ones; set by the caches. */
  staleDeadline?: number;
  /** When it stops waiting for sources at all, over all its look-ups; set by the first that waits. */
  deadline?: number;
  /** Until when all that the response was made of is fresh; 0 when some of it is not. Set by the caches. */
  expiresAt?: number;
  /** Whose share cold look-ups are taken from: the key that the client has at the rate limiter. */
  readonly client?: string | undefined;
};

/** `HIT`: no source was asked for this request, and nothing drawn. */
export function cacheState({ sourceHit }: Pick<CacheContext, 'sourceHit'>): 'HIT' | 'MISS' {
  return sourceHit ? 'MISS' : 'HIT';
}
