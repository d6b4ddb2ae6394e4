import {
  type LayoutRequest,
  type Space,
  type TitleBlock,
  type TitleSpace,
  reachesOut,
} from './request.ts';
import { artPixelPx, safeShare, type SizePx } from './sizes.ts';

/** Weight of a cut title, or of one that is too small, and of one of no size relative to the default one. */
const [badWeight, smallestWeight] = [0.72, 0.8] as const;

type SetTitle = { readonly set: TitleSpace; readonly block: TitleBlock };

type Title = NonNullable<LayoutRequest['title']>;

/** A position of a title: the space that it leaves to the figures. */
type TitlePosition = {
  /** Widths to try, as shares of the safe area, and the greatest height. */
  readonly shares: readonly number[];
  readonly highShare: number;
  readonly spaceFor: (whole: Space, title: SetTitle) => Space;
  /** How much larger than its default it may grow if there is space, and whether it may be broken for that. */
  readonly max: number;
  readonly mayWrap: boolean;
};

const titlePositions = {
  /** In a space without figures. */
  alone: { shares: [1], highShare: 0.6, spaceFor: spaceAlone, max: 2.4, mayWrap: false },
  above: { shares: [1], highShare: 0.3, spaceFor: spaceBelow, max: 1.8, mayWrap: false },
  corner: { shares: [0.6], highShare: 0.5, spaceFor: spaceAround, max: 1.8, mayWrap: false },
  beside: { shares: [0.36, 0.5], highShare: 0.7, spaceFor: spaceBeside, max: 2.4, mayWrap: true },
} as const satisfies Record<NonNullable<Space['titleAt']>, TitlePosition>;

/** All possible positions of a title, each with the space that it leaves. */
export function spacesOf({ title, figures }: LayoutRequest, sizePx: SizePx): Space[] {
  const whole = wholeSpace(sizePx);
  if (title === null) return [whole];
  const isMoving = figures.some(({ shape }) => reachesOut(shape));
  const [widthPx, heightPx] = sizePx;
  const positions: TitlePosition[] =
    figures.length === 0 ? [titlePositions.alone] : [titlePositions.above, titlePositions.corner];
  if (figures.length > 0 && widthPx > heightPx * 1.7) positions.push(titlePositions.beside);
  return positions.flatMap(({ shares, highShare, spaceFor }) =>
    shares.flatMap((share) => {
      const space = spaceFor(whole, setIn(title, whole, { share, highShare }));
      return isMoving ? [clearOf(space), space] : [clearOf(space)];
    }),
  );
}

/** What reaches out over a title now and then is worth it if figures are larger by as much. */
const overTitleWeight = 0.9;

/** The same space, where what reaches out of the columns keeps clear of the title, too. */
function clearOf(space: Space): Space {
  const { left, top, overhang, weight } = space;
  const whole = wholeSpace(space.sizePx);
  const hidden = { left: left - whole.left, top: top - whole.top };
  return {
    ...space,
    isClear: true,
    overhang: {
      ...overhang,
      left: hidden.left > 0 ? 0 : overhang.left,
      top: hidden.top > 0 ? 0 : overhang.top,
    },
    weight: weight / overTitleWeight,
  };
}

/**
 * The same space with larger titles, the largest first: what figures do not need belongs to the title.
 */
export function grownSpaces({ title }: LayoutRequest, space: Space): Space[] {
  const { titleAt, placedTitle, sizePx, isClear } = space;
  if (title === null || titleAt === null || placedTitle === null) return [];
  const whole = wholeSpace(sizePx);
  const now = title(placedTitle);
  const { max, mayWrap, shares, highShare, spaceFor }: TitlePosition = titlePositions[titleAt];
  const spacePx = Math.floor((whole.right - whole.left) * Math.max(...shares));
  const largest = Math.floor(defaultPixelPx(whole) * max);
  return Array.from({ length: Math.max(0, largest - now.pixelPx) }, (_, smaller) => {
    const set = { ...placedTitle, spacePx, pixelPx: largest - smaller };
    return { set, block: title(set) };
  })
    .filter(({ set, block }) => {
      const isWhole = block.pixelPx === set.pixelPx && !block.isCut;
      const isBroken = block.isWrapped && !now.isWrapped && !mayWrap;
      return isWhole && !isBroken && block.sizePx[1] <= (whole.bottom - whole.top) * highShare;
    })
    .map((grown) => spaceFor(whole, grown))
    .map((grown) => (isClear ? clearOf(grown) : grown));
}

/** Between what reaches out and the edge of the picture, for rounding. */
const edgePx = 2;

function wholeSpace(sizePx: SizePx): Space {
  const [widthPx, heightPx] = sizePx;
  const [x, y] = [Math.ceil(widthPx * safeShare), Math.ceil(heightPx * safeShare)];
  return {
    left: x,
    top: y,
    right: widthPx - x,
    bottom: heightPx - y,
    sizePx,
    artPx: artPixelPx(sizePx),
    overhang: { left: x - edgePx, right: x - edgePx, top: y - edgePx },
    isClear: false,
    taken: null,
    placedTitle: null,
    titleAt: null,
    weight: 1,
    isFitted: false,
  };
}

