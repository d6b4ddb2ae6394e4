import { statSync, writeFileSync, realpathSync, renameSync, rmSync } from 'node:fs';
import { join, dirname, basename } from 'node:path';
import { FailedError } from './usage-error.ts';

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
    throw new FailedError(`${path}: ${sentences.get(code) ?? `can't be written (${code})`}`);
  }
}

const sentences = new Map([
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
