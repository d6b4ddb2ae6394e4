import { createHash } from 'node:crypto';
import { readdir, readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { PlayerModel } from './player.ts';
import { hasPngSignature } from './png-signature.ts';

/** One skin of the folder. */
export type Sample = {
  /** File name without `.png` or `.slim.png`, as on disk. */
  readonly stem: string;
  readonly model: PlayerModel;
  /** SHA-256 of the bytes, hex. */
  readonly revision: string;
  /** The bytes of the PNG file. */
  readonly sheet: Uint8Array;
};

export type SampleFolder = {
  /** The sample of this stem, case aside. */
  readonly find: (stem: string) => Sample | null;
  /** All stems, sorted. */
  readonly stems: readonly string[];
  /** Files that look like skins but are not used, and why; for the log. */
  readonly skipped: readonly { readonly file: string; readonly reason: string }[];
};

/** Same ceiling as for a skin from anywhere else; the largest sheet allowed needs far less. */
const maxSampleBytes = 1024 * 1024;

/** Dot files are none: an archive from a Mac brings `._steve.png` along. */
const filePattern = /^(?<stem>[^.].*?)(?<slim>\.slim)?\.png$/i;

/**
 * Reads the folder once: `<name>.png` is a classic skin, `<name>.slim.png` a slim one. A folder that
 * does not exist is an empty one. Where two files have one stem (case aside), the first in the order
 * of their names is used. Throws what the file system throws for a folder that can't be read.
 */
export async function readSampleFolder(folder: string): Promise<SampleFolder> {
  const samples = new Map<string, Sample>();
  const skipped: { file: string; reason: string }[] = [];
  for (const file of (await listFolder(folder)).toSorted()) {
    const match = filePattern.exec(file)?.groups;
    if (match?.['stem'] === undefined) continue;
    const key = keyOf(match['stem']);
    const found = samples.has(key)
      ? 'another file has the same name'
      : await readSheet(join(folder, file));
    if (typeof found === 'string') skipped.push({ file, reason: found });
    else samples.set(key, sampleOf(match['stem'], match['slim'] ? 'slim' : 'classic', found));
  }
  return {
    find: (stem) => samples.get(keyOf(stem)) ?? null,
    stems: [...samples.values()].map((sample) => sample.stem),
    skipped,
  };
}

/** File systems differ in case and in how they compose accents; clients should not notice. */
function keyOf(stem: string): string {
  return stem.normalize('NFC').toLowerCase();
}

async function listFolder(folder: string): Promise<string[]> {
  try {
    return await readdir(folder);
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return [];
    throw error;
  }
}

/** The bytes, or the reason why they are not used. Links are followed: containers mount by link. */
async function readSheet(path: string): Promise<Uint8Array | string> {
  const info = await stat(path).catch(() => null);
  if (info === null || !info.isFile()) return 'not a readable file';
  if (info.size > maxSampleBytes) return 'larger than 1 MiB';
  const bytes = await readFile(path).catch(() => null);
  if (bytes === null) return 'not a readable file';
  return hasPngSignature(bytes) ? new Uint8Array(bytes) : 'not a PNG file';
}

function sampleOf(stem: string, model: PlayerModel, sheet: Uint8Array): Sample {
  return { stem, model, revision: createHash('sha256').update(sheet).digest('hex'), sheet };
}
