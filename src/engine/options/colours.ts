import { Type } from 'typebox';
import { parseColour, type Colour, type Gradient } from '../image/background.ts';

// Colours as clients write them.

export const colourDigits = '#?([0-9A-Fa-f]{3,4}|[0-9A-Fa-f]{6}|[0-9A-Fa-f]{8})';

/** Patterns of a colour, and of one or two colours. */
const colourPattern = `^${colourDigits}$` as const;

export const coloursPattern = `^${colourDigits}(,${colourDigits})?$` as const;

/** A colour in a request. */
export const colourSchema = (description: string) =>
  Type.String({
    maxLength: 9,
    pattern: colourPattern,
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
  const gradient = { from: colourFrom(from), to: colourFrom(to), angleDegrees };
  return gradient.from[3] === 0 && gradient.to[3] === 0 ? null : gradient;
}
