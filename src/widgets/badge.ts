import { makeBadge } from 'badge-maker';
import { cleanLabel, splitGraphemes } from '../labels/text.ts';
import { signUrl, type BadgeSign } from './badge-signs.ts';

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
  /** Before the label; not drawn without one, where it could stand on any colour. */
  readonly sign: BadgeSign | null;
};

/** What a client can say of a badge: the properties of `badgeOptions`. */
export type BadgeChoices = Partial<Pick<Badge, 'label' | 'color' | 'style'>> & {
  readonly logo?: boolean;
};

/** A badge, with what its client has chosen in place of its own. */
export function chosenBadge(own: Omit<Badge, 'style'>, choices: BadgeChoices): Badge {
  const { logo = true, ...others } = choices;
  const { label = own.label, color = own.color, style = 'flat' } = others;
  return { label, color, style, message: own.message, sign: logo ? own.sign : null };
}

/** The badge in the place of one of something that can't be told of, whatever colour was chosen. */
export function greyBadge(own: Omit<Badge, 'style' | 'color'>, choices: BadgeChoices): Badge {
  const color = 'lightgrey';
  return { ...chosenBadge({ ...own, color }, choices), color };
}

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
export const badgeVersion = 3;

/**
 * The length that the library sets a text with such letters to. It has no widths of them, and takes each
 * for as wide as an em: so far apart, letters that are joined would fall to pieces. The others it knows,
 * or they are that wide.
 */
const guessedLength =
  / textLength="[\d.]+"(?=[^>]*>[^<]*[\p{L}--[\p{scx=Latn}\p{scx=Grek}\p{scx=Cyrl}\p{scx=Hani}\p{scx=Hira}\p{scx=Kana}\p{scx=Hang}]])/gv;

const maxGraphemes = 64;
/** Marks on letters that are counted as one with them; a character has some five units at most. */
const maxUnits = maxGraphemes * 8;

/** Draws a badge as SVG. Costs a tenth of a millisecond, so it is drawn where it is sent. */
export function drawBadge({ label, message, color, style, sign }: Badge): string {
  const texts = { label: badgeText(label), message: badgeText(message) };
  const hasSign = sign !== null && texts.label.trim() !== '';
  // The label's ground is white in one style, dark grey in all others.
  const ink = style === 'social' ? '#333' : '#fff';
  const logo = hasSign && { logoBase64: signUrl(sign, ink) };
  return makeBadge({ ...texts, color, style, ...logo }).replaceAll(guessedLength, '');
}

/** One line of text that XML can hold (its section 2.2), and nobody has to scroll for. */
function badgeText(text: string): string {
  const clean = cleanLabel(text.slice(0, maxUnits)).replaceAll(/[\ufffe\uffff]/g, '');
  const graphemes = splitGraphemes(clean);
  return graphemes.length <= maxGraphemes
    ? clean
    : `${graphemes.slice(0, maxGraphemes - 1).join('')}…`;
}
