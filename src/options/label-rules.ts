import { LineupError } from '../errors/lineup-error.ts';
import { cleanLabel, countGraphemes } from '../text/text.ts';

/** Most characters (grapheme clusters) of a label. */
export const longestLabel = 64;

/**
 * 64 visible characters can be many more UTF-16 units (an emoji family has 11). Nobody needs more than
 * this, and counting a whole body takes 70 ms.
 */
const mostUnits = 2048;

/** Most characters of a title or subtitle. */
const longestTitle = 80;

/**
 * The cleaned title; empty for none.
 * @throws {LineupError} `bad-request` that names the field, if it is too long
 */
export function titleFrom(text: string | undefined, fieldPath: string): string {
  const title = readLabel(text ?? '', longestTitle);
  if (title !== null) return title;
  const problem = `must be at most ${longestTitle} characters long`;
  throw new LineupError('bad-request', `${fieldPath}: ${problem}`);
}

/** The cleaned label, or `null` if it is too long. */
export function readLabel(text: string, mostCharacters: number = longestLabel): string | null {
  if (text.length > mostUnits) return null;
  const label = cleanLabel(text);
  return countGraphemes(label) > mostCharacters ? null : label;
}
