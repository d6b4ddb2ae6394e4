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
import { type RgbaImage, asWords } from '../image/canvas.ts';
import { meadow } from './backgrounds/meadow.ts';
import { night } from './backgrounds/night.ts';
import { desert } from './backgrounds/desert.ts';
import { snow } from './backgrounds/snow.ts';
import { cave } from './backgrounds/cave.ts';
import { inferno } from './backgrounds/inferno.ts';
import { voidScene } from './backgrounds/void.ts';
import { stage } from './backgrounds/stage.ts';
import type { SceneName } from './layout/sizes.ts';

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
  scene.paintAir?.(art, terrain, phase);
  for (const block of terrain.blocks) paintBlock(art, block, scene.ground, scene.shadow);
  paintFront(art, terrain, scene.ground);
  return art;
}

/** Draws only what is behind the ground of a scene; the rest is transparent. */
export function paintBehind(
  scene: Scene,
  { columns, rows }: ArtSize,
  { terrain, phase }: { readonly terrain: Terrain; readonly phase: number },
): Art {
  const art = createArt(columns, rows);
  scene.paintBackdrop(art, terrain, phase);
  return art;
}

/** Draws only the blocks; the rest is transparent. */
export function paintBlocks({ columns, rows }: ArtSize, { blocks }: Terrain): Art {
  const art = createArt(columns, rows);
  for (const block of blocks) paintBlock(art, block, plainStone, black);
  return art;
}

/** Material of blocks without a scene: grey stone that suits any background. */
const plainStone: Material = {
  top: lying(paints('#8d91a5 #949ab0 #878b9f'), paints('#9a9fb4 #a2a7bb #9398ad')),
  lip: () => paint('#bcc1d2'),
  front: mottled(paints('#5f6378 #666a80 #6d7188 #74788f'), paint('#3a3d4e')),
  mark: { lit: paint('#f2f4fb'), dark: paint('#2e3040') },
};

/** Fills a picture with art, each art pixel a square of `artPx`; the rest is clipped. */
export function enlarge(picture: RgbaImage, { columns, rows, words }: Art, artPx: number): void {
  const { widthPx, heightPx } = picture;
  const into = asWords(picture);
  for (let row = 0; row < rows; row++) {
    const top = row * artPx;
    if (top >= heightPx) return;
    const start = top * widthPx;
    const end = start + widthPx;
    for (let column = row * columns, at = start; at < end; column++) {
      const word = words[column]!;
      // For so few pixels, calling `fill` would take longer.
      for (const next = Math.min(at + artPx, end); at < next; at++) into[at] = word;
    }
    for (let copy = 1; copy < artPx && top + copy < heightPx; copy++) {
      into.copyWithin(start + copy * widthPx, start, start + widthPx);
    }
  }
}

/** All scenes; `docs/scenes.md` describes how to add one. */
export const scenes = {
  meadow,
  night,
  desert,
  snow,
  cave,
  inferno,
  void: voidScene,
  stage,
} as const satisfies Record<SceneName, Scene>;
