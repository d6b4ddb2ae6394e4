/** The beginning of a text: at most so many characters. The service counts as many, or fewer. */
export function cut(text: string, maxCharacters: number): string {
  return text.slice(0, [...new Intl.Segmenter().segment(text)][maxCharacters]?.index);
}

/** The same in UTF-16 units, without half an emoji at its end. */
export function cutUnits(text: string, maxUnits: number): string {
  return text.slice(0, maxUnits).replace(/\p{Cs}$/u, '');
}
