import { spriteFaces, spriteTexels, spriteWords, type Sprite, type SpriteFace } from './sprite.ts';
import { thingRows, type ThingRow } from './things.ts';

const sprites: readonly Sprite[] = Object.values(thingRows).flatMap(({ sprite, used }: ThingRow) =>
  used === undefined ? [sprite] : [sprite, used.sprite],
);

/** All sprites, one below the other, one RGBA word a texel; the back of each is beside its front. */
export const thingSheet = {
  widthTexels: 2 * spriteTexels,
  words: Uint32Array.from(sprites.flatMap((sprite) => [...spriteWords(sprite)])),
} as const;

/** A sprite on the sheet: its first row, and its surfaces, whose front ones cover all of it. */
export type SpriteShape = {
  readonly firstRow: number;
  readonly faces: readonly SpriteFace[];
  readonly fronts: readonly SpriteFace[];
};

const shapes: ReadonlyMap<Sprite, SpriteShape> = new Map(
  sprites.map((sprite, index) => {
    const faces = spriteFaces(sprite);
    const fronts = faces.filter(({ side }) => side === 'front');
    return [sprite, { firstRow: index * spriteTexels, faces, fronts }] as const;
  }),
);

export function shapeOf(sprite: Sprite): SpriteShape {
  return shapes.get(sprite)!;
}
