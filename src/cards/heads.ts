import type { PlayerHead, TextRun } from '../game-servers/motd/text-run.ts';
import { createImage, type RgbaImage } from '../render/image/canvas.ts';

/** The skin of a head. */
export type HeadSkin = {
  /** From `headKey`. */
  readonly key: string;
  /** PNG; null if it is not available: the head is then blank. */
  readonly skin: Uint8Array | null;
};

/** The key of a head's skin: heads with equal keys show the same one. */
export function headKey({ texture, uuid, name }: PlayerHead): string {
  return texture ?? uuid ?? name?.toLowerCase() ?? '';
}

/** The heads in a MOTD, one for each skin. */
export function headsIn(runs: readonly TextRun[]): readonly PlayerHead[] {
  const heads = new Map<string, PlayerHead>();
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
