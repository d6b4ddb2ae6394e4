import { parseColour, type Colour } from '../render/image/background.ts';

const digits = '#?([0-9A-Fa-f]{3,4}|[0-9A-Fa-f]{6}|[0-9A-Fa-f]{8})';

/** What a colour looks like in a request, and one or two of them. */
export const colourPattern = `^${digits}$`;
export const coloursPattern = `^${digits}(,${digits})?$`;

/** A colour as it is written in requests: `#abc` is opaque `aabbccff`. */
export function colourFrom(text: string): Colour {
  return parseColour(fullColour(text));
}

/** `rrggbbaa` of what is said; one that is wholly transparent is none. */
export function visibleColour(text: string | undefined): string | null {
  const colour = text === undefined ? '00' : fullColour(text);
  return colour.endsWith('00') ? null : colour;
}

function fullColour(text: string): string {
  const short = text.replace('#', '').toLowerCase();
  const full = short.length < 6 ? short.replaceAll(/./g, '$&$&') : short;
  return full.length === 6 ? `${full}ff` : full;
}
