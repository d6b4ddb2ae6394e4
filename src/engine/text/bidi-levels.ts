import createBidi from 'bidi-js/dist/bidi.mjs';
import { directionOf } from './text.ts';

const { getEmbeddingLevels } = createBidi();

/**
 * The embedding levels of the characters of a line (Unicode Standard Annex 9): even for left to right,
 * odd for right to left, one more for each nesting.
 */
export function levelsOf(graphemes: readonly string[], base: 'ltr' | 'rtl'): readonly number[] {
  return [...getEmbeddingLevels(graphemes.map(unitOf).join(''), base).levels];
}

/** One unit for each character, of the same class: half of a surrogate pair would count as a letter. */
function unitOf(grapheme: string): string {
  const [first = ''] = grapheme;
  if (first.length === 1) return first;
  if (/[\p{L}\p{Regional_Indicator}]/u.test(first)) return directionOf(first) === 'rtl' ? 'א' : 'a';
  return /\p{N}/u.test(first) ? '1' : '\ufffc';
}

/** Reorders the parts of a line, in reading order, from left to right (rule L2). */
export function leftToRight<T extends { readonly level: number }>(
  parts: readonly T[],
): readonly T[] {
  const ordered = [...parts];
  const highest = Math.max(0, ...parts.map(({ level }) => level));
  for (let level = highest; level > 0; level--) {
    for (let start = 0; start < ordered.length; start++) {
      let end = start;
      while ((ordered[end]?.level ?? -1) >= level) end += 1;
      if (end - start > 1) {
        ordered.splice(start, end - start, ...ordered.slice(start, end).toReversed());
      }
      start = Math.max(start, end);
    }
  }
  return ordered;
}
