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
  let isInString = false;
  for (let at = 0; at < bytes.length && depth <= maxJsonDepth; at += 1) {
    const byte = bytes[at] ?? 0;
    if (isInString) {
      if (byte === backslash) at += 1;
      else if (byte === quote) isInString = false;
    } else if (byte === quote) isInString = true;
    else if (opening.has(byte)) depth += 1;
    else if (closing.has(byte)) depth -= 1;
  }
  return depth > maxJsonDepth;
}
