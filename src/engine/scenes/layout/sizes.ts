import { maxInRow, type ArrangementName } from './arrangements.ts';

/** Named sizes, width and height in pixels. */
export const sizes = {
  og: [1200, 630],
  banner: [1920, 480],
  square: [1080, 1080],
  story: [1080, 1920],
  video: [1280, 720],
  'server-list': [468, 60],
} as const satisfies Record<string, SizePx>;
export type SizeName = keyof typeof sizes;

/** The size of a scene for which none is given. */
export function sceneSize(arrangement: ArrangementName | 'deck', count: number): SizePx {
  return arrangement === 'row' && count > maxInRow ? sizes.banner : sizes.og;
}

export type SizePx = readonly [widthPx: number, heightPx: number];

/** Bounds of each side, and of the area: 10 MB while it is drawn. */
export const sideBounds = { minPx: 64, maxPx: 2048 } as const;
export const maxPixels = 2_500_000;

/** Margin on each side, as a share of width or height. */
export const safeShare = 0.04;

/**
 * Size of an art pixel in whole pixels, so that a picture is some 120 of them high and at least 150
 * wide, from a server-list banner to a video cover.
 */
export function artPixelPx([widthPx, heightPx]: SizePx): number {
  return Math.max(1, Math.round(Math.min(heightPx / 126, widthPx / 150)));
}

/** The names of all scenes, in the order in which users see them; what they look like is in `paint-scene.ts`. */
export const sceneNames = [
  'meadow',
  'night',
  'desert',
  'snow',
  'cave',
  'inferno',
  'void',
  'stage',
] as const;

export type SceneName = (typeof sceneNames)[number];

/** Scenes whose ground ends at their sides: nobody gets anywhere there. */
const closedScenes: ReadonlySet<SceneName> = new Set(['stage']);

export function hasOpenGround(scene: SceneName): boolean {
  return !closedScenes.has(scene);
}
