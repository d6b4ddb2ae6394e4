/** The values of `Cache-Control`. A route names one of them; nothing else writes this header. */
export const cachePolicies = {
  /** Renders, cards and profiles: fifteen minutes, also in shared caches. */
  render: 'public, max-age=900',
  /** What shows the state of a game server, a game or an invite: it changes from minute to minute. */
  status: 'public, max-age=30',
  /** Documentation pages: stored, but revalidated each time. */
  page: 'no-cache',
  /** Files whose name contains a hash of their content. */
  asset: 'public, max-age=31536000, immutable',
  /** Errors, health and everything that describes this very moment. */
  never: 'no-store',
} as const satisfies Record<string, string>;

export type CachePolicy = keyof typeof cachePolicies;

/**
 * The value of `Cache-Control`.
 * @param maxAgeSeconds a shorter lifetime that the client chose for a `render`
 */
export function cacheControl(policy: CachePolicy, maxAgeSeconds?: number): string {
  return policy === 'render' && maxAgeSeconds !== undefined
    ? `public, max-age=${maxAgeSeconds}`
    : cachePolicies[policy];
}
