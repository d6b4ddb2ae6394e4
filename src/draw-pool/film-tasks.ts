import type { FilmFile, FilmFrame } from '../render/film/film-file.ts';
import type { FilmFormat } from '../render/film/film-formats.ts';
import type { PackedImage } from './packed-image.ts';

/** A drawn frame. */
export type DrawnFrame = {
  /** Every so many frames of the film are drawn. */
  readonly step: number;
  /** Metadata of the film, if it is a WebP of a group. */
  readonly xmp: string | null;
  readonly packed: PackedImage;
};

/** An order for the colours of a GIF. */
export type PaletteOrder = { readonly frames: readonly PackedImage[] };

/** An order to encode one frame. */
export type FilmFrameOrder = Omit<FilmFrame, 'image' | 'previous'> & {
  readonly format: FilmFormat;
  readonly packed: PackedImage;
  readonly previous: PackedImage | null;
};

/** An order for the file, from its encoded frames. */
export type FilmFileOrder = FilmFile & { readonly format: FilmFormat };
