import { blendOver, asWords, createImage, type RgbaImage } from '../image/canvas.ts';
import { resize } from '../image/resize.ts';
import { free } from '../image/scratch.ts';
import { withOutline } from '../image/silhouette.ts';
import { colourFrom } from '../options/picture-values.ts';
import { asArt, fill, mix, paint, sway, type Paint } from '../scenes/art/art.ts';
import type { Layout, PlacedTitle, TitleSpace } from '../scenes/layout/request.ts';
import type { SetTitle } from './scene-title.ts';

// The icon of a server as a flag at the left of its title. Both are one block, whose room the layout finds.

/** A title beside a flag. */
export type FlaggedTitle = SetTitle & {
  /** Side of the flag; 0 for none, where it would be too small to be recognised. */
  readonly flagPx: number;
  /** Of title and subtitle alone. */
  readonly textPx: SetTitle['sizePx'];
};

/** Texels of an icon. */
const iconTexels = 64;

/** Height of a title with its subtitle, in font pixels: about that of a flag. */
const flagRows = 22;

/** A flag has whole pixels for each texel of its icon; where there is no room for them, one for four. */
function flagSide(pixelPx: number): number {
  const texelPx = (pixelPx * flagRows) / iconTexels;
  if (texelPx >= 0.9) return Math.round(texelPx) * iconTexels;
  return texelPx >= 0.5 ? iconTexels / 2 : 0;
}

/** Pole, rims and the gap before the text, as shares of the side of a flag. */
const [beforeShare, afterShare] = [0.1, 0.16] as const;

function roomOf(flagPx: number): number {
  return Math.ceil(flagPx * (1 + beforeShare + afterShare));
}

/** Sets title and subtitle beside a flag, which is as large as they are; alone if there is none. */
export function withFlag(
  set: (space: TitleSpace) => SetTitle,
  hasFlag: boolean,
): (space: TitleSpace) => FlaggedTitle {
  const beside = (space: TitleSpace, flagPx: number): FlaggedTitle => {
    const text = set({ ...space, spacePx: Math.max(1, space.spacePx - roomOf(flagPx)) });
    // A long text is smaller, and so is its flag; before a text is cut it has none.
    const smaller = text.isCut ? 0 : flagSide(text.pixelPx);
    if (smaller < flagPx) return beside(space, smaller);
    const [widthPx, heightPx] = text.sizePx;
    const high = Math.max(heightPx, Math.ceil(flagPx * 1.1));
    return { ...text, flagPx, textPx: text.sizePx, sizePx: [roomOf(flagPx) + widthPx, high] };
  };
  return (space) => beside(space, hasFlag ? flagSide(space.pixelPx) : 0);
}

/** Where the parts of a flagged title are. */
type FlagPlace = {
  readonly flagPx: number;
  /** The upper left corner of its cloth. */
  readonly leftPx: number;
  readonly topPx: number;
  /** The position of title and subtitle. */
  readonly text: PlacedTitle;
};

/** `null` without a flag. */
export function placeFlag(title: FlaggedTitle, position: PlacedTitle): FlagPlace | null {
  const { flagPx, sizePx, textPx } = title;
  if (flagPx === 0) return null;
  const isCentred = position.align === 'centre';
  const left = Math.round(position.xPx - (isCentred ? sizePx[0] / 2 : 0));
  const textLeft = left + roomOf(flagPx);
  return {
    flagPx,
    leftPx: left + Math.round(flagPx * beforeShare),
    // Beside the first lines of a long text.
    topPx: position.topPx + Math.round(Math.min((sizePx[1] - flagPx) / 2, flagPx * 0.1)),
    text: {
      ...position,
      xPx: isCentred ? textLeft + textPx[0] / 2 : textLeft,
      topPx: position.topPx + Math.round((sizePx[1] - textPx[1]) / 2),
    },
  };
}

const wood: readonly [lit: Paint, dark: Paint] = [paint('#c9a06a'), paint('#8a5f3a')];
const gold = paint('#ffd34f');

/** Where a pole stands on the ground, as a share of the way from its far end. */
export const poleFoot = 0.4;

/**
 * Draws the pole of a flag, which stands behind everybody.
 * @param rim colour of its edges
 * @param foot as `poleFoot`; `null` without ground, where the pole ends below its flag
 */
