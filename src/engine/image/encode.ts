import { CompressionType, FilterType, Transformer } from '@napi-rs/image';
import type { RgbaImage } from './canvas.ts';
import type { Format } from './formats.ts';
import { losslessWebp } from './webp/lossless-webp.ts';
import { writePng } from './deflate/deflate-pixels.ts';

/** Wider pictures use the fast encoder. */
const widestThoroughPx = 1200;

/**
 * Encodes a picture as PNG. Single figures and short rows use our own deflate on unfiltered rows: they
 * consist of runs of a few colours, which filters only break up. In wide rows too few repetitions lie
 * within the 32 KiB that deflate looks back, so they use a fast encoder with filters: half the time for
 * at most a twentieth more bytes, and fewer bytes from eight figures on.
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

/**
 * Encodes a picture as lossless WebP with our own encoder: a ninth of the time of libwebp at its usual
 * effort, for as many bytes of a scene, and some hundredths more of most figures.
 */
function encodeWebp(image: RgbaImage): Buffer {
  return webpFile([webpChunk('VP8L', losslessWebp(image))]);
}

/**
 * AVIF quality at which neither texel edges nor flat colours show artefacts at double size; a picture
 * has two thirds of the bytes of its PNG.
 */
const avifQuality = 75;
/** 1 is slow, 10 fast; 8 takes a third of the time of 6 for a tenth more bytes. */
const avifSpeed = 8;

function encodeAvif({ widthPx, heightPx, data }: RgbaImage): Buffer {
  const avif = Transformer.fromRgbaPixels(data, widthPx, heightPx).avifSync({
    quality: avifQuality,
    alphaQuality: avifQuality,
    speed: avifSpeed,
    // The pool already has a worker for each core.
    threads: 1,
  });
  return withSrgb(avif);
}

type Encoder = {
  readonly encode: (image: RgbaImage) => Buffer;
  /** Only the format that pages show contains the positions of the figures; other files stay small. */
  readonly withXmp?: typeof withXmp;
};

const encoders: Readonly<Record<Format, Encoder>> = {
  png: { encode: encodePng },
  webp: { encode: encodeWebp, withXmp },
  avif: { encode: encodeAvif },
};

/** The encoder of a format. */
export function encoderOf(format: Format): Encoder {
  return encoders[format];
}

/** Encodes a picture: PNG and WebP lossless, AVIF without visible loss. */
export function encode(image: RgbaImage, format: Format): Buffer {
  return encoders[format].encode(image);
}

/**
 * A link preview of a scene has no transparent background, which would compress to nothing. From this
 * size on, the fast encoder takes a quarter of the time for a fifth to a third more bytes; WebP and
 * AVIF are the formats for few bytes.
 */
const maxThoroughScenePx = 500_000;

/** The same for a picture without transparency. */
export function encodeScene(image: RgbaImage, format: Format): Buffer {
  const isLarge = image.widthPx * image.heightPx > maxThoroughScenePx;
  return format === 'png' && isLarge ? fastPng(image) : encode(image, format);
}

/** Primaries, transfer and matrix of a colour box (ISO/IEC 23091-2), then its flag of full range. */
const colourBox = (primaries: number, transfer: number, matrix: number): Buffer =>
  Buffer.from([...Buffer.from('colrnclx'), 0, primaries, 0, transfer, 0, matrix, 0x80]);

const unspecified = colourBox(2, 2, 2);

/** That of BT.601 is the matrix with which the encoder calculates if none is specified. */
const srgb = colourBox(1, 13, 6);

/**
 * Says in the header of an AVIF that its colours are sRGB, so that no program has to guess; the encoder
 * has no option for it. The pixels stay the same.
 * @param avif is changed
 */
export function withSrgb(avif: Buffer): Buffer {
  const at = avif.indexOf(unspecified);
  if (at >= 0) srgb.copy(avif, at);
  return avif;
}

// Container of WebP: RIFF, little-endian (RFC 9649, 2.5 to 2.7).

const [riffHeadBytes, chunkHeadBytes, extendedBytes] = [12, 8, 10];

/** What an extended file has. */
export const webpFlags = { animation: 0x02, xmp: 0x04, alpha: 0x10 } as const;

/**
 * Adds XMP to a lossless WebP; its pixels stay unchanged.
 * @param webp a simple file with one chunk of pixels, as our encoder writes it; others are returned
 *   unchanged
 */
export function withXmp(webp: Buffer, xmp: string, size: Size): Buffer {
  if (webp.toString('latin1', riffHeadBytes, riffHeadBytes + 4) !== 'VP8L') return webp;
  const pixels = webp.subarray(riffHeadBytes);
  return webpFile([
    extendedHead(webpFlags.alpha | webpFlags.xmp, size),
    pixels,
    webpChunk('XMP ', Buffer.from(xmp)),
  ]);
}

export function webpFile(chunks: readonly Uint8Array[]): Buffer {
  return webpChunk('RIFF', Buffer.concat([Buffer.from('WEBP'), ...chunks]));
}

/** The first chunk of an extended file. @param flags of `webpFlags` */
export function extendedHead(flags: number, { widthPx, heightPx }: Size): Buffer {
  const head = Buffer.alloc(extendedBytes);
  head.writeUInt8(flags, 0);
  head.writeUIntLE(widthPx - 1, 4, 3);
  head.writeUIntLE(heightPx - 1, 7, 3);
  return webpChunk('VP8X', head);
}

type Size = Pick<RgbaImage, 'widthPx' | 'heightPx'>;

/** Chunks have an even length, with a padding byte if necessary. */
export function webpChunk(name: string, content: Uint8Array): Buffer {
  const head = Buffer.alloc(chunkHeadBytes);
  head.write(name, 'latin1');
  head.writeUInt32LE(content.length, 4);
  return Buffer.concat([head, content, Buffer.alloc(content.length % 2)]);
}
