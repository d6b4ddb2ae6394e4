import type { Sprites } from '../compose/place-figures.ts';
import type { Sprite } from './film-tasks.ts';
import { packImage, unpackImage, type PackedImage } from './packed-image.ts';

/** What earlier frames of a film have drawn; `drawn` is what this one adds. */
export function spritesOf(earlier: readonly Sprite[]): {
  readonly sprites: Sprites;
  readonly drawn: readonly Sprite[];
} {
  const known = new Map(earlier.map(({ key, packed }) => [key, packed]));
  const drawn: Sprite[] = [];
  const sprites: Sprites = {
    has: (key) => known.has(key),
    find: (key) => {
      const packed = known.get(key);
      return packed === undefined ? null : unpackImage(packed);
    },
    keep: (key, image) => {
      const packed = shared(packImage(image));
      known.set(key, packed);
      drawn.push({ key, packed });
    },
  };
  return { sprites, drawn };
}

/** In memory of all threads: each further frame gets all of them, up to some megabytes, without a copy. */
function shared(packed: PackedImage): PackedImage {
  const bytes = new Uint8Array(new SharedArrayBuffer(packed.bytes.byteLength));
  bytes.set(packed.bytes);
  return { ...packed, bytes };
}
