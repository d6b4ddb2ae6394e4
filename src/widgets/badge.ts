import { makeBadge } from 'badge-maker';
import { cleanLabel, splitGraphemes } from '../labels/text.ts';

export const badgeStyles = ['flat', 'flat-square', 'plastic', 'for-the-badge', 'social'] as const;

/** A badge: what it is about, and what is so. */
export type Badge = {
  /** On the left; empty: there is none. Any text, cut to one line of 64 characters. */
  readonly label: string;
  /** On the right; the same. */
  readonly message: string;
  /** A name of `badgeColors`, or 3 or 6 hexadecimal digits. */
  readonly color: string;
  readonly style: (typeof badgeStyles)[number];
};

/** The colours that have names: those of the library, and what they stand for. */
export const badgeColors = [
  'brightgreen',
  'green',
  'yellowgreen',
  'yellow',
  'orange',
  'red',
  'blue',
  'grey',
  'lightgrey',
  'success',
  'important',
  'critical',
  'informational',
  'inactive',
] as const;

/** Part of every validator of a badge: counted up whenever the same badge gives other bytes. */
export const badgeVersion = 1;

const maxGraphemes = 64;
/** Marks on letters that are counted as one with them; a character has some five units at most. */
const maxUnits = maxGraphemes * 8;

/** Draws a badge as SVG. Costs a tenth of a millisecond, so it is drawn where it is sent. */
export function drawBadge({ label, message, color, style }: Badge): string {
  return makeBadge({ label: badgeText(label), message: badgeText(message), color, style });
}

/** One line of text that XML can hold (its section 2.2), and nobody has to scroll for. */
function badgeText(text: string): string {
  const clean = cleanLabel(text.slice(0, maxUnits)).replaceAll(/[\ufffe\uffff]/g, '');
  const graphemes = splitGraphemes(clean);
  return graphemes.length <= maxGraphemes
    ? clean
    : `${graphemes.slice(0, maxGraphemes - 1).join('')}…`;
}
