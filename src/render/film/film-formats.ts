/** The formats of films. */
export const filmFormats = ['webp', 'gif', 'apng'] as const;
export type FilmFormat = (typeof filmFormats)[number];
