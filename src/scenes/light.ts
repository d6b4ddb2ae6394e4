import type { SceneLight } from './scene.ts';

/** Shades from which on a side counts as wholly lit, and down to which it is in its own shade. */
const [litShade, darkShade] = [250, 150] as const;

/**
 * What a place makes of the shades that a figure is drawn with: what is bright has the colour of its
 * light, what is dark that of its shade. For each of 256 shades, what is left of each channel.
 */
export function shadesIn({ lit, shade }: SceneLight): Record<'red' | 'green' | 'blue', Uint8Array> {
  const channel = (at: 0 | 1 | 2): Uint8Array =>
    Uint8Array.from({ length: 256 }, (_, level) => {
      const share = Math.max(0, Math.min(1, (level - darkShade) / (litShade - darkShade)));
      return Math.min(255, Math.round(level * (shade[at] + (lit[at] - shade[at]) * share)));
    });
  return { red: channel(0), green: channel(1), blue: channel(2) };
}
