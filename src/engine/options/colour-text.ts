import { parseColour, type Colour } from '../image/background.ts';

const digits = '#?([0-9A-Fa-f]{3,4}|[0-9A-Fa-f]{6}|[0-9A-Fa-f]{8})';

/** Patterns of a colour, and of one or two colours. */
export const colourPattern = `^${digits}$` as const;
export const coloursPattern = `^${digits}(,${digits})?$` as const;

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
