import { createHash } from 'node:crypto';
import { readFile, stat } from 'node:fs/promises';
import { readPngHeader, UnusableImageError } from '../../common/png/png.ts';
import type { PlayerModel } from '../../common/player.ts';

/** A skin of a folder. */
export type Sample = {
  /** File name without `.png` or `.slim.png`, as on disk. */
  readonly stem: string;
  readonly model: PlayerModel;
  /** SHA-256 of the bytes, hex. */
  readonly revision: string;
  /** The bytes of the PNG file. */
  readonly sheet: Uint8Array;
  /** Why it cannot be drawn, as the end of a sentence; null if it can. */
  readonly problem: string | null;
};

/** The information in a file name. */
export type SampleName = Pick<Sample, 'stem' | 'model'>;

/** The same limit as for any other skin; the largest allowed sheet needs far less. */
const maxSampleBytes = 1024 * 1024;
const maxSheetPx = 1024;
/** The limit of all references; longer names are never looked up. */
export const maxStemLength = 128;

/** No dot files: archives from a Mac contain `._steve.png`. */
const filePattern = /^(?<stem>[^.].*?)(?<slim>\.slim)?\.png$/i;

/** The name and model in a file name; null if the file is not a skin. */
export function sampleNameOf(file: string): SampleName | null {
  const match = filePattern.exec(file)?.groups;
  const stem = match?.['stem'];
  if (stem === undefined || stem.length > maxStemLength) return null;
  return { stem, model: match?.['slim'] ? 'slim' : 'classic' };
}

/** Size and time of a file when it was read, to detect changes. */
export type FileVersion = { readonly sizeBytes: number; readonly modifiedAtMs: number };

/** The version of a file, also behind a link (containers mount by link); null for no file. */
export async function fileVersion(path: string): Promise<FileVersion | null> {
  const info = await stat(path).catch(() => null);
  return info?.isFile() ? { sizeBytes: info.size, modifiedAtMs: info.mtimeMs } : null;
}

/** Reads a skin; one that cannot be drawn is kept with the reason, without its bytes. */
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

/** Checks the header; pixels are checked when they are drawn. */
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
