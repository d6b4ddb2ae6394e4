import type { FilmFile, FilmFrame } from '../render/film/film-file.ts';
import type { FilmFormat } from '../render/film/film-formats.ts';
import type { FigureOrder } from '../options/order.ts';
import type { SceneOrder } from '../options/scene-order.ts';
import type { PackedImage } from './packed-image.ts';

/** A picture of a figure that further frames need. */
export type Sprite = { readonly key: string; readonly packed: PackedImage };

/** An order for a frame of a figure, with the step that its first frame has told; that one is of any. */
export type FigureFrameOrder = FigureOrder & { readonly step: number };

/** An order for a frame of a group, with what earlier frames have drawn of it. */
export type SceneFrameOrder = SceneOrder & { readonly sprites: readonly Sprite[] };

/** A drawn frame. */
export type DrawnFrame = {
  /** Every so many frames of the film are drawn. */
  readonly step: number;
  /** Metadata of the film, if it is a WebP of a group. */
  readonly xmp: string | null;
  readonly packed: PackedImage;
  /** Drawn for it and for further frames. */
  readonly sprites: readonly Sprite[];
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
