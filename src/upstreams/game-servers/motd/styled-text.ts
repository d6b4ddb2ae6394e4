import type { Edition } from '../target.ts';
import { readSectionCodes, withoutSectionCodes } from './section-codes.ts';
import { createRunList, plainStyle, safeText, type TextRun } from './text-run.ts';

/** A text, raw and parsed. */
export type StyledText = {
  /** As sent, with `§` codes, but well-formed and bounded. */
  readonly raw: string;
  /** The parsed text; lines are separated by `\n`. */
  readonly runs: readonly TextRun[];
};

/** A character with a hexadecimal colour takes fifteen units. */
const longestRawMotd = 16 * 1024;

/** Parses a MOTD with `§` codes. */
export function readMotd(text: string, edition: Edition): StyledText {
  const list = createRunList();
  readSectionCodes(text, list, { base: plainStyle, edition });
  return { raw: text.slice(0, longestRawMotd).toWellFormed(), runs: list.runs };
}

/** Maximum length of a version, player name or mod. */
const longestName = 128;
/** Codes take at least two units for each character. */
const longestRawName = longestName * 16;

/** Parses one line with `§` codes: a version, a line of the player list. */
export function readStyledLine(text: string, edition: Edition): StyledText {
  // Cut first to save work.
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

/** The same for an optional text; an empty one becomes null. */
export function textOrNull(text: string | undefined): string | null {
  const short = shortText(text ?? '');
  return short === '' ? null : short;
}
