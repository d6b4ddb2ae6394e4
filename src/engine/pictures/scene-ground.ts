import { LRUCache } from 'lru-cache';
import { blendOver, createImage, type RgbaImage } from '../image/canvas.ts';
import { viewOf } from '../scenes/scene.ts';
import type { SceneJob, PosedFigure } from '../options/jobs.ts';
import { paint, type Art } from '../scenes/art/art.ts';
import type { Terrain } from '../scenes/art/ground.ts';
import { paintShadows, type Shading } from '../scenes/art/shadow.ts';
import type { Layout } from '../scenes/layout/request.ts';
import type { SizePx, SceneName } from '../scenes/layout/sizes.ts';
import {
  enlarge,
  paintBehind,
  paintBlocks,
  paintScene,
  scenes,
  enlargePassing,
  paintPassing,
} from '../scenes/paint-scene.ts';
import { free } from '../image/scratch.ts';
import { strides } from '../figure/gaits.ts';
import { renderTypes, type RenderType, type RenderTypeRow } from '../figure/render-types.ts';
import { sineCosine } from '../figure/vector.ts';
import type { Turn } from '../scenes/layout/arrangements.ts';
import { edgeRows } from '../scenes/layout/fit-group.ts';
import { scenePitchDegrees } from './members.ts';

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
          : (passes ? paintBehind : paintScene)(scenes[scene], { ...size, terrain, phase });
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
    scenes[journey.scene].paintAir?.(art, viewOf(terrain), phase);
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

/** A group that gets on: all of its figures walk, or all run, in a scene whose ground passes below them. */
export type Journey = {
  readonly scene: SceneName;
  /** Units that the ground passes in a round, as it is seen from the side. */
  readonly strideUnits: number;
  /** 1 if they go to the right, so that the ground passes to the left. */
  readonly direction: 1 | -1;
  /** Whose view is that of the picture. */
  readonly renderType: RenderType;
};

/** Three-quarter: from farther to the side, faces would be hidden. */
const yawDegrees = 52;

/** The journey of a job, if its figures are on one. */
export function journeyOf({ journey, scene, figures }: SceneJob): Journey | null {
  const [first] = figures;
  if (!journey || scene === null || first?.kind !== 'posed') return null;
  const gait = gaitOf(first);
  const areTogether = figures.every((one) => one.kind === 'posed' && gaitOf(one) === gait);
  if (gait === null || !areTogether) return null;
  const { mirror, renderType } = first;
  return { scene, strideUnits: strides[gait], direction: mirror ? -1 : 1, renderType };
}

function gaitOf({ motion }: PosedFigure): keyof typeof strides | null {
  return motion === 'walk' || motion === 'run' ? motion : null;
}

/** How a figure of a type turns on a journey. */
export function journeyTurn(renderType: RenderType): Turn {
  const row: RenderTypeRow = renderTypes[renderType];
  return {
    mirror: false,
    yawDegrees: row.kind === 'flat' ? 0 : yawDegrees - row.view.yawDegrees,
  };
}

/** Of a length on the ground below a figure, seen from a scene's height, compared with one at its middle. */
function groundShare(renderType: RenderType): number {
  const row: RenderTypeRow = renderTypes[renderType];
  if (row.kind === 'flat' || row.view.distanceUnits === null) return 1;
  const { target, distanceUnits } = row.view;
  return distanceUnits / (distanceUnits + target[1] * sineCosine(scenePitchDegrees)[0]);
}

/** Height of the eye above the ground, in units: what is up to there in a picture gets smaller with its height. */
const eyeUnits = 32;

/** Of what is on the ground, compared with what is as near as the figures. */
const leastShare = 0.5;

/** Fewer columns would look like a pattern. */
const minRing = 8;

/** How far the ground passes below the figures of a layout in a round, in whole art pixels. */
export function ringsOf(layout: Layout, { strideUnits, renderType }: Journey) {
  const { artPx, figures, terrain } = layout;
  const seenUnits = strideUnits * groundShare(renderType) * sineCosine(yawDegrees)[0];
  const ringOf = (groundRow: number | null): number => {
    const here = figures.filter(
      ({ groundPx }) => groundRow === null || Math.round(groundPx / artPx) === groundRow,
    );
    const sizes = here.map(({ pxPerUnit }) => pxPerUnit);
    const mean = sizes.reduce((sum, size) => sum + size, 0) / Math.max(1, sizes.length);
    return Math.max(minRing, Math.round((mean * seenUnits) / artPx));
  };
  const frontRow = Math.round(Math.max(...figures.map(({ groundPx }) => groundPx)) / artPx);
  const ring = ringOf(frontRow);
  const eyeRows = (ring / seenUnits) * eyeUnits;
  return {
    ring,
    ringAt: (row: number) => {
      const share = Math.max(leastShare, 1 - Math.max(0, frontRow - row) / eyeRows);
      return Math.max(minRing, Math.round(ring * share));
    },
    // Who stands on a block stands a little behind its edge.
    blockRings: terrain.blocks.map(({ topRow }) => ringOf(topRow - edgeRows)),
  };
}

type Moment = {
  /** Of what lives in the scene, 0 … 1. */
  readonly phase: number;
  /** Share of the way of a round. */
  readonly passed: number;
};

/** Paints the ground of a scene that passes below its figures. */
function paintPassingGround(
  picture: RgbaImage,
  layout: Layout,
  journey: Journey,
  { phase, passed }: Moment,
): void {
  const { artPx, terrain } = layout;
  const { widthPx, heightPx } = picture;
  const rows = Math.ceil(heightPx / artPx);
  const rings = ringsOf(layout, journey);
  for (const passing of paintPassing(scenes[journey.scene], { terrain, rows, phase, ...rings })) {
    const ground = createImage(widthPx, heightPx);
    enlargePassing(ground, passing, { artPx, passed: journey.direction * passed });
    blendOver(picture, ground, 0, 0);
    free(ground.data);
  }
}
