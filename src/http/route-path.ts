/** The path of a route without the patterns of its parameters: `/:type(^[a-z]+$)` → `/:type`. */
export function withoutPatterns(url: string): string {
  return url.includes('(') ? url.replaceAll(/\([^/]*\)/g, '') : url;
}
