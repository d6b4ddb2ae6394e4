import type { RenderType } from '../figure/render-types.ts';

/** Poses of `varied`: of figures that stand, face the viewer and are no wider than others. */
export const variedPoses = [
  'default',
  'crossed',
  'walking',
  'cheering',
  'marching',
  'dungeons',
] as const satisfies readonly RenderType[];

/** The pose of a player in a group of varied ones. @param player UUID or reference: the same always */
export function variedPose(player: string): RenderType {
  // FNV-1a over the UTF-16 units: any even distribution that never changes.
  let hash = 0x811c9dc5;
  for (let at = 0; at < player.length; at++) {
    hash = Math.imul(hash ^ player.charCodeAt(at), 0x01000193) >>> 0;
  }
  return variedPoses[((hash ^ (hash >>> 15)) >>> 0) % variedPoses.length]!;
}
