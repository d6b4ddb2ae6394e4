import createBidi from 'bidi-js/dist/bidi.mjs';

const { getEmbeddingLevels } = createBidi();

/**
 * The embedding levels of the characters of a line (Unicode Standard Annex 9): even for left to right,
 * odd for right to left, one more for each nesting. A character has the level of its first unit.
 */
export function levelsOf(graphemes: readonly string[], base: 'ltr' | 'rtl'): readonly number[] {
  const { levels } = getEmbeddingLevels(graphemes.join(''), base);
  let at = 0;
  return graphemes.map((grapheme) => {
    const level = levels[at] ?? 0;
    at += grapheme.length;
    return level;
  });
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
