import { withoutSectionCodes } from './section-codes.ts';
import { safeText } from './text-run.ts';

/** One line of plain text of bounded length: a version, a player's name, a mod. */
export function shortText(text: string, mostChars: number): string {
  // Cut first: what is thrown away is not worked on. Codes take two units a letter, at times more.
  const plain = withoutSectionCodes(text.slice(0, mostChars * 16));
  return safeText(plain).replaceAll('\n', ' ').trim().slice(0, mostChars).toWellFormed();
}
