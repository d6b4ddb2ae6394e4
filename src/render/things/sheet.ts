import { spriteTexels, spriteWords, type Sprite } from './sprite.ts';
import { thingRows, type ThingRow } from './things.ts';

const sprites: readonly Sprite[] = Object.values(thingRows).flatMap(({ sprite, used }: ThingRow) =>
  used === undefined ? [sprite] : [sprite, used.sprite],
);

/** All sprites, one below the other, one RGBA word a texel; the back of each is beside its front. */
export const thingSheet = {
  widthTexels: 2 * spriteTexels,
  words: Uint32Array.from(sprites.flatMap((sprite) => [...spriteWords(sprite)])),
} as const;

/** The row of the sheet in which a sprite begins. */
export function firstRowOf(sprite: Sprite): number {
  return sprites.indexOf(sprite) * spriteTexels;
}
