import { cleanLabel, countGraphemes } from '../labels/text.ts';

/** Most characters (grapheme clusters) of a label. */
export const longestLabel = 64;

/**
 * What a reader counts as 64 characters can be many more UTF-16 units (an emoji family has 11). More
 * than this is none that anybody means, and counting a whole body of it takes 70 ms.
 */
const mostUnits = 2048;

/** Most characters of a title or subtitle. */
export const longestTitle = 80;

/** The label as it will be drawn, or `null` when it is too long. */
export function readLabel(text: string, mostCharacters: number = longestLabel): string | null {
  if (text.length > mostUnits) return null;
  const label = cleanLabel(text);
  return countGraphemes(label) > mostCharacters ? null : label;
}
