import { createArt, paint, type Art } from './art/art.ts';
import { paintBlock, paintFront, paintLying, type Terrain } from './art/ground.ts';
import { plainStone } from './backgrounds/plain.ts';
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
