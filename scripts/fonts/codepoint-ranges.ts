import type { CodepointRanges } from '../../src/engine/text/font-files.ts';

/**
 * Ranges of code points from the notation of CSS, both ends inclusive.
 *
 * @param notation such as `U+30-39,U+A9`; no wildcards
 */
export function parseUnicodeRange(notation: string): (readonly [first: number, last: number])[] {
  return notation.split(',').map((part) => {
    const [first = '', last = first] = part.trim().slice(2).split('-');
    return [Number.parseInt(first, 16), Number.parseInt(last, 16)] as const;
  });
}

/** @param codepoints in ascending order */
export function toRanges(codepoints: readonly number[]): CodepointRanges {
  const ranges: number[] = [];
  for (const codepoint of codepoints) {
    if (ranges.at(-1) === codepoint - 1) ranges[ranges.length - 1] = codepoint;
    else ranges.push(codepoint, codepoint);
  }
  return ranges;
}
