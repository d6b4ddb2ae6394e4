/**
 * What `Cache-Control` says for each kind of answer. A route names the kind; nothing else in the
 * service writes this header.
 */
export const cachePolicies = {
  /** Renders and widgets: fifteen minutes, also in shared caches. */
  render: 'public, max-age=900',
  /** Server status as text and as JSON: a game server changes from minute to minute. */
  status: 'public, max-age=30',
  /** Documentation pages: kept, but asked about each time. */
  page: 'no-cache',
  /** Files whose name holds a hash of their content. */
  asset: 'public, max-age=31536000, immutable',
  /** Errors, health and whatever speaks of this very moment. */
  never: 'no-store',
} as const satisfies Record<string, string>;

export type CachePolicy = keyof typeof cachePolicies;