export function drawPole(
  picture: RgbaImage,
  { leftPx, topPx, flagPx }: FlagPlace,
  { artPx, terrain }: Pick<Layout, 'artPx' | 'terrain'>,
  look: { readonly rim: string; readonly foot: number | null },
): void {
  const [rim, { foot }] = [paint(look.rim), look];
  const column = Math.max(0, Math.floor(leftPx / artPx) - 1);
  const topRow = Math.max(0, Math.floor(topPx / artPx) - 2);
  const { horizonRow, frontRow, blocks } = terrain;
  const bottom =
    foot === null
      ? Math.ceil((topPx + flagPx * 1.3) / artPx)
      : Math.round(horizonRow + (frontRow - horizonRow) * foot);
  // What stands nearer hides its foot.
  const hiding = blocks
    .filter(({ left, columns }) => column >= left && column < left + columns)
    .map(({ topRow: top, depthRows }) => top - depthRows);
  const footRow = Math.min(bottom, ...hiding);
  const art = asArt(picture);
  const square = (x: number, y: number, colour: Paint): void =>
    fill(art, [x * artPx, y * artPx, artPx, artPx], colour);
  for (let row = topRow; row < footRow; row++) {
    square(column - 1, row, rim);
    square(column, row, row % 2 === 0 ? wood[0] : mix(wood[0], wood[1], 0.35));
    square(column + 1, row, rim);
  }
  for (const [x, y] of [
    [-1, -1],
    [0, -2],
    [1, -1],
  ] as const)
    square(column + x, topRow + y, rim);
  square(column, topRow - 1, gold);
  if (foot !== null) for (const x of [-2, -1, 0, 1, 2]) square(column + x, footRow, rim);
}

/** Draws the cloth of a flag over everybody, as its title. @param phase of its waves, 0 … 1 */
export function drawFlag(
  picture: RgbaImage,
  icon: RgbaImage,
  { leftPx, topPx, flagPx }: FlagPlace,
  { phase, rim, rimPx }: { readonly phase: number; readonly rim: string; readonly rimPx: number },
): void {
  const cloth = wavingCloth(icon, flagPx, phase);
  const edged = withOutline(cloth, { colour: colourFrom(rim.slice(1)), widthPx: rimPx });
  const middle = (edged.heightPx - flagPx) / 2;
  blendOver(picture, edged, leftPx - rimPx, Math.round(topPx - middle));
  for (const { data } of [cloth, edged]) free(data);
}

/** How far cloth moves up and down, in texels of an icon of 64, and how much darker its folds are. */
const [reachTexels, foldShare] = [2, 0.09] as const;

/** An icon on cloth that waves; texels stay whole. */
function wavingCloth(icon: RgbaImage, flagPx: number, phase: number): RgbaImage {
  const texels = Math.min(iconTexels, flagPx);
  const texelPx = flagPx / texels;
  const reach = (reachTexels * texels) / iconTexels;
  const source = asWords(onCloth(resize(icon, texels, texels)));
  const cloth = createImage(flagPx, flagPx + 2 * Math.ceil(reach) * texelPx);
  const art = asArt(cloth);
  for (let x = 0; x < texels; x++) {
    // Nearer to its pole it moves less.
    const along = x / texels;
    const at = phase - along * 1.2;
    const up = sway(at, reach * Math.min(1, along * 1.6)) + Math.ceil(reach);
    const fold = -Math.cos(2 * Math.PI * at) * foldShare * Math.min(1, along * 2);
    const shade = fold < 0 ? paint('#000000') : paint('#ffffff');
    for (let y = 0; y < texels; y++) {
      const colour = mix(source[y * texels + x]!, shade, Math.abs(fold));
      fill(art, [x * texelPx, (y + up) * texelPx, texelPx, texelPx], colour);
    }
  }
  return cloth;
}

const cloths = [paint('#f4efe2'), paint('#2b2740')] as const;

/** The icon without transparent parts: on light cloth, or on dark cloth if more of it is light than dark. */
function onCloth(icon: RgbaImage): RgbaImage {
  const { data } = icon;
  let lighter = 0;
  for (let at = 0; at < data.length; at += 4) {
    const grey = 0.3 * data[at]! + 0.59 * data[at + 1]! + 0.11 * data[at + 2]!;
    if (data[at + 3]! >= 128) lighter += grey > 175 ? 1 : grey < 80 ? -1 : 0;
  }
  const cloth = createImage(icon.widthPx, icon.heightPx);
  asWords(cloth).fill(cloths[lighter > 0 ? 1 : 0]);
  blendOver(cloth, icon, 0, 0);
  return cloth;
}
