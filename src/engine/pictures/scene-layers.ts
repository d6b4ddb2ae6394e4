import { LRUCache } from 'lru-cache';
import { blendOver, createImage, type RgbaImage } from '../image/canvas.ts';
import type { SceneJob } from '../options/jobs.ts';
import { paint, type Art } from '../scenes/art/art.ts';
import type { Terrain } from '../scenes/art/ground.ts';
import { paintShadows, type Shading } from '../scenes/art/shadow.ts';
import { journeyOf, paintPassingGround } from './journey.ts';
import type { Layout } from '../scenes/layout/request.ts';
import type { SizePx, SceneName } from '../scenes/layout/sizes.ts';
import { enlarge, paintBehind, paintBlocks, paintScene, scenes } from '../scenes/paint-scene.ts';
import { free } from '../image/scratch.ts';

type Ground = {
  readonly artPx: number;
  readonly terrain: Terrain;
  /** Of what lives in the scene, 0 … 1; 0 in a picture that does not move. */
  readonly phase: number;
  /** Whether the ground itself is not in the layer, because it passes. */
  readonly passes: boolean;
};

/**
 * Painted scenes without figures, cached in a worker.
 * @param maxBytes limit of cached layers; one of a link preview takes 120 kB
 */
export function createSceneLayers(maxBytes: number) {
  const cached = new LRUCache<string, Art>({
    maxSize: maxBytes,
    sizeCalculation: ({ words }) => words.byteLength,
    // Safe, because callers only get copies.
    dispose: ({ words }) => free(words),
  });
  return {
    /** A copy of the painted background in art pixels. @param scene `null` for a plain background */
    layer: (scene: SceneName | null, [widthPx, heightPx]: SizePx, ground: Ground): Art => {
      const { artPx, terrain, phase, passes } = ground;
      const size = { columns: Math.ceil(widthPx / artPx), rows: Math.ceil(heightPx / artPx) };
      const key = JSON.stringify([scene, size, terrain, phase, passes]);
      const known = cached.get(key);
      if (known !== undefined) return { ...known, words: known.words.slice() };
      const art =
        scene === null
          ? paintBlocks(size, terrain)
          : (passes ? paintBehind : paintScene)(scenes[scene], size, { terrain, phase });
      cached.set(key, { ...art, words: art.words.slice() });
      return art;
    },
  };
}

export type SceneLayers = ReturnType<typeof createSceneLayers>;

const black = paint('#000000');

type Painting = {
  readonly layers: SceneLayers;
  readonly phase: number;
  /** On a journey: which share of the way of a round the ground has passed. */
  readonly passed: number;
};

/** Paints the scene of a job, its blocks and shadows. */
export function paintGround(
  picture: RgbaImage,
  job: SceneJob,
  layout: Layout,
  { layers, phase, passed }: Painting,
): void {
  const shadows = job.shadow ? layout.shadows : [];
  const { artPx, terrain, sizePx } = layout;
  const needsArt = job.scene !== null || terrain.blocks.length > 0 || shadows.length > 0;
  if (!needsArt) return;
  const journey = journeyOf(job);
  const passes = journey !== null;
  const art = layers.layer(job.scene, sizePx, { artPx, terrain, phase, passes });
  if (passes) {
    enlarge(picture, art, artPx);
    paintPassingGround(picture, layout, journey, { phase, passed });
    art.words.fill(0);
    scenes[journey.scene].paintAir?.(art, terrain, phase);
  }
  paintShadows(art, shadows, shadingOf(job));
  if (job.scene !== null && !passes) {
    enlarge(picture, art, artPx);
  } else {
    const over = createImage(picture.widthPx, picture.heightPx);
    enlarge(over, art, artPx);
    blendOver(picture, over, 0, 0);
    free(over.data);
  }
  free(art.words);
}

function shadingOf({ scene, animation, background }: SceneJob): Shading {
  if (scene === null) {
    const isHard = animation?.format === 'gif' && background === null;
    return { colour: black, key: [0, 1, 0], isHard };
  }
  const { shadow, light } = scenes[scene];
  return { colour: shadow, key: light.key };
}
