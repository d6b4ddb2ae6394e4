import { apngFile, apngFrame } from './apng.ts';
import type { FilmFormat } from '../formats.ts';
import { gifFile, gifFrame } from './gif.ts';
import { webpFile, webpFrame } from './animated-webp.ts';
import type { FilmFrame, FilmFile } from './palette.ts';

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
