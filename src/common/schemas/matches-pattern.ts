/** Whether a text matches a `pattern` of our schemas, which come from the code and never from a request. */
export function matchesPattern(pattern: string, text: string): boolean {
  return new RegExp(pattern, 'u').test(text);
}
