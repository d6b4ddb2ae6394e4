import { rarityNames, type AsName, type Rarity } from '../scenes/layout/cards.ts';
import { colourDigits, colourFrom } from './colours.ts';

// Values of the options of cards.

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
