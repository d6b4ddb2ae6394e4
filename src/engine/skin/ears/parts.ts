import { createImage, type RgbaImage } from '../../image/canvas.ts';
import { decodePngOrNull } from '../../image/decode-png.ts';
import type { LegMode, EarsShape, EarMode, EarAnchor } from './shape.ts';
import { readPngHeader, UnusableImageError } from '../../../common/png/png.ts';
import { clearRect, copyRect, makeOpaque, type Rect } from '../rects.ts';
import type { Alfalfa } from './alfalfa.ts';

// A sheet of 64×64 texels for everything that is not drawn from the skin itself. Moved legs are where they
// are on a skin, which leaves the places below free.

// The wing, 20×16, is in its corner.

/** The cape as on a sheet of the game, of which it takes this much. */
export const capeRect: Rect = { x: 40, y: 0, width: 22, height: 17 };

/** Moves legs to the sheet, and unpacks the pictures that the data contain. @param skin is changed */
export function earsSheet(
  skin: RgbaImage,
  legs: LegMode,
  alfalfa: Alfalfa,
): { readonly parts: RgbaImage; readonly hasWing: boolean; readonly hasCape: boolean } {
  const parts = createImage(64, 64);
  for (const rect of movedRects[legs]) {
    copyRect(skin, rect, parts, rect);
    clearRect(skin, rect);
    if (rect.isBase) makeOpaque(parts, rect);
  }
  const wing = pictureIn(alfalfa.wing, wingSizes);
  if (wing !== null) {
    // The mod's first wings were 12×12.
    const y = wing.heightPx === 12 ? 2 : 0;
    copyRect(wing, { x: 0, y: 0, width: wing.widthPx, height: wing.heightPx }, parts, { x: 0, y });
  }
  const cape = pictureIn(alfalfa.cape, [[20, 16]]);
  if (cape !== null) {
    for (const { to, ...from } of capeFaces) {
      copyRect(cape, from, parts, { x: capeRect.x + to[0], y: to[1] });
    }
  }
  return { parts, hasWing: wing !== null, hasCape: cape !== null };
}

const wingSizes = [
  [20, 16],
  [12, 12],
] as const;

/** Both sides of a cape are side by side; its edges repeat the outermost texels of them. */
const capeFaces: readonly (Rect & { readonly to: readonly [x: number, y: number] })[] = [
  { x: 0, y: 0, width: 10, height: 16, to: [1, 1] },
  { x: 10, y: 0, width: 10, height: 16, to: [12, 1] },
  { x: 0, y: 0, width: 1, height: 16, to: [0, 1] },
  { x: 9, y: 0, width: 1, height: 16, to: [11, 1] },
  { x: 0, y: 0, width: 10, height: 1, to: [1, 0] },
  { x: 10, y: 15, width: 10, height: 1, to: [11, 0] },
];

type MovedRect = Rect & { readonly isBase: boolean };

const base = { isBase: true } as const;
const overlay = { isBase: false } as const;

/** The texels of legs that are drawn in another shape: all of them, or those of their lower halves. */
const movedRects = {
  plantigrade: [],
  partial: [
    { x: 24, y: 48, width: 4, height: 4, ...base },
    { x: 16, y: 58, width: 16, height: 6, ...base },
    { x: 8, y: 16, width: 4, height: 4, ...base },
    { x: 0, y: 26, width: 16, height: 6, ...base },
    { x: 8, y: 32, width: 4, height: 4, ...overlay },
    { x: 0, y: 42, width: 16, height: 6, ...overlay },
    { x: 8, y: 48, width: 4, height: 4, ...overlay },
    { x: 0, y: 58, width: 16, height: 6, ...overlay },
  ],
  full: [
    { x: 20, y: 48, width: 8, height: 4, ...base },
    { x: 16, y: 52, width: 16, height: 12, ...base },
    { x: 4, y: 16, width: 8, height: 4, ...base },
    { x: 0, y: 20, width: 16, height: 12, ...base },
    { x: 4, y: 32, width: 8, height: 4, ...overlay },
    { x: 0, y: 36, width: 16, height: 12, ...overlay },
    { x: 4, y: 48, width: 8, height: 4, ...overlay },
    { x: 0, y: 52, width: 16, height: 12, ...overlay },
  ],
} as const satisfies Record<LegMode, readonly MovedRect[]>;

/** A picture in the data, at most 1.3 kB of PNG. Its size is checked before it is decoded. */
function pictureIn(
  png: Uint8Array | undefined,
  sizes: readonly (readonly [width: number, height: number])[],
): RgbaImage | null {
  if (png === undefined || !hasSize(png, sizes)) return null;
  return decodePngOrNull(png);
}

function hasSize(png: Uint8Array, sizes: readonly (readonly [number, number])[]): boolean {
  try {
    const { widthPx, heightPx } = readPngHeader(png);
    return sizes.some(([width, height]) => width === widthPx && height === heightPx);
  } catch (error) {
    if (error instanceof UnusableImageError) return false;
    throw error;
  }
}

/** Everything that the Ears data of a sheet say, as they are written there. */
export type EarsFeatures = EarsShape & {
  /** Whether the colours of a palette on the sheet glow. */
  readonly isEmissive: boolean;
  /** Whether the back of the jacket and the tail exchange their texels. */
  readonly swapsTail: boolean;
};

/** The sheet's configuration: 4×4 texels, from left to right and top to bottom. */
export const configRect = { x: 0, y: 32, width: 4, height: 4 } as const;

/** Where ears are; those that have one place only are in the same, whatever is said. */
export function anchorOf(mode: EarMode, anchor: EarAnchor): EarAnchor {
  const isPlaced = mode !== 'none' && mode !== 'behind' && mode !== 'floppy';
  return isPlaced ? anchor : 'centre';
}

/** A snout that reaches above the head is moved down, but not below it. */
export function snoutOffset(offset: number, height: number): number {
  return Math.max(0, Math.min(offset, 8 - height));
}
