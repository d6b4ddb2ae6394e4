import type { SceneLight } from './scene.ts';

/** Shades from which a side counts as fully lit, and below which it counts as shaded. */
const [litShade, darkShade] = [250, 150] as const;

/**
 * How a scene's light changes the shades of a figure: bright ones take the colour of the light, dark
 * ones that of the shade. Maps each of 256 shades to a factor for each channel.
 */
export function shadesIn({ lit, shade }: SceneLight): Record<'red' | 'green' | 'blue', Uint8Array> {
  const channel = (at: 0 | 1 | 2): Uint8Array =>
    Uint8Array.from({ length: 256 }, (_, level) => {
      const share = Math.max(0, Math.min(1, (level - darkShade) / (litShade - darkShade)));
      return Math.min(255, Math.round(level * (shade[at] + (lit[at] - shade[at]) * share)));
    });
  return { red: channel(0), green: channel(1), blue: channel(2) };
}
