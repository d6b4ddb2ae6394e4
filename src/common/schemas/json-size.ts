export type JsonLimits = {
  /** Objects, arrays, strings, numbers and literals; the names of fields do not count. */
  readonly values: number;
  readonly levels: number;
};

/**
 * Levels: deeper than any valid body, and shallow enough that no recursion overflows the stack. Values:
 * ten items with poses and motions of their own have some 3,000, and parsing so many takes 2 ms.
 */
export const jsonLimits: JsonLimits = { values: 5000, levels: 32 };

const [quote, backslash, comma, colon] = [0x22, 0x5c, 0x2c, 0x3a];
const [openArray, closeArray, openObject, closeObject] = [0x5b, 0x5d, 0x7b, 0x7d];
/** The last of the blanks, and of the control characters. */
const space = 0x20;

/**
 * Whether a JSON text holds more, before it is parsed or validated: that would take far longer. Stops as
 * soon as it does.
 * @param bytes UTF-8; need not be valid JSON, of which the parser then reads no more than was counted
 */
export function exceedsJsonLimits(bytes: Uint8Array, { values, levels }: JsonLimits): boolean {
  // Each name belongs to a value, so in valid JSON there are no more of them.
  const maxNames = values;
  let [names, counted, depth] = [0, 0, 0];
  for (let at = 0; at < bytes.length; at += 1) {
    const byte = bytes[at] ?? 0;
    if (byte <= space || byte === comma) continue;
    if (byte === closeArray || byte === closeObject) depth -= 1;
    else if (byte === colon) {
      // What came before it was counted as a value, but is a name.
      counted -= 1;
      names += 1;
    } else {
      counted += 1;
      if (byte === openArray || byte === openObject) depth += 1;
      else if (byte === quote) at = endOfString(bytes, at + 1);
      else at = endOfWord(bytes, at + 1) - 1;
    }
    // One more may be a name, whose colon follows.
    if (counted > values + 1 || names > maxNames || depth > levels) return true;
  }
  return counted > values;
}

/** The index of the end of a string. Most of a body with skins is in strings, whose content is skipped. */
function endOfString(bytes: Uint8Array, start: number): number {
  const end = bytes.indexOf(quote, start);
  if (end === -1) return bytes.length;
  if (bytes[end - 1] !== backslash || end === start) return end;
  // The search is slower than this if there are quotes everywhere.
  let at = start;
  while (at < bytes.length && bytes[at] !== quote) at += bytes[at] === backslash ? 2 : 1;
  return at;
}

function endOfWord(bytes: Uint8Array, start: number): number {
  let at = start;
  while (at < bytes.length && endsWord[bytes[at] ?? 0] === 0) at += 1;
  return at;
}

/** 1 for each byte that no number or literal holds; faster than a `Set` for a megabyte of digits. */
const endsWord = new Uint8Array(256);
for (const byte of Buffer.from(' \t\r\n,:"[]{}')) endsWord[byte] = 1;
