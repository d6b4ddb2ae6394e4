import type { RgbaImage } from '../image/canvas.ts';
import { filmEncoders } from '../image/animation/film-file.ts';
import type { FilmFormat } from '../image/formats.ts';
import { matted } from '../image/animation/gif.ts';
import { paletteOf, type FilmFile, type FilmFrame } from '../image/animation/palette.ts';
import type { Sprites } from '../pictures/place-figures.ts';
import type { FilmOrder, FrameAt } from '../options/film.ts';
import { ok } from './draw-kit.ts';
import { packImage, unpackImage, type PackedImage, detachedBuffer } from './packed-image.ts';
import { free } from '../image/scratch.ts';

/** A picture of a figure that further frames need. */
export type Sprite = { readonly key: string; readonly packed: PackedImage };

type FilmFrameOrder = Omit<FilmFrame, 'image' | 'previous'> & {
  readonly format: FilmFormat;
  readonly packed: PackedImage;
  readonly previous: PackedImage | null;
};

/** The tasks of a worker that encode a film. */
export const filmTasks = {
  /** Finds the colours of a GIF. */
  filmPalette: ({ frames }: { readonly frames: readonly PackedImage[] }) =>
    ok(
      paletteOf(function* () {
        for (const packed of frames) {
          const image = unpackImage(packed);
          yield image;
          free(image.data);
        }
      }),
    ),
  filmFrame: ({ format, packed, previous, ...frame }: FilmFrameOrder) => {
    const image = unpackImage(packed);
    const before = previous && unpackImage(previous);
    const bytes = filmEncoders[format].frame({ ...frame, image, previous: before });
    for (const one of [image, before]) if (one !== null) free(one.data);
    return ok(detachedBuffer(bytes));
  },
  /** Puts the encoded frames together. */
  filmFile: ({ format, ...film }: FilmFile & { readonly format: FilmFormat }) =>
    ok(detachedBuffer(filmEncoders[format].file(film))),
};

export type DrawnFrame = {
  /** Every so many frames of the film are drawn. */
  readonly step: number;
  /** Metadata of the film, if it is a WebP of a group. */
  readonly xmp: string | null;
  readonly packed: PackedImage;
  /** Drawn for it and for further frames. */
  readonly sprites: readonly Sprite[];
};

/** A drawn frame, ready to be sent to whoever encodes it. */
export function frameOf(
  picture: RgbaImage,
  film: FilmOrder,
  { moment, xmp, sprites }: Pick<DrawnFrame, 'xmp' | 'sprites'> & { readonly moment: FrameAt },
): DrawnFrame {
  const image = film.format === 'gif' ? matted(picture, film.matte) : picture;
  return { step: moment.step, xmp, sprites, packed: packImage(image) };
}

/** What earlier frames of a film have drawn; `drawn` is what this one adds. */
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
function shared(packed: PackedImage): PackedImage {
  const bytes = new Uint8Array(new SharedArrayBuffer(packed.bytes.byteLength));
  bytes.set(packed.bytes);
  return { ...packed, bytes };
}