/** Share of the height that a title takes rather than to be smaller than is good. */
const highestShare = 0.5;

/** A font pixel is one art pixel, or two real ones if that is too small for text. */
function defaultPixelPx({ artPx }: Space): number {
  return Math.max(artPx, 2);
}

/** Sets a title in a box given as shares of the safe area. */
function setIn(
  title: Title,
  safe: Space,
  { share, highShare }: { readonly share: number; readonly highShare: number },
): SetTitle {
  const spacePx = Math.floor((safe.right - safe.left) * share);
  const maxHighPx = (safe.bottom - safe.top) * highShare;
  const highestPx = (safe.bottom - safe.top) * highestShare;
  const leastPx = leastPixels(safe.sizePx);
  let pixelPx = defaultPixelPx(safe);
  let block = title({ spacePx, pixelPx, leastPx });
  const isTooHigh = (): boolean => {
    const isSmall = block.pixelPx <= leastPx.title;
    return block.sizePx[1] > (isSmall ? Math.max(maxHighPx, highestPx) : maxHighPx);
  };
  while (pixelPx > 1 && isTooHigh()) {
    pixelPx = Math.min(pixelPx, block.pixelPx + 1) - 1;
    block = title({ spacePx, pixelPx, leastPx });
  }
  const set = { spacePx, pixelPx, leastPx };
  const safePx = safe.bottom - safe.top;
  if (block.sizePx[1] <= safePx) return { set, block };
  // Beside the figures it may take all of it.
  const limited = { ...set, mostPx: share < 1 ? safePx : Math.max(maxHighPx, highestPx) };
  return { set: limited, block: title(limited) };
}

/** Height of a line, in font pixels. */
const linePixels = 16;

/** Least height of a title, as a share of that of its picture. */
const leastTitleShare = 0.04;

/** Size of a font pixel in a chat that shows pictures 520 px wide, at which letters are readable. */
const readable = { pixelPx: 0.75, widthPx: 520 } as const;

/** The smallest font pixels of a picture: of a readable subtitle, and of a title larger than that. */
function leastPixels([widthPx, heightPx]: SizePx): NonNullable<TitleSpace['leastPx']> {
  const subtitle = Math.ceil((widthPx / readable.widthPx) * readable.pixelPx);
  const title = Math.ceil((heightPx * leastTitleShare) / linePixels);
  return { title: Math.max(title, subtitle === 1 ? 1 : subtitle + 1), subtitle };
}

function weightOf({ block }: SetTitle, safe: Space): number {
  if (block.isCut || block.isSmall) return badWeight;
  const shown = Math.min(1, block.pixelPx / defaultPixelPx(safe));
  return smallestWeight + (1 - smallestWeight) * shown;
}

/** Gap between a title and figures. */
function airOf({ sizePx: [, heightPx] }: Space): number {
  return Math.max(2, Math.round(heightPx * 0.03));
}

function spaceAlone(whole: Space, { set, block }: SetTitle): Space {
  const [widthPx, heightPx] = whole.sizePx;
  const middlePx = whole.top + (heightPx * 0.62 - whole.top - block.sizePx[1]) / 2;
  const topPx = Math.round(Math.max(whole.top, middlePx));
  const placedTitle = { ...set, align: 'centre' as const, xPx: widthPx / 2, topPx };
  return { ...whole, titleAt: 'alone', placedTitle };
}

/** A space without so much at a side, which what reaches out may still overlap. */
function over(space: Space, side: 'left' | 'top', px: number): Space {
  const { overhang } = space;
  return {
    ...space,
    [side]: space[side] + px,
    overhang: { ...overhang, [side]: overhang[side] + px },
  };
}

function spaceBelow(whole: Space, title: SetTitle): Space {
  const { top, sizePx } = whole;
  return {
    ...over(whole, 'top', title.block.sizePx[1] + airOf(whole)),
    weight: weightOf(title, whole),
    titleAt: 'above',
    placedTitle: { ...title.set, align: 'centre', xPx: sizePx[0] / 2, topPx: top },
  };
}

/** A title in a corner that no figure reaches. */
function spaceAround(whole: Space, title: SetTitle): Space {
  const { left, top } = whole;
  const [widePx, highPx] = title.block.sizePx;
  const air = airOf(whole);
  return {
    ...whole,
    weight: 0.92 * weightOf(title, whole),
    taken: { left, top, right: left + widePx + air, bottom: top + highPx + air },
    titleAt: 'corner',
    placedTitle: { ...title.set, align: 'left', xPx: left, topPx: top },
  };
}

function spaceBeside(whole: Space, title: SetTitle): Space {
  const { left, top, sizePx } = whole;
  const [widthPx, heightPx] = sizePx;
  const [widePx, highPx] = title.block.sizePx;
  const topPx = Math.round(Math.max(top, (heightPx * 0.8 - highPx) / 2));
  return {
    ...over(whole, 'left', widePx + 2 * airOf(whole)),
    // In a long strip, beside the group is its natural position.
    weight: (widthPx > heightPx * 3 ? 0.97 : 0.84) * weightOf(title, whole),
    titleAt: 'beside',
    placedTitle: { ...title.set, align: 'left', xPx: left, topPx },
  };
}
