import signs from './badge-signs.json' with { type: 'json' };

// Icons at the left of badges, drawn for this project: 14×14 units each, in one colour. A cube for a
// Minecraft server, a speech bubble for Discord, a controller for Roblox.

export type BadgeSign = keyof typeof signs;

/** An icon as a `data:` URL, which an SVG can embed without a request. */
export function signUrl(sign: BadgeSign, color: string): string {
  const open = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 14 14" fill="${color}">`;
  const svg = `${open}${signs[sign].join('')}</svg>`;
  return `data:image/svg+xml;base64,${Buffer.from(svg).toString('base64')}`;
}
