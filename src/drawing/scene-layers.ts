import { LRUCache } from 'lru-cache';
import { giveBack } from '../render/image/give-back.ts';
import type { Art } from '../scenes/art/art.ts';
import type { Terrain } from '../scenes/art/ground.ts';
import type { SizePx } from '../scenes/layout/sizes.ts';
import { paintBlocks, paintScene } from '../scenes/paint-scene.ts';
import { scenes, type SceneName } from '../scenes/scenes.ts';

/** The places of a worker as they were painted, without anybody in them. */
export type SceneLayers = {
  /** Sky and ground in art pixels, to be painted on: a copy. @param scene `null`: blocks only */
  readonly layer: (
    scene: SceneName | null,
    sizePx: SizePx,
    ground: { readonly artPx: number; readonly terrain: Terrain },
  ) => Art;
};

/** @param maxBytes ceiling of those that are kept; one of a link preview takes 120 kB. */
export function createSceneLayers(maxBytes: number): SceneLayers {
  const kept = new LRUCache<string, Art>({
    maxSize: maxBytes,
    sizeCalculation: ({ words }) => words.byteLength,
    // Nobody draws with it: what is handed out are copies.
    dispose: ({ words }) => giveBack(words),
  });
  return {
    layer: (scene, [widthPx, heightPx], { artPx, terrain }) => {
      const size = { columns: Math.ceil(widthPx / artPx), rows: Math.ceil(heightPx / artPx) };
      const key = JSON.stringify([scene, size, terrain]);
      const known = kept.get(key);
      if (known !== undefined) return { ...known, words: known.words.slice() };
      const art =
        scene === null ? paintBlocks(size, terrain) : paintScene(scenes[scene], size, terrain);
      kept.set(key, { ...art, words: art.words.slice() });
      return art;
    },
  };
}
