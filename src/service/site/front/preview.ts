import {
  isFramed,
  isMoving,
  lineupRequest,
  defaultLook,
  type Lineup,
  type LineupRequest,
  type Look,
} from './lineup.ts';
import { sceneSize, sizes, type SizePx } from '../../../engine/scenes/layout/sizes.ts';

// The picture as the page shows it: smaller than the one that is downloaded. Pure, for the script too.

/**
 * Pictures on the stage, at most twice as large as displayed; the first match applies. `widthPx` is that
 * of pictures of a given size, which are scaled down as a whole; `animationPx` the same of animations.
 */
export const previews = [
  { media: '(max-width: 47.99rem)', heightPx: 256, widthPx: 640, animationPx: 480 },
  { media: 'all', heightPx: 384, widthPx: 864, animationPx: 720 },
] as const;
export type Preview = (typeof previews)[number];

/** Wider framed pictures, by their height, stand below the words of the stage, others beside them. */
export const widestBeside = 2.2;

/** Height of moving players without a scene. */
const movingHeightPx = 256;

const namedSizes = new Map<string, SizePx>(Object.entries(sizes));

/** The size of the whole picture; `null` if it fits the group. */
export function sizeOf({ options }: Look, count: number): SizePx | null {
  const { scene = 'none', size, arrangement = 'auto' } = options;
  if (size === undefined && scene === 'none') return null;
  const fallback = sceneSize(arrangement === 'row' ? 'row' : 'auto', count);
  const [width, height] = (size ?? '').split(/[x×]/).map(Number);
  return namedSizes.get(size ?? '') ?? [width || fallback[0], height || fallback[1]];
}

/** The request for the still picture on the page: lossless, in half the bytes. */
export function previewRequest(base: string, lineup: Lineup, preview: Preview): LineupRequest {
  const still = isMoving(lineup) && { frame: 0 };
  return lineupRequest(base, smaller(lineup, preview.heightPx, preview.widthPx), {
    format: 'webp',
    ...still,
  });
}

/** The request for the animation on the page. */
export function animationRequest(base: string, lineup: Lineup, preview: Preview): LineupRequest {
  return lineupRequest(base, smaller(lineup, movingHeightPx, preview.animationPx), {
    format: 'webp',
  });
}

function smaller({ items, look }: Lineup, heightPx: number, widthPx: number): Lineup {
  if (!isFramed(look)) {
    return { items, look: { ...look, heightPx: Math.min(look.heightPx, heightPx) } };
  }
  const own = { ...look, heightPx: Math.min(look.heightPx, defaultLook.heightPx) };
  const full = sizeOf(look, items.length);
  const scale = full === null ? 1 : widthPx / full[0];
  if (full === null || scale >= 1) return { items, look: own };
  const size = full.map((side) => Math.max(64, Math.round(side * scale))).join('x');
  return { items, look: { ...own, options: { ...own.options, size } } };
}
