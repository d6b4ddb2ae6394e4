import type { ColouredLight, Stacks } from './colour-stacks.ts';

/** No surface is quite dark, so that this shade is free for texels that glow. */
const glowShade = 0;

/**
 * Stacks and a light in which some texels have their full colours, neither shaded nor lit.
 * @param glow 1 for each texel of the atlas that glows; it may end before the atlas does
 */
export function glowing(
  { stackTexels, stackBehind }: Stacks,
  light: ColouredLight,
  glow: Uint8Array,
): { readonly stacks: Stacks; readonly light: ColouredLight } {
  const texels = stackTexels.slice();
  for (let stack = 1; stack < texels.length; stack++) {
    const word = texels[stack]!;
    if (glow[word >>> 8] === 1) texels[stack] = (word & ~255) | glowShade;
  }
  return {
    stacks: { stackTexels: texels, stackBehind },
    light: { red: bright(light.red), green: bright(light.green), blue: bright(light.blue) },
  };
}

function bright(shades: Uint8Array): Uint8Array {
  return shades.with(glowShade, 255);
}
