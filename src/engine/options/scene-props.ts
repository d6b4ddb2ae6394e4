import type { EtagPart } from '../../common/cache/context.ts';

/** What stands in the scene of a server besides its players; no client can ask for it. */
export type SceneProps = {
  /** Whether there is a campfire, where nobody is yet. */
  readonly hasFire: boolean;
  /** On a signpost at the end of the group; empty for none. */
  readonly sign: string;
  /** Hangs at the title: a PNG of 64×64 pixels with a checked header. */
  readonly flag: { readonly revision: string; readonly png: Uint8Array } | null;
};

export const noProps: SceneProps = { hasFire: false, sign: '', flag: null };

/** Whether a picture has any. */
export function hasProps({ hasFire, sign, flag }: SceneProps): boolean {
  return hasFire || sign !== '' || flag !== null;
}

/** What the pixels of a picture depend on. */
export function keyOfProps({ hasFire, sign, flag }: SceneProps): EtagPart {
  return [hasFire, sign, flag && flag.revision];
}
