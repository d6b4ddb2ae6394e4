import { asWords, type RgbaImage } from '../image/canvas.ts';
import { heldItemSheet } from '../figure/held-items/sprite.ts';
import type { SkinSheet, CapeSheet } from '../skin/sheet.ts';
import type { SheetName } from '../figure/solids.ts';
import { free } from '../image/scratch.ts';

/**
 * A compiled picture: what every output pixel sees, for any skin of one model in one pose and view.
 *
 * What a sample sees is a *stack*: the nearest texel, and, as that texel may be a hole or
 * translucent, the stack behind it. Stacks are numbered so that the one behind always has the
 * smaller number; stack 0 is empty. A skin is drawn by colouring the stacks in order, once each,
 * and then copying colours to pixels.
 */
export type Plan = {
  readonly widthPx: number;
  readonly heightPx: number;
  /** Nearest texel of each stack, as an index into `texels`; with `cellBits` if it is raised. */
  readonly stackTexels: Uint32Array;
  /** The stack behind each stack's nearest texel; 0 if that texel is always opaque. */
  readonly stackBehind: Uint32Array;
  /**
   * The texels that are in sight, each once: `texel index * 256 + side`. Behind wings and hair, many
   * stacks have the same one in front.
   */
  readonly texels: Uint32Array;
  /** The open edges that each of these lies at, see `openEdges`. */
  readonly texelEdges: Uint8Array;
  /** Ten numbers for each side, see `packSides`: light is not part of a plan, but for its own. */
  readonly sides: Float32Array;
  /**
   * Pixels that see one stack: triples of `y * 65536 + x`, length in pixels, stack. Short runs come
   * first; see `runsByLength`.
   */
  readonly runs: Uint32Array;
  /** Pixels that see several stacks: `y * 65536 + x` of each. Those with few groups come first. */
  readonly edges: Uint32Array;
  /** Where in `edges` the pixels with 0 … 16 groups end; their groups are in `groups`, in order. */
  readonly edgeEnds: Uint32Array;
  /** `samples * 2^27 + stack`: how many of a pixel's 16 samples see a stack. */
  readonly groups: Uint32Array;
  /** Whether stacks contain cells of a raised overlay, see `cellBits`. */
  readonly isRaised: boolean;
  /** Whether it shows held items, whose sprites then have to be in the atlas. */
  readonly hasHeldItems: boolean;
  /** Drawn beneath everything else. */
  readonly shadow: ShadowMask | null;
};

/** A black rectangle of the picture with an alpha for each pixel. */
export type ShadowMask = {
  readonly leftPx: number;
  readonly topPx: number;
  readonly widthPx: number;
  readonly heightPx: number;
  /** `widthPx * heightPx` bytes, row by row. */
  readonly alphas: Uint8Array;
};

/** Samples a pixel. */
export const samplesPerPixel = 16;

/** Bits of a group's word that hold the stack; the count of samples is above them. */
export const groupStackBits = 27;

/** Bits of a stack's texel if it is a cell of a raised overlay. */
export const cellBits = {
  /** The stack behind is the same cell's next texel, which is shown if this one is a hole. */
  isEdge: 2 ** 31,
  /** The stack behind is the next cell, with no gap in between. */
  touches: 2 ** 30,
  /** All bits but these. */
  rest: 2 ** 30 - 1,
};

/** Frees the memory of a plan, except shared memory. The plan must not be used afterwards. */
export function releasePlan(plan: Plan): void {
  for (const array of arraysOf(plan)) free(array);
}

/** The size of a plan in the byte-bounded cache. */
export function planBytes(plan: Plan): number {
  return arraysOf(plan).reduce((sum, { byteLength }) => sum + byteLength, 0);
}

function arraysOf({ shadow, ...plan }: Plan): readonly (Uint32Array | Uint8Array | Float32Array)[] {
  const own = Object.values(plan).filter((value) => typeof value === 'object');
  return shadow === null ? own : [...own, shadow.alphas];
}

/** Sheets are so many units wide; a skin and the sheet of Ears are as high, a cape half of it. */
export const sheetUnits = 64;

/** The scales of the sheets in an atlas, in texels per unit; `null` for those that are not in it. */
type AtlasScales = {
  readonly skin: number;
  readonly ears: number | null;
  readonly cape: number | null;
};

/** The sheets follow each other as in `AtlasScales`, then the sprites of held items. */
export function atlasLayout({ skin, ears, cape }: AtlasScales) {
  const earsFrom = (sheetUnits * skin) ** 2;
  const capeFrom = earsFrom + (sheetUnits * (ears ?? 0)) ** 2;
  const heldItemsFrom = capeFrom + (sheetUnits * (cape ?? 0)) ** 2 / 2;
  const { widthTexels } = heldItemSheet;
  return {
    skin: placeOf(0, skin),
    ears: placeOf(earsFrom, ears),
    cape: placeOf(capeFrom, cape),
    heldItems: { firstTexel: heldItemsFrom, widthTexels, texelsPerUnit: 1 },
  } satisfies Record<SheetName, unknown>;
}

export type AtlasLayout = ReturnType<typeof atlasLayout>;

function placeOf(firstTexel: number, texelsPerUnit: number | null) {
  if (texelsPerUnit === null) return null;
  return { firstTexel, widthTexels: sheetUnits * texelsPerUnit, texelsPerUnit };
}

/** The sheets of a figure; those that are `null` or omitted are not in its atlas. */
type AtlasSheets = {
  readonly skin: SkinSheet;
  readonly ears?: RgbaImage | null;
  readonly cape: CapeSheet | null;
  /** Whether the sprites of held items are in it, see `Plan`. */
  readonly hasHeldItems?: boolean;
};

/**
 * The input of `drawPlan`: the texels of the skin, then those of the sheet of Ears, the cape and held items,
 * one RGBA word each. The plan must have been compiled for these scales. Of a skin alone nothing is
 * copied.
 */
export function atlasOf({ skin, ears, cape, hasHeldItems = false }: AtlasSheets): Uint32Array {
  const images = [skin.image, ears, cape?.image].flatMap((image) =>
    image ? [asWords(image)] : [],
  );
  const sheets = hasHeldItems ? [...images, heldItemSheet.words] : images;
  const [first] = sheets;
  if (first !== undefined && sheets.length === 1) return first;
  const atlas = new Uint32Array(sheets.reduce((sum, { length }) => sum + length, 0));
  let at = 0;
  for (const words of sheets) {
    atlas.set(words, at);
    at += words.length;
  }
  return atlas;
}
