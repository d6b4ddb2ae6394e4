// Icons at the left of badges, drawn for this project: 14×14 units each, in one colour.

const signs = {
  /** A cube: a Minecraft server. */
  cube: [
    '<path d="M7 .8l5.6 2.8L7 6.4 1.4 3.6z"/>',
    '<path fill-opacity=".72" d="M1 4.7l5.5 2.7v5.8L1 10.4z"/>',
    '<path fill-opacity=".5" d="M13 4.7L7.5 7.4v5.8l5.5-2.8z"/>',
  ],
  /** A speech bubble with three dots: a Discord server. */
  bubble: [
    '<path fill-rule="evenodd" d="M3.4 1.5h7.2A2.4 2.4 0 0 1 13 3.9v3.9a2.4 2.4 0 0 1-2.4 2.4H7.3L4.2 13v-2.8h-.8A2.4 2.4 0 0 1 1 7.8V3.9a2.4 2.4 0 0 1 2.4-2.4z',
    'M4 4.9a.95.95 0 1 0 0 1.9.95.95 0 0 0 0-1.9zM7 4.9a.95.95 0 1 0 0 1.9.95.95 0 0 0 0-1.9zM10 4.9a.95.95 0 1 0 0 1.9.95.95 0 0 0 0-1.9z"/>',
  ],
  /** A controller: a Roblox game or group. */
  controller: [
    '<path fill-rule="evenodd" d="M4.2 3.4h5.6a3.4 3.4 0 0 1 3.3 2.6l.7 3a1.8 1.8 0 0 1-3.2 1.5L9.6 9H4.4l-1 1.5A1.8 1.8 0 0 1 .2 9l.7-3a3.4 3.4 0 0 1 3.3-2.6z',
    'M3.7 4.9v.9h-.9v1h.9v.9h1v-.9h.9v-1h-.9v-.9zM10.6 4.8a.75.75 0 1 0 0 1.5.75.75 0 0 0 0-1.5zM9.2 6.3a.75.75 0 1 0 0 1.5.75.75 0 0 0 0-1.5z"/>',
  ],
} as const satisfies Record<string, readonly string[]>;

export type BadgeSign = keyof typeof signs;

/** An icon as a `data:` URL, which an SVG can embed without a request. */
export function signUrl(sign: BadgeSign, color: string): string {
  const open = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 14 14" fill="${color}">`;
  const svg = `${open}${signs[sign].join('')}</svg>`;
  return `data:image/svg+xml;base64,${Buffer.from(svg).toString('base64')}`;
}
