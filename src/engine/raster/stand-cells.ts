import { free } from '../image/free.ts';
import type { StackColours, Stacks } from './colour-stacks.ts';
import { cellBits } from './plan.ts';

/**
 * The stacks of a raised overlay for one sheet, whose holes decide which cells exist:
 * behind an existing cell is drawn neither another texel of the same cell nor, behind
 * translucent cells, more of the same run of them, of which only the first wall counts.
 * @param lit what the texels look like
 * @returns stacks as a flat overlay has them; new memory.
 */
export function standVoxels(
  { stackTexels, stackBehind }: Stacks,
  lit: Pick<StackColours, 'pixel'>,
): Stacks {
  const count = stackTexels.length;
  const texels = new Uint32Array(count);
  const behind = new Uint32Array(count);
  /** What a translucent cell right in front of a stack has behind it. */
  const behindGlass = new Uint32Array(count);
  for (let stack = 1; stack < count; stack++) {
    const word = stackTexels[stack]!;
    const texel = word & cellBits.rest;
    texels[stack] = texel;
    behind[stack] = stackBehind[stack]!;
    behindGlass[stack] = stack;
    const alpha = lit.pixel[texel]! >>> 24;
    if (alpha === 0) {
      if (word >= cellBits.isEdge) behindGlass[stack] = behindGlass[stackBehind[stack]!]!;
      continue;
    }
    let last = stack;
    while (stackTexels[last]! >= cellBits.isEdge) last = stackBehind[last]!;
    const next = stackBehind[last]!;
    if (alpha === 255) {
      behind[stack] = next;
      continue;
    }
    const touches = (stackTexels[last]! & cellBits.touches) !== 0;
    behind[stack] = touches ? behindGlass[next]! : next;
    behindGlass[stack] = behind[stack]!;
  }
  free(behindGlass);
  return { stackTexels: texels, stackBehind: behind };
}
