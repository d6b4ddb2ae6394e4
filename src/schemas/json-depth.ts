/** Deeper than any body of ours, and so shallow that nothing that walks it runs out of stack. */
export const maxJsonDepth = 32;
const [quote, backslash] = [0x22, 0x5c];
const opening = new Set([0x5b, 0x7b]);
const closing = new Set([0x5d, 0x7d]);

/**
 * Whether a JSON text is nested deeper than that, before a parser or a schema sees it.
 *
 * @param bytes UTF-8; whether it is JSON at all is the parser's business
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

/** Where a string ends: most of a body that carries skins is in strings, which are not looked into. */
function endOfString(bytes: Uint8Array, start: number): number {
  let end = bytes.indexOf(quote, start);
  while (end !== -1 && isEscaped(bytes, start, end)) end = bytes.indexOf(quote, end + 1);
  return end === -1 ? bytes.length : end;
}

/** After an odd number of backslashes. Each is counted for one quote at most. */
function isEscaped(bytes: Uint8Array, start: number, at: number): boolean {
  let first = at;
  while (first > start && bytes[first - 1] === backslash) first -= 1;
  return (at - first) % 2 === 1;
}
