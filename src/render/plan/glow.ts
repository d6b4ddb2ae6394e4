import type { Stacks } from './colour-stacks.ts';
import { glowSide } from './sides.ts';

/**
 * Stacks in which some texels have their full colours, neither shaded nor lit.
 * @param glow 1 for each texel of the atlas that glows; it may end before the atlas does
 */
export function glowing({ stackTexels, stackBehind }: Stacks, glow: Uint8Array): Stacks {
  const texels = stackTexels.slice();
  for (let stack = 1; stack < texels.length; stack++) {
    const word = texels[stack]!;
    if (glow[word >>> 8] === 1) texels[stack] = (word & ~255) | glowSide;
  }
  return { stackTexels: texels, stackBehind };
}
