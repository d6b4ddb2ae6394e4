import type { RgbaImage } from '../image/canvas.ts';
import { animationEncoders } from '../image/animation/animation-file.ts';
import type { AnimationFormat } from '../image/formats.ts';
import { matted } from '../image/animation/gif.ts';
import { paletteOf, type AnimationFile, type AnimationFrame } from '../image/animation/palette.ts';
import type { Sprites } from '../pictures/members.ts';
import type { AnimationOptions, FrameAt } from '../options/animation.ts';
import { ok } from './draw-caches.ts';
import {
  packImage,
  shareImage,
  unpackImage,
  type PackedImage,
  detachedBuffer,
} from './packed-image.ts';
import { free } from '../image/scratch.ts';

/** A picture of a figure that further frames need. */
export type Sprite = { readonly key: string; readonly packed: PackedImage<Uint8Array> };

type AnimationFrameJob = Omit<AnimationFrame, 'image' | 'previous'> & {
  readonly format: AnimationFormat;
  readonly packed: PackedImage;
  readonly previous: PackedImage | null;
};

/** The tasks of a worker that encode an animation. */
export const animationTasks = {
  /** Finds the colours of a GIF. */
  animationPalette: ({ frames }: { readonly frames: readonly PackedImage[] }) =>
    ok(
      paletteOf(function* () {
        for (const packed of frames) {
          const image = unpackImage(packed);
          yield image;
          free(image.data);
        }
      }),
    ),
  animationFrame: ({ format, packed, previous, ...frame }: AnimationFrameJob) => {
    const image = unpackImage(packed);
    const before = previous && unpackImage(previous);
    const bytes = animationEncoders[format].frame({ ...frame, image, previous: before });
    for (const one of [image, before]) if (one !== null) free(one.data);
    return ok(detachedBuffer(bytes));
  },
  /** Puts the encoded frames together. */
  animationFile: ({ format, ...animation }: AnimationFile & { readonly format: AnimationFormat }) =>
    ok(detachedBuffer(animationEncoders[format].file(animation))),
};

export type DrawnFrame = {
  /** Every so many frames of the animation are drawn. */
  readonly step: number;
  /** Metadata of the animation, if it is a WebP of a group. */
  readonly xmp: string | null;
  readonly packed: PackedImage;
  /** Drawn for it and for further frames. */
  readonly sprites: readonly Sprite[];
};

/** What a job for a frame has in addition. */
export type FrameJob = {
  readonly animation?: AnimationOptions | null;
  /** For the frame, which is packed without it. */
  readonly memory: SharedArrayBuffer | null;
};

/** A drawn frame, ready to be sent to whoever encodes it. */
export function frameOf(
  picture: RgbaImage,
  { animation, memory }: FrameJob,
  { moment, xmp, sprites }: Pick<DrawnFrame, 'xmp' | 'sprites'> & { readonly moment: FrameAt },
): DrawnFrame {
  const { format, matte } = animation!;
  const image = format === 'gif' ? matted(picture, matte) : picture;
  return { step: moment.step, xmp, sprites, packed: shareImage(image, memory) };
}

/** What earlier frames of an animation have drawn; `drawn` is what this one adds. */
export function spritesOf(earlier: readonly Sprite[]) {
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
function shared(packed: PackedImage<Uint8Array>): PackedImage<Uint8Array> {
  const bytes = new Uint8Array(new SharedArrayBuffer(packed.bytes.byteLength));
  bytes.set(packed.bytes);
  return { ...packed, bytes };
}
