import type { RgbaImage } from '../canvas.ts';
import type { Palette } from './palette.ts';

/** One picture of a film, and what its encoders need to know. */
export type FilmFrame = {
  readonly index: number;
  readonly image: RgbaImage;
  /** `null` for the first frame. */
  readonly previous: RgbaImage | null;
  readonly delayMs: number;
  /** Of a GIF. */
  readonly palette: Palette | null;
};

/** A film with its encoded frames. */
export type FilmFile = Pick<RgbaImage, 'widthPx' | 'heightPx'> & {
  readonly frames: readonly Uint8Array[];
  readonly palette: Palette | null;
  /** Metadata of a WebP. */
  readonly xmp: string | null;
};
