import {
  createReadStream,
  statSync,
  writeFileSync,
  realpathSync,
  renameSync,
  rmSync,
} from 'node:fs';
import { readFile } from 'node:fs/promises';
import type { Readable } from 'node:stream';
import type { PlayerModel } from '../common/player.ts';
import { sampleNameOf } from '../upstreams/players/sample-folder.ts';
import { maxSheetBytes } from '../engine/entry/draw-picture.ts';
import { join, dirname, basename } from 'node:path';

/** What was requested is not available: exit code 1. */
export class FailedError extends Error {
  override readonly name = 'FailedError';
}

/** A skin that is here: a file, a sample, or what comes in. */
export type LocalSkin = {
  readonly sheet: Uint8Array;
  readonly model: PlayerModel;
  /** Of a sample; else empty. */
  readonly name: string;
};

/**
 * The skin that an argument names, or null if it has to be looked up. A path has a slash or ends in
 * `.png`; `name.slim.png` has slim arms, as in a folder of skins of the service.
 * @throws {FailedError} for a file that cannot be read
 */
export async function readLocalSkin(argument: string, stdin: Readable): Promise<LocalSkin | null> {
  if (argument === '-') return { sheet: await readAll(stdin, '-'), model: 'classic', name: '' };
  if (/^(?:https?|data):/i.test(argument)) return null;
  if (/[/\\]|\.png$/i.test(argument)) {
    const file = argument.replace(/^.*[/\\]/, '');
    const model = sampleNameOf(file)?.model ?? 'classic';
    return { sheet: await readSheetFile(argument), model, name: '' };
  }
  return readSample(argument.toLowerCase());
}

async function readSample(name: string): Promise<LocalSkin | null> {
  if (!/^sample-[a-z]+$/.test(name)) return null;
  for (const [extension, model] of [
    ['.png', 'classic'],
    ['.slim.png', 'slim'],
  ] as const) {
    const file = new URL(`${name}${extension}`, samples);
    const sheet = await readFile(file).catch(() => null);
    if (sheet !== null) return { sheet, model, name };
  }
  return null;
}

const samples = new URL('../../samples/skins/', import.meta.url);

const readSentences = new Map([
  ['ENOENT', 'there is no such file'],
  ['EISDIR', 'is a folder'],
  ['EACCES', 'may not be read'],
]);

async function readSheetFile(path: string): Promise<Uint8Array> {
  try {
    return await readAll(createReadStream(path), path);
  } catch (error) {
    if (error instanceof FailedError) throw error;
    const code = error instanceof Error && 'code' in error ? String(error.code) : '';
    throw new FailedError(`${path}: ${readSentences.get(code) ?? `can't be read (${code})`}`);
  }
}

/** Reads up to the largest sheet. */
async function readAll(input: Readable, shownName: string): Promise<Uint8Array> {
  const chunks: Uint8Array[] = [];
  let bytes = 0;
  for await (const chunk of input) {
    chunks.push(chunk);
    bytes += chunk.length;
    if (bytes > maxSheetBytes) {
      throw new FailedError(`${shownName}: a skin has at most ${maxSheetBytes} bytes`);
    }
  }
  return new Uint8Array(Buffer.concat(chunks));
}

/**
 * Writes a file whole or not at all: beside its place, then renamed. Without a pause, so that a signal
 * that is handled comes before or after.
 * @throws {FailedError} if it cannot be written
 */
export function saveFile(path: string, bytes: Uint8Array): void {
  try {
    const known = statSync(path, { throwIfNoEntry: false });
    if (known?.isDirectory()) throw new FailedError(`${path}: is a folder`);
    // A device or a pipe is written to, and not replaced.
    if (known !== undefined && !known.isFile()) writeFileSync(path, bytes);
    else replaceFile(known === undefined ? path : realpathSync(path), bytes);
  } catch (error) {
    if (error instanceof FailedError) throw error;
    const code = error instanceof Error && 'code' in error ? String(error.code) : String(error);
    throw new FailedError(`${path}: ${writeSentences.get(code) ?? `can't be written (${code})`}`);
  }
}

const writeSentences = new Map([
  ['ENOENT', 'there is no such folder'],
  ['ENOTDIR', 'is not in a folder'],
  ['EACCES', 'may not be written'],
  ['EROFS', 'may not be written'],
  ['ENOSPC', 'there is no space left'],
]);

function replaceFile(path: string, bytes: Uint8Array): void {
  const beside = join(dirname(path), `.${basename(path)}.${process.pid}`);
  try {
    writeFileSync(beside, bytes, { flag: 'wx' });
    renameSync(beside, path);
  } catch (error) {
    rmSync(beside, { force: true });
    throw error;
  }
}
