import { createReadStream } from 'node:fs';
import { readFile } from 'node:fs/promises';
import type { Readable } from 'node:stream';
import type { PlayerModel } from '../common/player.ts';
import { sampleNameOf } from '../upstreams/players/sample-folder.ts';
import { FailedError } from './usage-error.ts';
import { maxSheetBytes } from '../engine/entry/draw-picture.ts';

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

const sentences = new Map([
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
    throw new FailedError(`${path}: ${sentences.get(code) ?? `can't be read (${code})`}`);
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
