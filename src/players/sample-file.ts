import { createHash } from 'node:crypto';
import { readFile, stat } from 'node:fs/promises';
import { readPngHeader, UnusableImageError } from '../png/png.ts';
import type { PlayerModel } from './player.ts';

/** One skin of a folder. */
export type Sample = {
  /** File name without `.png` or `.slim.png`, as on disk. */
  readonly stem: string;
  readonly model: PlayerModel;
  /** SHA-256 of the bytes, hex. */
  readonly revision: string;
  /** The bytes of the PNG file. */
  readonly sheet: Uint8Array;
  /** Why it can't be drawn, as the end of a sentence about it; null for a good one. */
  readonly problem: string | null;
};

/** What a file name says. */
export type SampleName = Pick<Sample, 'stem' | 'model'>;

/** Same ceiling as for a skin from anywhere else; the largest sheet allowed needs far less. */
const maxSampleBytes = 1024 * 1024;
const maxSheetPx = 1024;
/** As for every reference; longer ones are never looked for. */
export const maxStemLength = 128;

/** Dot files are none: an archive from a Mac brings `._steve.png` along. */
const filePattern = /^(?<stem>[^.].*?)(?<slim>\.slim)?\.png$/i;

/** The stem and model that a file name stands for; null for a file that is no skin. */
export function sampleNameOf(file: string): SampleName | null {
  const match = filePattern.exec(file)?.groups;
  const stem = match?.['stem'];
  if (stem === undefined || stem.length > maxStemLength) return null;
  return { stem, model: match?.['slim'] ? 'slim' : 'classic' };
}

/** A file as it was when it was last read: what tells whether it has changed. */
export type FileVersion = { readonly sizeBytes: number; readonly modifiedAtMs: number };

/** The version of a file, null for what is none. Links are followed: containers mount by link. */
export async function fileVersion(path: string): Promise<FileVersion | null> {
  const info = await stat(path).catch(() => null);
  return info?.isFile() ? { sizeBytes: info.size, modifiedAtMs: info.mtimeMs } : null;
}

/** Reads a skin; one that can't be drawn is kept with the reason, and without its bytes. */
export async function readSample(
  path: string,
  { stem, model }: SampleName,
  version: FileVersion | null,
): Promise<Sample> {
  const broken = (problem: string): Sample => ({
    stem,
    model,
    problem,
    revision: '',
    sheet: new Uint8Array(0),
  });
  if (version === null) return broken('is not a readable file');
  if (version.sizeBytes > maxSampleBytes) return broken('is larger than 1 MiB');
  const bytes = await readFile(path).catch(() => null);
  if (bytes === null) return broken('is not a readable file');
  const problem = problemOf(bytes);
  if (problem !== null) return broken(problem);
  const revision = createHash('sha256').update(bytes).digest('hex');
  return { stem, model, revision, sheet: new Uint8Array(bytes), problem };
}

/** What the header alone can tell; the pixels are looked at when they are drawn. */
function problemOf(bytes: Uint8Array): string | null {
  try {
    const { widthPx, heightPx } = readPngHeader(bytes);
    const isTooLarge = widthPx > maxSheetPx || heightPx > maxSheetPx;
    return isTooLarge ? `is larger than ${maxSheetPx} pixels` : null;
  } catch (error) {
    if (error instanceof UnusableImageError) return error.message;
    throw error;
  }
}
