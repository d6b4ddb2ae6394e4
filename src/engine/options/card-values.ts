import { rarityNames, type AsName, type Rarity } from '../scenes/layout/cards.ts';
import { colourDigits, colourFrom } from './colours.ts';

// Values of the options of cards.

/** The title of a picture for which none is given. */
export const ownTitles: Readonly<Partial<Record<AsName, string>>> = {
  advancement: 'Advancement made!',
};

const anyCase = (word: string): string => word.replaceAll(/./g, (c) => `[${c}${c.toUpperCase()}]`);

export const rarityPattern = `^(${rarityNames.map(anyCase).join('|')}|${colourDigits})$`;

/** A border is opaque. */
export function rarityFrom(given: string): Rarity {
  const name = rarityNames.find((one) => one === given.toLowerCase());
  if (name !== undefined) return name;
  const [red, green, blue] = colourFrom(given).map((part) => part.toString(16).padStart(2, '0'));
  return `#${red}${green}${blue}`;
}
