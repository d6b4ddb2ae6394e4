import {
  spriteFaces,
  spriteNames,
  spriteTexels,
  spriteWords,
  type SpriteFace,
  type SpriteName,
} from './sprite.ts';

/** All sprites, one below the other, one RGBA word a texel; the back of each is beside its front. */
export const heldItemSheet = {
  widthTexels: 2 * spriteTexels,
  words: Uint32Array.from(spriteNames.flatMap((sprite) => [...spriteWords(sprite)])),
} as const;

/** A sprite on the sheet: its first row, and its surfaces, whose front ones cover all of it. */
export type SpriteShape = {
  readonly firstRow: number;
  readonly faces: readonly SpriteFace[];
  readonly fronts: readonly SpriteFace[];
};

const shapes: ReadonlyMap<SpriteName, SpriteShape> = new Map(
  spriteNames.map((sprite, index) => {
    const faces = spriteFaces(sprite);
    const fronts = faces.filter(({ side }) => side === 'front');
    return [sprite, { firstRow: index * spriteTexels, faces, fronts }] as const;
  }),
);

export function shapeOf(sprite: SpriteName): SpriteShape {
  return shapes.get(sprite)!;
}
