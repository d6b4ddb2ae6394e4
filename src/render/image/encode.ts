import { CompressionType, FilterType, Transformer } from '@napi-rs/image';
import type { RgbaImage } from './canvas.ts';
import { writePng } from './write-png.ts';

/** Pictures wider than this are encoded the fast way. */
export const widestThoroughPx = 1200;

/**
 * Encodes a picture as PNG. Single figures and short rows get our own deflate over unfiltered rows:
 * they are runs of a few colours, which every filter only breaks up. Wide rows no longer fit often
 * enough into the 32 KiB that deflate looks back, so its effort stops paying: they get a fast coder
 * with filters, half the time for at most a twentieth more bytes, and fewer from eight figures on.
 * `bench/encoders.ts` has the figures.
 */
export function encodePng(image: RgbaImage): Buffer {
  return image.widthPx <= widestThoroughPx ? writePng(image) : fastPng(image);
}

function fastPng({ widthPx, heightPx, data }: RgbaImage): Buffer {
  return Transformer.fromRgbaPixels(data, widthPx, heightPx).pngSync({
    compressionType: CompressionType.Fast,
    filterType: FilterType.Adaptive,
  });
}

export const formats = ['png', 'webp', 'avif'] as const;
export type Format = (typeof formats)[number];

/**
 * Of AVIF: at this quality neither the texels' edges nor flat colours show any trace on a look at
 * double size; a picture has two thirds of the bytes of its PNG.
 */
const avifQuality = 75;
/** 1 is slow, 10 fast; 8 takes a third of the time of 6 for a tenth more bytes. */
const avifSpeed = 8;

const encoders = {
  png: encodePng,
  webp: ({ widthPx, heightPx, data }) =>
    Transformer.fromRgbaPixels(data, widthPx, heightPx).webpLosslessSync(),
  avif: ({ widthPx, heightPx, data }) =>
    Transformer.fromRgbaPixels(data, widthPx, heightPx).avifSync({
      quality: avifQuality,
      alphaQuality: avifQuality,
      speed: avifSpeed,
      // The pool has a worker a core already.
      threads: 1,
    }),
} as const satisfies Record<Format, (image: RgbaImage) => Buffer>;

/** Encodes a picture: PNG and WebP without loss, AVIF with as little as is not seen. */
export function encode(image: RgbaImage, format: Format): Buffer {
  return encoders[format](image);
}

/**
 * A link preview of a place has no transparent ground, which would cost nothing. From this size on the
 * fast coder takes a quarter of the time, for a fifth to a third more bytes; WebP and AVIF are for few bytes.
 */
export const mostThoroughScenePx = 500_000;

/** The same for a picture that is opaque from edge to edge. */
export function encodeScene(image: RgbaImage, format: Format): Buffer {
  const isLarge = image.widthPx * image.heightPx > mostThoroughScenePx;
  return format === 'png' && isLarge ? fastPng(image) : encode(image, format);
}
