import type { RgbaImage } from '../image/canvas.ts';
import { apngFile, apngFrame } from './apng.ts';
import type { FilmFormat } from './film-formats.ts';
import { gifFile, gifFrame } from './gif.ts';
import type { Palette } from './palette.ts';
import { webpFile, webpFrame } from './animated-webp.ts';

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

type Encoder = {
  readonly frame: (frame: FilmFrame) => Uint8Array;
  readonly file: (film: FilmFile) => Uint8Array;
};

/** How each format writes a frame, and a file from its frames; all loop for ever. */
export const filmEncoders = {
  webp: { frame: webpFrame, file: webpFile },
  gif: { frame: gifFrame, file: gifFile },
  apng: { frame: apngFrame, file: apngFile },
} as const satisfies Record<FilmFormat, Encoder>;
