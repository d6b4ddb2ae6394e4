import type { PlayerHead, TextRun } from '../game-servers/motd/text-run.ts';
import { createImage, type RgbaImage } from '../render/image/canvas.ts';

/** What a head is drawn from. */
export type HeadSkin = {
  /** As `headKey` makes it. */
  readonly key: string;
  /** PNG; null: it could not be had, and the head is a blank. */
  readonly skin: Uint8Array | null;
};

/** Whose skin a head shows: two with the same key show the same one. */
export function headKey({ texture, uuid, name }: PlayerHead): string {
  return texture ?? uuid ?? name?.toLowerCase() ?? '';
}

/** The heads in a message, one of each skin. */
export function headsIn(runs: readonly TextRun[]): readonly PlayerHead[] {
  const heads = new Map<string, PlayerHead>();
  for (const { object } of runs) {
    if (object?.kind === 'head') heads.set(headKey(object), object);
  }
  return [...heads.values()];
}

const faceSize = 8;
/** Left edges of the face and of the layer over it, both 8 units from the top. */
const layers = { base: 8, hat: 40 } as const;

/**
 * The face on a skin sheet as the game uses it, 8×8 pixels, with the second layer where `hasHat`.
 * @param texelsPerUnit of the sheet; one texel a unit is taken, from its middle
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
        // The game draws a texel of the second layer, or does not.
        if ((image.data[from + 3] ?? 0) < 128) continue;
        face.data.set(image.data.subarray(from, from + 4), (y * faceSize + x) * 4);
      }
    }
  }
  return face;
}
