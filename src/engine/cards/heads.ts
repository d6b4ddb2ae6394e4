import { createImage, type RgbaImage } from '../image/canvas.ts';
import { readFileSync } from 'node:fs';

/** A player's face in a text: from the texture if given, otherwise from the UUID or name. */
export type TextHead = {
  readonly kind: 'head';
  readonly texture: string | null;
  readonly uuid: string | null;
  readonly name: string | null;
  /** Whether to draw the second layer. */
  readonly hat: boolean;
};

/** A piece of a server's text in one style. */
export type CardRun = {
  readonly text: string;
  /** An inline picture; `text` is then a space. */
  readonly object?: TextHead | { readonly kind: 'blank' };
  /** `#rrggbb`; null for the default colour. */
  readonly color: string | null;
  readonly bold: boolean;
  readonly italic: boolean;
  readonly underlined: boolean;
  readonly strikethrough: boolean;
  readonly obfuscated: boolean;
};

/** The skin of a head. */
export type HeadSkin = {
  /** From `headKey`. */
  readonly key: string;
  /** PNG; null if it is not available: the head is then blank. */
  readonly skin: Uint8Array | null;
};

/** The key of a head's skin: heads with equal keys show the same one. */
export function headKey({ texture, uuid, name }: TextHead): string {
  return texture ?? uuid ?? name?.toLowerCase() ?? '';
}

/** The heads in a MOTD, one for each skin. */
export function headsIn(runs: readonly CardRun[]): readonly TextHead[] {
  const heads = new Map<string, TextHead>();
  for (const { object } of runs) {
    if (object?.kind === 'head') heads.set(headKey(object), object);
  }
  return [...heads.values()];
}

const faceSize = 8;
/** Left edges of the face on both layers, each 8 units from the top. */
const layers = { base: 8, hat: 40 } as const;

/**
 * The face of a processed skin sheet, 8×8 pixels, with the second layer if `hasHat`.
 * @param texelsPerUnit of the sheet; the middle texel of each unit is used
 */
export function faceOf(
  { image, texelsPerUnit }: { readonly image: RgbaImage; readonly texelsPerUnit: number },
  hasHat: boolean,
): RgbaImage {
  const face = createImage(faceSize, faceSize);
  const middle = texelsPerUnit >> 1;
  for (const left of hasHat ? [layers.base, layers.hat] : [layers.base]) {
    for (let y = 0; y < faceSize; y++) {
      for (let x = 0; x < faceSize; x++) {
        const row = (faceSize + y) * texelsPerUnit + middle;
        const from = (row * image.widthPx + (left + x) * texelsPerUnit + middle) * 4;
        // The game treats texels of the second layer as either opaque or absent.
        if ((image.data[from + 3] ?? 0) < 128) continue;
        face.data.set(image.data.subarray(from, from + 4), (y * faceSize + x) * 4);
      }
    }
  }
  return face;
}

/** The icon of a server that has none: a floating block of meadow, 64×64, as PNG. */
export const defaultIconPng: Uint8Array = readFileSync(
  new URL('default-icon.png', import.meta.url),
);
