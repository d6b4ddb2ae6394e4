import { splitGraphemes } from '../../src/engine/text/text.ts';

/** The beginning of a text: at most so many characters, as the service counts them. */
export function cut(text: string, maxCharacters: number): string {
  return splitGraphemes(text).slice(0, maxCharacters).join('');
}

/** The same in UTF-16 units, without half an emoji at its end. */
export function cutUnits(text: string, maxUnits: number): string {
  return text.slice(0, maxUnits).replace(/\p{Cs}$/u, '');
}
