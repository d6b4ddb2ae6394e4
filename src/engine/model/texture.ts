import { heldItemSheet } from '../figure/held-items/sprite.ts';
import type { SheetName } from '../figure/solids.ts';
import { asWords, blit, createImage, type RgbaImage } from '../image/canvas.ts';
import type { TextureSet } from '../pictures/draw-figure.ts';
import { sheetUnits } from '../raster/atlas.ts';

/** A sheet in the texture of a model. */
type Sheet = {
  readonly image: RgbaImage;
  readonly texelsPerUnit: number;
  /** Its first row in the texture. */
  readonly topPx: number;
};

/**
 * The one texture of a model: the skin, then below it what else is drawn, each sheet as it is. Of a skin
 * alone it has the layout of a skin, so that another one fits.
 */
export function textureOf({ skin, cape, ears }: TextureSet, hasHeldItems: boolean) {
  const sheets = new Map<SheetName, Sheet>();
  let heightPx = 0;
  const add = (name: SheetName, image: RgbaImage, texelsPerUnit: number): void => {
    sheets.set(name, { image, texelsPerUnit, topPx: heightPx });
    heightPx += image.heightPx;
  };
  add('skin', skin.image, skin.texelsPerUnit);
  if (ears?.parts) add('ears', ears.parts, ears.parts.widthPx / sheetUnits);
  if (cape !== null) add('cape', cape.image, cape.texelsPerUnit);
  if (hasHeldItems) add('heldItems', heldItems, 1);
  const widthPx = Math.max(...[...sheets.values()].map(({ image }) => image.widthPx));
  // Its height is a power of two, as some programs need it.
  const image = createImage(widthPx, 2 ** Math.ceil(Math.log2(heightPx)));
  for (const { image: part, topPx } of sheets.values()) blit(image, part, 0, topPx);
  const words = asWords(image);
  return {
    image,
    sheet: (name: SheetName): Sheet => sheets.get(name)!,
    /** Alpha of a texel of a sheet. */
    alphaAt: (name: SheetName, x: number, y: number): number =>
      words[(sheets.get(name)!.topPx + y) * widthPx + x]! >>> 24,
  };
}

export type Texture = ReturnType<typeof textureOf>;

const { words, widthTexels } = heldItemSheet;
const heldItems: RgbaImage = {
  widthPx: widthTexels,
  heightPx: words.length / widthTexels,
  data: new Uint8ClampedArray(words.buffer, words.byteOffset, words.byteLength),
};
