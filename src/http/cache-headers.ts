/** The values of `Cache-Control`. A route names one of them; nothing else writes this header. */
export const cachePolicies = {
  /** Renders and widgets: fifteen minutes, also in shared caches. */
  render: 'public, max-age=900',
  /** Status as text and as JSON: it changes from minute to minute. */
  status: 'public, max-age=30',
  /** Documentation pages: stored, but revalidated each time. */
  page: 'no-cache',
  /** Files whose name contains a hash of their content. */
  asset: 'public, max-age=31536000, immutable',
  /** Errors, health and everything that describes this very moment. */
  never: 'no-store',
} as const satisfies Record<string, string>;

export type CachePolicy = keyof typeof cachePolicies;
