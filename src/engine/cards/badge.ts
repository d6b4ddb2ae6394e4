import { createRequire } from 'node:module';
import type * as BadgeMaker from 'badge-maker';
import { cleanLabel, splitGraphemes } from '../text/text.ts';
import signs from './badge-signs.json' with { type: 'json' };
import { choice, flag } from '../../common/schemas/fields.ts';
import { Type } from 'typebox';

export const badgeStyles = ['flat', 'flat-square', 'plastic', 'for-the-badge', 'social'] as const;

/** A badge: its subject and its value. */
export type Badge = {
  /** Text on the left; empty for none. Cut to one line of 64 characters. */
  readonly label: string;
  /** Text on the right; likewise. */
  readonly message: string;
  /** A name of `badgeColors`, or 3 or 6 hexadecimal digits. */
  readonly color: string;
  readonly style: (typeof badgeStyles)[number];
  /** Icon before the label; not drawn without a label, where it could be on any colour. */
  readonly sign: BadgeSign | null;
};

/** Options of a request: the properties of `badgeOptions`. */
export type BadgeChoices = Partial<Pick<Badge, 'label' | 'color' | 'style'>> & {
  readonly logo?: boolean;
};

/** A badge with the client's options in place of its own. */
export function chosenBadge(own: Omit<Badge, 'style'>, choices: BadgeChoices): Badge {
  const { logo = true, ...others } = choices;
  const { label = own.label, color = own.color, style = 'flat' } = others;
  return { label, color, style, message: own.message, sign: logo ? own.sign : null };
}

/** The badge for something that is not available; always grey. */
export function greyBadge(own: Omit<Badge, 'style' | 'color'>, choices: BadgeChoices): Badge {
  const color = 'lightgrey';
  return { ...chosenBadge({ ...own, color }, choices), color };
}

/** Named colours, as part of a pattern: those of the library, and what they mean. */
const badgeColorNames =
  'brightgreen|green|yellowgreen|yellow|orange|red|blue|grey|lightgrey|success|important|critical|informational|inactive';
export const badgeColors: readonly string[] = badgeColorNames.split('|');

/** Part of every validator of a badge; increased when the same badge gives other bytes. */
export const badgeVersion = 3;

/** A text in the library's SVG, with the length that the library has computed for it. */
const measuredText = / textLength="[\d.]+"([^<>]{0,99}>)([^<]*)/g;
/**
 * The library has no widths for these characters and takes each for an em: that would pull joined
 * letters apart. Others are known, or as wide as that.
 */
const guessedLetter =
  /(?![\p{scx=Latn}\p{scx=Grek}\p{scx=Cyrl}\p{scx=Hani}\p{scx=Hira}\p{scx=Kana}\p{scx=Hang}])\p{L}/u;

const maxGraphemes = 64;
/** Combining marks count with their letter; a character has some five units at most. */
const maxUnits = maxGraphemes * 8;

/** Loaded with the first badge: its table of widths takes four megabytes. */
const requireOnce = createRequire(import.meta.url);

/** Draws a badge as SVG. Takes a tenth of a millisecond, so it runs on the main thread. */
export function drawBadge({ label, message, color, style, sign }: Badge): string {
  const texts = { label: badgeText(label), message: badgeText(message) };
  const hasSign = sign !== null && texts.label.trim() !== '';
  // The background of the label is white in one style, dark grey in all others.
  const logoColour = style === 'social' ? '#333' : '#fff';
  const logo = hasSign && { logoBase64: signUrl(sign, logoColour) };
  const { makeBadge }: typeof BadgeMaker = requireOnce('badge-maker');
  return makeBadge({ ...texts, color, style, ...logo }).replaceAll(
    measuredText,
    (whole, end: string, text: string) => (guessedLetter.test(text) ? end + text : whole),
  );
}

/** One line of bounded length that is valid in XML (section 2.2). */
function badgeText(text: string): string {
  const clean = cleanLabel(text.slice(0, maxUnits)).replaceAll(/[\ufffe\uffff]/g, '');
  const graphemes = splitGraphemes(clean);
  return graphemes.length <= maxGraphemes
    ? clean
    : `${graphemes.slice(0, maxGraphemes - 1).join('')}…`;
}

// Icons at the left of badges, drawn for this project: 14×14 units each, in one colour. A cube for a
// Minecraft server, a speech bubble for Discord, a controller for Roblox.

type BadgeSign = keyof typeof signs;

/** An icon as a `data:` URL, which an SVG can embed without a request. */
function signUrl(sign: BadgeSign, color: string): string {
  const open = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 14 14" fill="${color}">`;
  const svg = `${open}${signs[sign].join('')}</svg>`;
  return `data:image/svg+xml;base64,${Buffer.from(svg).toString('base64')}`;
}

/** Options of all badges; properties of a query schema. */
export const badgeOptions = {
  style: choice(badgeStyles, 'The style of the badge.', 'flat'),
  label: Type.Optional(
    Type.String({
      maxLength: 64,
      description: 'The text on the left; an empty text omits that side.',
    }),
  ),
  color: Type.Optional(
    Type.String({
      maxLength: 16,
      pattern: `^(?:#?(?:[0-9a-fA-F]{3}|[0-9a-fA-F]{6})|${badgeColorNames})$` as const,
      'x-allowed': `3 or 6 hexadecimal digits, or ${badgeColors.slice(0, -1).join(', ')} or ${badgeColors.at(-1)}`,
      description: 'The colour on the right; by default it depends on the value.',
    }),
  ),
  logo: flag('Whether a small icon is shown before the label.', true),
} as const;

const badgeContent = { 'image/svg+xml': { schema: Type.String() } } as const;

/** Responses of badge routes. A badge that cannot be made is still a picture, because pages embed it. */
export const badgeResponses = {
  200: { description: 'The badge.', content: badgeContent },
  404: { description: 'A grey badge that names what was not found.', content: badgeContent },
  502: { description: 'A grey badge: the upstream does not answer.', content: badgeContent },
} as const;
