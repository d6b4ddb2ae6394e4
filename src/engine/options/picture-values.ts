import { Type } from 'typebox';
import { parseColour, type Colour, type Gradient } from '../image/background.ts';
import { rarityNames, type AsName, type Rarity } from '../scenes/layout/cards.ts';
import { badRequest } from '../../common/errors/lineup-error.ts';
import { cleanLabel, countGraphemes } from '../text/text.ts';

// How the values of a picture's options, and of texts, become canonical.

const colourDigits = '#?([0-9A-Fa-f]{3,4}|[0-9A-Fa-f]{6}|[0-9A-Fa-f]{8})';

/** One or two colours. */
export const coloursPattern = `^${colourDigits}(,${colourDigits})?$` as const;

/** A colour in a request. */
export const colourSchema = (description: string) =>
  Type.String({
    maxLength: 9,
    pattern: `^${colourDigits}$` as const,
    'x-allowed': 'a colour of 3, 4, 6 or 8 hexadecimal digits, such as 1e90ff',
    description,
  });

/** Parses a colour of a request: `#abc` is opaque `aabbccff`. */
export function colourFrom(text: string): Colour {
  return parseColour(fullColour(text));
}

/** A colour as `rrggbbaa`; `null` if it is fully transparent or absent. */
export function visibleColour(text: string | undefined): string | null {
  const colour = text === undefined ? '00' : fullColour(text);
  return colour.endsWith('00') ? null : colour;
}

function fullColour(text: string): string {
  const short = text.replace('#', '').toLowerCase();
  const full = short.length < 6 ? short.replaceAll(/./g, '$&$&') : short;
  return full.length === 6 ? `${full}ff` : full;
}

/** A background; `null` for one that nobody can see. */
export function gradientOf(background: string, angleDegrees = 180): Gradient | null {
  const [from = background, to = from] = background.split(',');
  const ends = { from: colourFrom(from), to: colourFrom(to) };
  // One colour has no direction.
  const isOne = ends.from.every((part, index) => part === ends.to[index]);
  const gradient = { ...ends, angleDegrees: isOne ? 180 : angleDegrees };
  return gradient.from[3] === 0 && gradient.to[3] === 0 ? null : gradient;
}

/** The title of a picture for which none is given. */
export const ownTitles: Readonly<Partial<Record<AsName, string>>> = {
  advancement: 'Advancement made!',
};

/** The names in any case. */
const names =
  '[Cc][Oo][Mm][Mm][Oo][Nn]|[Rr][Aa][Rr][Ee]|[Ee][Pp][Ii][Cc]|[Ll][Ee][Gg][Ee][Nn][Dd][Aa][Rr][Yy]';

export const rarityPattern = `^(${names}|${colourDigits})$` as const;

/** A border is opaque. */
export function rarityFrom(given: string): Rarity {
  const name = rarityNames.find((one) => one === given.toLowerCase());
  if (name !== undefined) return name;
  const [red, green, blue] = colourFrom(given).map((part) => part.toString(16).padStart(2, '0'));
  return `#${red}${green}${blue}`;
}

/** Most characters (grapheme clusters) of a label, and of a title or subtitle. */
export const longestLabel = 64;
const longestTitle = 80;

/** UTF-16 units of 64 visible characters (an emoji family has 11); counting a body takes 70 ms. */
const maxUnits = 2048;

/**
 * The cleaned title; empty for none.
 * @throws {LineupError} `bad-request` that names the field, if it is too long
 */
export function titleFrom(text: string | undefined, fieldPath: string): string {
  return labelFrom(text, fieldPath, longestTitle);
}

/** The same for a label. */
export function labelFrom(text = '', fieldPath: string, maxCharacters = longestLabel): string {
  const label = text.length > maxUnits ? null : cleanLabel(text);
  if (label !== null && countGraphemes(label) <= maxCharacters) return label;
  throw badRequest(`${fieldPath}: must be at most ${maxCharacters} characters long`);
}
