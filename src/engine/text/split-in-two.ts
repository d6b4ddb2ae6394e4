import { splitGraphemes } from './text.ts';

/** Scripts that are written without spaces, and emoji. */
const unspaced =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}\p{Extended_Pictographic}]/u;

/** Host names and dates may be broken after these. */
const breaksAfter = /^[\s\-./_:|,、。・]$/u;

const words = new Intl.Segmenter('en', { granularity: 'word' });

/**
 * Breaks a text into two lines of about the same length, between two words; `null` if it has only one.
 * Words of scripts without spaces are those of the Unicode segmentation.
 */
export function splitInTwo(text: string): readonly [first: string, second: string] | null {
  const graphemes = splitGraphemes(text.trim());
  const starts = new Set(Array.from(words.segment(graphemes.join('')), ({ index }) => index));
  let best: { readonly at: number; readonly longer: number } | null = null;
  let unit = 0;
  for (const [at, grapheme] of graphemes.entries()) {
    const before = graphemes[at - 1];
    const mayBreak =
      before !== undefined &&
      !breaksAfter.test(grapheme) &&
      (breaksAfter.test(before) ||
        (starts.has(unit) && unspaced.test(before) && unspaced.test(grapheme)));
    const longer = Math.max(at, graphemes.length - at);
    if (mayBreak && (best === null || longer < best.longer)) best = { at, longer };
    unit += grapheme.length;
  }
  if (best === null) return null;
  const [first, second] = [graphemes.slice(0, best.at), graphemes.slice(best.at)];
  return [first.join('').trim(), second.join('').trim()];
}
