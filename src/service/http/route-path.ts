/** The path of a route without the patterns of its parameters: `/:type(^(a|b)$)` → `/:type`. */
export function withoutPatterns(url: string): string {
  let depth = 0;
  let path = '';
  for (const character of url) {
    if (character === ')') depth -= 1;
    else if (character === '(') depth += 1;
    else if (depth === 0) path += character;
  }
  return path;
}
