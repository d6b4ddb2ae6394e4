import type { RgbaImage } from '../render/image/canvas.ts';
import { free } from '../render/image/free.ts';
import { filmEncoders } from '../render/film/film-file.ts';
import { matted } from '../render/film/gif.ts';
import { paletteOf } from '../render/film/palette.ts';
import type { FilmOrder, FrameAt } from '../options/film.ts';
import { packImage, unpackImage } from './packed-image.ts';
import type { DrawnFrame, FilmFileOrder, FilmFrameOrder, PaletteOrder } from './film-tasks.ts';

/** The tasks of a worker that encode a film. */
export const filmTasks = {
  filmPalette: ({ frames }: PaletteOrder) =>
    paletteOf(function* () {
      for (const packed of frames) {
        const image = unpackImage(packed);
        yield image;
        free(image.data);
      }
    }),
  filmFrame: ({ format, packed, previous, ...frame }: FilmFrameOrder) => {
    const image = unpackImage(packed);
    const before = previous && unpackImage(previous);
    const bytes = filmEncoders[format].frame({ ...frame, image, previous: before });
    for (const one of [image, before]) if (one !== null) free(one.data);
    return bytes;
  },
  filmFile: ({ format, ...film }: FilmFileOrder) => filmEncoders[format].file(film),
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
