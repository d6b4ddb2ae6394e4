/** Deeper than any valid body, and shallow enough that no recursion overflows the stack. */
export const maxJsonDepth = 32;
const [quote, backslash] = [0x22, 0x5c];
const opening = new Set([0x5b, 0x7b]);
const closing = new Set([0x5d, 0x7d]);

/**
 * Whether a JSON text is nested deeper than that, before it is parsed or validated.
 *
 * @param bytes UTF-8; need not be valid JSON
 */
export function isDeepJson(bytes: Uint8Array): boolean {
  let depth = 0;
  for (let at = 0; at < bytes.length && depth <= maxJsonDepth; at += 1) {
    const byte = bytes[at] ?? 0;
    if (byte === quote) at = endOfString(bytes, at + 1);
    else if (opening.has(byte)) depth += 1;
    else if (closing.has(byte)) depth -= 1;
  }
  return depth > maxJsonDepth;
}

/** The index of the end of a string. Most of a body with skins is in strings, whose content is skipped. */
function endOfString(bytes: Uint8Array, start: number): number {
  let end = bytes.indexOf(quote, start);
  while (end !== -1 && isEscaped(bytes, start, end)) end = bytes.indexOf(quote, end + 1);
  return end === -1 ? bytes.length : end;
}

/** Whether a quote follows an odd number of backslashes. Each backslash is counted only once. */
function isEscaped(bytes: Uint8Array, start: number, at: number): boolean {
  let first = at;
  while (first > start && bytes[first - 1] === backslash) first -= 1;
  return (at - first) % 2 === 1;
}
