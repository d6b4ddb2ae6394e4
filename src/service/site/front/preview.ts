import {
  isFramed,
  isMoving,
  lineupRequest,
  taken,
  defaultLook,
  type Lineup,
  type LineupRequest,
  type Look,
} from './lineup.ts';
import { advancementSquares } from '../../../engine/scenes/layout/cards.ts';
import cardSizes from './card-sizes.json' with { type: 'json' };
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

/** Height of animations of a given size: no picture is higher on the stage. */
const maxMovingPx = 600;

/** Height of moving players without a scene. */
const movingHeightPx = 256;

const namedSizes = new Map<string, SizePx>(Object.entries(sizes));

/** The size of the whole picture; `null` if it fits the group. */
export function sizeOf({ items, look }: Lineup): SizePx | null {
  const { scene = 'none', size, as } = look.options;
  if (size === undefined && scene === 'none' && as === undefined) return null;
  const own = ownSize(look, taken(items).length);
  const [width, height] = (size ?? '').split(/[x×]/).map(Number);
  return namedSizes.get(size ?? '') ?? [width || own[0], height || own[1]];
}

/** Without a size of its own. */
function ownSize({ options: { as, arrangement } }: Look, count: number): SizePx {
  const isRow = arrangement === 'row';
  if (as === undefined) return sceneSize(isRow ? 'row' : 'auto', count);
  const { columns, rows, px } = advancementSquares;
  if (as === 'advancement') return [columns * px, rows * px];
  // Written down, since all that lays cards out is more than a page should load for it.
  const [width = 0, height = 0] = cardSizes[isRow ? 'row' : 'deck'][Math.max(0, count - 1)] ?? [];
  return [width, height];
}

/**
 * Whether the size of the file is known only once it is drawn. Names of an animation are not as small as its
 * players, and cards that move are as large as all of their frames may be.
 */
export function isSizedLater(lineup: Lineup): boolean {
  const { as, size } = lineup.look.options;
  const isDeck = as === 'card' && size === undefined && taken(lineup.items).length > 1;
  return isMoving(lineup) && (isDeck || sizeOf(lineup) === null);
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
  const seen = smaller(lineup, movingHeightPx, preview.animationPx, maxMovingPx);
  return lineupRequest(base, seen, { format: 'webp' });
}

function smaller(
  { items, look }: Lineup,
  heightPx: number,
  widthPx: number,
  maxHeightPx = Number.POSITIVE_INFINITY,
): Lineup {
  if (!isFramed(look)) {
    return { items, look: { ...look, heightPx: Math.min(look.heightPx, heightPx) } };
  }
  const own = { ...look, heightPx: Math.min(look.heightPx, defaultLook.heightPx) };
  const full = sizeOf({ items, look });
  const scale = full === null ? 1 : Math.min(widthPx / full[0], maxHeightPx / full[1]);
  if (full === null || scale >= 1) return { items, look: own };
  const size = full.map((side) => Math.max(64, Math.round(side * scale))).join('x');
  return { items, look: { ...own, options: { ...own.options, size } } };
}
