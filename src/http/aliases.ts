/**
 * The names people know, and the segment that every route is written with. Handlers, schemas and
 * documentation know the canonical segment only.
 */
export const aliases = {
  minecraft: 'blockgame',
  discord: 'chat',
} as const satisfies Record<string, string>;

// Only the segment right after /api/, whole, in this case.
const aliasedPath = new RegExp(`^(/api/)(${Object.keys(aliases).join('|')})(?=[/?#]|$)`);

// A request line may hold an absolute URL (RFC 9112, section 3.2.2), its scheme in any case.
const origin = /^https?:\/\/[^/?#]+(?=\/)/i;

/**
 * The same request URL as a path, with an alias replaced by its canonical segment; path, query and
 * everything else stay byte for byte. Whom an absolute URL names makes no difference, as `Host` makes
 * none: everything after this, limits and router alike, sees one and the same path.
 */
export function canonicalUrl(url: string): string {
  const path = url.startsWith('/') ? url : url.replace(origin, '');
  return path.replace(
    aliasedPath,
    (_whole, before: string, alias: keyof typeof aliases) => before + aliases[alias],
  );
}
