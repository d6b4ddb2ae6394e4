/**
 * The names people know, and the segment that every route is written with. Handlers, schemas and
 * documentation know the canonical segment only.
 */
export const aliases = {
  minecraft: 'blockgame',
  discord: 'chat',
} as const satisfies Record<string, string>;

// Only the segment right after /api/, whole, in this case. The optional origin is there because
// a request line may hold an absolute URL (RFC 9112, section 3.2.2).
const aliasedUrl = new RegExp(
  `^((?:https?://[^/?#]*)?/api/)(${Object.keys(aliases).join('|')})(?=[/?#]|$)`,
);

/**
 * The same request URL with an alias replaced by its canonical segment; path, query and everything
 * else stay byte for byte.
 */
export function canonicalUrl(url: string): string {
  return url.replace(
    aliasedUrl,
    (_whole, before: string, alias: keyof typeof aliases) => before + aliases[alias],
  );
}
