import { glowSide } from './sides.ts';

/**
 * Texels of which some have their full colours, neither shaded nor lit.
 * @param texels see `Plan`
 * @param glow 1 for each texel of the atlas that glows; it may end before the atlas does
 */
export function glowing(texels: Uint32Array, glow: Uint8Array): Uint32Array {
  return texels.map((word) => (glow[word >>> 8] === 1 ? (word & ~255) | glowSide : word));
}
