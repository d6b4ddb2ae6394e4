import { parseColour, type Colour } from '../render/image/background.ts';

const digits = '#?([0-9A-Fa-f]{3,4}|[0-9A-Fa-f]{6}|[0-9A-Fa-f]{8})';

/** What a colour looks like in a request, and one or two of them. */
export const colourPattern = `^${digits}$`;
export const coloursPattern = `^${digits}(,${digits})?$`;

/** A colour as it is written in requests: `#abc` is opaque `aabbccff`. */
export function colourFrom(text: string): Colour {
  const short = text.replace('#', '').toLowerCase();
  const full = short.length < 6 ? short.replaceAll(/./g, '$&$&') : short;
  return parseColour(full.length === 6 ? `${full}ff` : full);
}
