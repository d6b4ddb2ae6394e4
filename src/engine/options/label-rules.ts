import { badRequest } from '../../common/errors/lineup-error.ts';
import { cleanLabel, countGraphemes } from '../text/text.ts';

/** Most characters (grapheme clusters) of a label. */
export const longestLabel = 64;

/** UTF-16 units of 64 visible characters (an emoji family has 11); counting a body takes 70 ms. */
const maxUnits = 2048;

/** Most characters of a title or subtitle. */
const longestTitle = 80;

/**
 * The cleaned title; empty for none.
 * @throws {LineupError} `bad-request` that names the field, if it is too long
 */
export function titleFrom(text: string | undefined, fieldPath: string): string {
  return cleanText(text, fieldPath, longestTitle);
}

/** The same for a label. */
export function labelFrom(text: string | undefined, fieldPath: string): string {
  return cleanText(text, fieldPath, longestLabel);
}

function cleanText(text = '', fieldPath: string, maxCharacters: number): string {
  const clean = readLabel(text, maxCharacters);
  if (clean !== null) return clean;
  throw badRequest(`${fieldPath}: must be at most ${maxCharacters} characters long`);
}

/** The cleaned label, or `null` if it is too long. */
export function readLabel(text: string, maxCharacters: number = longestLabel): string | null {
  if (text.length > maxUnits) return null;
  const label = cleanLabel(text);
  return countGraphemes(label) > maxCharacters ? null : label;
}
