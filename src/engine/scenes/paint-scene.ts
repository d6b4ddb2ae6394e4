import { createArt, paint, type Art, paints } from './art/art.ts';
import {
  paintBlock,
  paintFront,
  paintLying,
  type Terrain,
  type Material,
  lying,
  mottled,
} from './art/ground.ts';
import type { Scene } from './scene.ts';

const black = paint('#000000');

export type ArtSize = Pick<Art, 'columns' | 'rows'>;

/**
 * Draws a scene from sky to ground, without figures; opaque.
 * @param phase of what lives in it, 0 … 1
 */
export function paintScene(
  scene: Scene,
  { columns, rows }: ArtSize,
  { terrain, phase }: { readonly terrain: Terrain; readonly phase: number },
): Art {
  const art = createArt(columns, rows);
  scene.paintBackdrop(art, terrain, phase);
  paintLying(art, terrain, scene.ground);
  scene.paintDetails(art, terrain, phase);
  for (const block of terrain.blocks) paintBlock(art, block, scene.ground, scene.shadow);
  paintFront(art, terrain, scene.ground);
  return art;
}

/** Draws only the blocks; the rest is transparent. */
export function paintBlocks({ columns, rows }: ArtSize, { blocks }: Terrain): Art {
  const art = createArt(columns, rows);
  for (const block of blocks) paintBlock(art, block, plainStone, black);
  return art;
}

/** Material of blocks without a scene: grey stone that suits any background. */
export const plainStone: Material = {
  top: lying(paints('#8d91a5 #949ab0 #878b9f'), paints('#9a9fb4 #a2a7bb #9398ad')),
  lip: () => paint('#bcc1d2'),
  front: mottled(paints('#5f6378 #666a80 #6d7188 #74788f'), paint('#3a3d4e')),
  mark: { lit: paint('#f2f4fb'), dark: paint('#2e3040') },
};
