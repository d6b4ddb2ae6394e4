import { badRequest } from '../../common/errors/lineup-error.ts';
import { orList } from '../../common/schemas/validation-message.ts';
import { hasPngSignature } from '../../common/png/png.ts';
import { animationFormats, type AnimationFormat, formats, type Format } from '../image/formats.ts';

/** Of pictures of players. */
export type PictureFormat = Format | AnimationFormat;

/** In the order in which users see them; those that only move come last. */
export const pictureFormats: readonly PictureFormat[] = [
  ...new Set([...formats, ...animationFormats]),
];

/** Of all files that are drawn of players. */
export type FileFormat = PictureFormat | 'glb';

type FileFormatRow = {
  readonly contentType: string;
  /** Whether a file begins and ends as one of this format, so that it is neither foreign nor cut. */
  readonly isFormatOf: (file: Buffer) => boolean;
};

/** What a file of each format is: whoever decides by a format reads it here. */
const fileTable = {
  png: {
    contentType: 'image/png',
    isFormatOf: (file) => isWholePng(file) && !hasAnimationControl(file),
  },
  webp: {
    contentType: 'image/webp',
    isFormatOf: (file) =>
      textAt(file, 0) === 'RIFF' &&
      textAt(file, 8) === 'WEBP' &&
      file.readUInt32LE(4) === file.length - 8,
  },
  avif: { contentType: 'image/avif', isFormatOf: isWholeAvif },
  gif: {
    contentType: 'image/gif',
    // Behind the last block of data comes the trailer.
    isFormatOf: (file) => textAt(file, 0, 6) === 'GIF89a' && textAt(file, -2, 2) === '\0;',
  },
  apng: {
    contentType: 'image/apng',
    isFormatOf: (file) => isWholePng(file) && hasAnimationControl(file),
  },
  glb: {
    contentType: 'model/gltf-binary',
    isFormatOf: (file) =>
      textAt(file, 0) === 'glTF' &&
      file.length >= 12 &&
      file.readUInt32LE(4) === 2 &&
      file.readUInt32LE(8) === file.length,
  },
} as const satisfies Record<FileFormat, FileFormatRow>;

export function contentTypeOf(format: FileFormat): string {
  return fileTable[format].contentType;
}

/** The content types of all formats, and of those of pictures that do not move. */
export const contentTypes = pictureFormats.map(contentTypeOf);
export const stillTypes = formats.map(contentTypeOf);

/** The format of a file; `null` for what is none of ours, or not all of one. */
export function formatOfFile(file: Uint8Array): FileFormat | null {
  const view = Buffer.from(file.buffer, file.byteOffset, file.byteLength);
  return (
    ([...pictureFormats, 'glb'] as const).find((one) => fileTable[one].isFormatOf(view)) ?? null
  );
}

/** Characters of a file; a negative start counts from its end. */
function textAt(file: Buffer, start: number, length = 4): string {
  const from = start < 0 ? Math.max(0, file.length + start) : start;
  return file.toString('latin1', from, from + length);
}

/** The last chunk: no length, its name, and the checksum of both. */
const pngEnd = Buffer.from('0000000049454e44ae426082', 'hex');

function isWholePng(file: Buffer): boolean {
  return hasPngSignature(file) && file.subarray(-pngEnd.length).equals(pngEnd);
}

/** Where the name of the second chunk stands, behind signature, header and length. */
const secondChunkAt = 8 + 25 + 4;

/** Our encoder writes it first, as other decoders look for it before the pixels. */
function hasAnimationControl(file: Buffer): boolean {
  return textAt(file, secondChunkAt) === 'acTL';
}

/** Boxes that begin with their length follow each other up to the end; the first names the format. */
function isWholeAvif(file: Buffer): boolean {
  if (textAt(file, 4, 8) !== 'ftypavif') return false;
  let at = 0;
  while (at + 8 <= file.length) {
    const bytes = file.readUInt32BE(at);
    // 0 and 1 stand for other lengths, which our encoder does not write.
    if (bytes < 8) return false;
    at += bytes;
  }
  return at === file.length;
}

/**
 * Splits the last segment of a path into the crop and the format of its file extension.
 * @throws {LineupError} `bad-request` that lists the formats
 */
export function splitFormat<Extension extends PictureFormat>(
  segment: string,
  offered: readonly Extension[],
): {
  readonly stem: string;
  readonly format: Extension | undefined;
} {
  const dot = segment.lastIndexOf('.');
  if (dot < 0) return { stem: segment, format: undefined };
  const extension = segment.slice(dot + 1).toLowerCase();
  const format = offered.find((one) => one === extension);
  if (format === undefined) {
    throw badRequest(`path.crop: the file extension must be ${orList(offered)}`);
  }
  return { stem: segment.slice(0, dot), format };
}
