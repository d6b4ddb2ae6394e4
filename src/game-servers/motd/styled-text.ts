import type { Edition } from '../target.ts';
import { readSectionCodes, withoutSectionCodes } from './section-codes.ts';
import { createRunList, plainStyle, safeText, type TextRun } from './text-run.ts';

/** A text as a server sent it, and read. */
export type StyledText = {
  /** With `§` codes, well-formed and bounded, but else as it came. */
  readonly raw: string;
  /** The same as styled text; lines are divided by `\n`. */
  readonly runs: readonly TextRun[];
};

/** A letter in a hexadecimal colour of its own takes fifteen units. */
const longestRawMotd = 16 * 1024;

/** Reads a message that is written with `§` codes. */
export function readMotd(text: string, edition: Edition): StyledText {
  const list = createRunList();
  readSectionCodes(text, list, { base: plainStyle, edition });
  return { raw: text.slice(0, longestRawMotd).toWellFormed(), runs: list.runs };
}

/** Letters of a version, a player's name, a mod. */
const longestName = 128;
/** Codes take two units a letter, at times more. */
const longestRawName = longestName * 16;

/** Reads one line with `§` codes: a version, a line of the list of players. */
export function readStyledLine(text: string, edition: Edition): StyledText {
  // Cut first: what is thrown away is not worked on.
  const raw = text.slice(0, longestRawName).toWellFormed();
  const list = createRunList({ chars: longestName, runs: 64, heads: 0 });
  readSectionCodes(raw.replaceAll('\n', ' '), list, { base: plainStyle, edition });
  return { raw, runs: list.runs };
}

/** One line of plain text of bounded length. */
export function shortText(text: string): string {
  const plain = withoutSectionCodes(text.slice(0, longestRawName));
  return safeText(plain).replaceAll('\n', ' ').trim().slice(0, longestName).toWellFormed();
}

/** The same of what may be missing; an empty text is not told. */
export function told(text: string | undefined): string | null {
  const short = shortText(text ?? '');
  return short === '' ? null : short;
}
