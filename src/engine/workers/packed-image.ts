import { constants, zstdCompressSync, zstdDecompressSync } from 'node:zlib';
import type { RgbaImage } from '../image/canvas.ts';

/**
 * A picture on its way between tasks: a frame of a scene would take 3 MB, packed it takes some 100 kB, for
 * a few milliseconds. Plain data.
 */
export type PackedImage<Bytes = Uint8Array | SharedArrayBuffer> = {
  readonly widthPx: number;
  readonly heightPx: number;
  /** In memory of all threads it is as it was. */
  readonly bytes: Bytes;
};

const fastest = { [constants.ZSTD_c_compressionLevel]: 1 };
/** Most frames of scenes fit: a result in many pieces of the usual 16 kB takes half as long again. */
const maxPieceBytes = 256 * 1024;

export function packImage({ widthPx, heightPx, data }: RgbaImage): PackedImage<Uint8Array> {
  const chunkSize = Math.min(maxPieceBytes, data.byteLength + constants.Z_MIN_CHUNK);
  const bytes = zstdCompressSync(data, { params: fastest, chunkSize });
  return { widthPx, heightPx, bytes: detachedBuffer(bytes) };
}

/** The same at no cost in memory of all threads, if there is any, and as much as it needs. */
export function shareImage(image: RgbaImage, memory: SharedArrayBuffer | null): PackedImage {
  const { data, ...size } = image;
  if (memory === null || memory.byteLength < data.byteLength) return packImage(image);
  new Uint8Array(memory).set(data);
  return { ...size, bytes: memory };
}

/** In memory of its own, which may be freed, or in that of all threads. */
export function unpackImage({ widthPx, heightPx, bytes }: PackedImage): RgbaImage {
  if (bytes instanceof SharedArrayBuffer) {
    return { widthPx, heightPx, data: new Uint8ClampedArray(bytes, 0, widthPx * heightPx * 4) };
  }
  // Without knowing the size, it would put the picture together from pieces of 16 kB.
  const chunkSize = widthPx * heightPx * 4 + constants.Z_MIN_CHUNK;
  const { buffer, byteOffset, byteLength } = zstdDecompressSync(bytes, { chunkSize });
  // Small results come from a pool, which others have their memory in, too.
  const isOwn = buffer.byteLength === chunkSize;
  const own = isOwn
    ? buffer.transfer(byteLength)
    : buffer.slice(byteOffset, byteOffset + byteLength);
  return { widthPx, heightPx, data: new Uint8ClampedArray(own) };
}

/**
 * Copies bytes into a buffer of their own: a view, such as a small `Buffer` of Node's pool, is
 * transferred with all of its memory, which a cache would keep.
 */
export function detachedBuffer(bytes: Uint8Array): Uint8Array {
  return bytes.byteLength === bytes.buffer.byteLength ? bytes : new Uint8Array(bytes);
}
