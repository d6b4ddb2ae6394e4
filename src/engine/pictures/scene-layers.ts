import { LRUCache } from 'lru-cache';
import type { Art } from '../scenes/art/art.ts';
import type { Terrain } from '../scenes/art/ground.ts';
import type { SizePx, SceneName } from '../scenes/layout/sizes.ts';
import { paintBlocks, paintScene, scenes } from '../scenes/paint-scene.ts';
import { free } from '../image/scratch.ts';

/** Painted scenes without figures, cached in a worker. */
export type SceneLayers = {
  /** A copy of the painted background in art pixels. @param scene `null` for a plain background */
  readonly layer: (
    scene: SceneName | null,
    sizePx: SizePx,
    ground: {
      readonly artPx: number;
      readonly terrain: Terrain;
      /** Of what lives in the scene, 0 … 1; 0 in a picture that does not move. */
      readonly phase: number;
    },
  ) => Art;
};

/** @param maxBytes limit of cached layers; one of a link preview takes 120 kB */
export function createSceneLayers(maxBytes: number): SceneLayers {
  const cached = new LRUCache<string, Art>({
    maxSize: maxBytes,
    sizeCalculation: ({ words }) => words.byteLength,
    // Safe, because callers only get copies.
    dispose: ({ words }) => free(words),
  });
  return {
    layer: (scene, [widthPx, heightPx], { artPx, terrain, phase }) => {
      const size = { columns: Math.ceil(widthPx / artPx), rows: Math.ceil(heightPx / artPx) };
      const key = JSON.stringify([scene, size, terrain, phase]);
      const known = cached.get(key);
      if (known !== undefined) return { ...known, words: known.words.slice() };
      const art =
        scene === null
          ? paintBlocks(size, terrain)
          : paintScene(scenes[scene], size, { terrain, phase });
      cached.set(key, { ...art, words: art.words.slice() });
      return art;
    },
  };
}
