import { readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { Clock } from '../../common/async/clock.ts';
import {
  fileVersion,
  maxStemLength,
  readSample,
  sampleNameOf,
  type FileVersion,
  type Sample,
} from './sample-file.ts';

export type SampleFolder = Awaited<ReturnType<typeof openSampleFolder>>;

type SampleFolderOptions = {
  /** The folder of bundled skins, by default the samples; read once. */
  readonly bundled?: string;
  /** The operator's folder; checked for changes repeatedly. */
  readonly folder: string | undefined;
  readonly clock: Clock;
  /** Called once for each version of a file that looks like a skin but cannot be used. */
  readonly onProblem?: (file: string, reason: string) => void;
};

const bundledSkins = join(import.meta.dirname, '..', '..', '..', 'samples', 'skins');

type Known = { readonly version: FileVersion | null; readonly sample: Sample };

/** New files are found within a second. */
const lookEveryMs = 500;
/** A file or folder that changed this recently may change again without a new timestamp. */
const maybeChangingMs = 2000;
/** Each takes up to 1 MiB of memory, and a `stat` when the folder has changed. */
const maxFiles = 2000;

/**
 * Skins by name: `<name>.png` is classic, `<name>.slim.png` slim. If two files have the same name (in
 * any case), the first in alphabetical order is used; bundled skins always have precedence. The
 * operator's folder costs one `stat` every half second, and is read again if that shows a change.
 * Throws the file system's error for a folder that cannot be read.
 */
export async function openSampleFolder(options: SampleFolderOptions) {
  const { clock, folder, onProblem = () => {} } = options;
  const bundled = bySkin(
    (await readFolder(options.bundled ?? bundledSkins, new Map())).known,
    onProblem,
  );
  let own = new Map<string, Sample>();
  let files: ReadonlyMap<string, Known> = new Map();
  let unchangedAtMs = Number.NaN;
  let cancel: (() => void) | undefined;
  let isClosed = false;

  async function look(path: string): Promise<void> {
    const { mtimeMs } = await stat(path);
    if (mtimeMs === unchangedAtMs) return;
    const { known, changedAtMs } = await readFolder(path, files);
    const isUnchanged = Math.max(changedAtMs, mtimeMs) < clock.nowMs() - maybeChangingMs;
    unchangedAtMs = isUnchanged ? mtimeMs : Number.NaN;
    const reported = files;
    files = known;
    own = bySkin(
      known,
      (file, reason) => {
        if (reported.get(file)?.sample !== known.get(file)?.sample) onProblem(file, reason);
      },
      bundled,
    );
  }

  function lookLater(path: string): void {
    cancel = clock.startTimer(lookEveryMs, () => {
      // If the folder disappears for a while, its skins are kept.
      void look(path)
        .catch(() => {})
        .then(() => isClosed || lookLater(path));
    });
  }

  if (folder !== undefined) {
    await look(folder);
    lookLater(folder);
  }
  return {
    /** The skin with this name, in any case, even if it cannot be drawn (`problem`). */
    find: (stem: string): Sample | null => {
      // Checked before normalization, whose time is quadratic in the number of combining marks.
      if (stem.length > maxStemLength) return null;
      const key = keyOf(stem);
      return bundled.get(key) ?? own.get(key) ?? null;
    },
    /** The sorted names of all that can be drawn. */
    stems: (): readonly string[] =>
      [...bundled.values(), ...own.values()]
        .flatMap(({ stem, problem }) => (problem === null ? [stem] : []))
        .toSorted(),
    /** Stops watching for new files. */
    close: () => {
      isClosed = true;
      cancel?.();
    },
  };
}

/** File systems differ in case and Unicode normalization; clients should not notice. */
function keyOf(stem: string): string {
  return stem.normalize('NFC').toLowerCase();
}

/** Reads the folder; files that have not changed are not read again. */
async function readFolder(
  folder: string,
  before: ReadonlyMap<string, Known>,
): Promise<{ readonly known: ReadonlyMap<string, Known>; readonly changedAtMs: number }> {
  const known = new Map<string, Known>();
  let changedAtMs = Number.NEGATIVE_INFINITY;
  for (const file of (await readdir(folder)).toSorted()) {
    const name = sampleNameOf(file);
    if (name === null || known.size >= maxFiles) continue;
    const path = join(folder, file);
    const version = await fileVersion(path);
    changedAtMs = Math.max(changedAtMs, version?.modifiedAtMs ?? Number.NEGATIVE_INFINITY);
    const old = before.get(file);
    const isSame =
      old !== undefined &&
      old.version?.modifiedAtMs === version?.modifiedAtMs &&
      old.version?.sizeBytes === version?.sizeBytes;
    known.set(file, isSame ? old : { version, sample: await readSample(path, name, version) });
  }
  return { known, changedAtMs };
}

/** The skins of a folder by key; the first of each key is used. */
function bySkin(
  known: ReadonlyMap<string, Known>,
  onProblem: (file: string, reason: string) => void,
  taken: ReadonlyMap<string, Sample> = new Map(),
): Map<string, Sample> {
  const samples = new Map<string, Sample>();
  for (const [file, { sample }] of known) {
    const key = keyOf(sample.stem);
    if (sample.problem !== null) onProblem(file, sample.problem);
    const first = taken.get(key) ?? samples.get(key);
    if (first === undefined) samples.set(key, sample);
    // Identical files are not reported.
    else if (first.revision !== sample.revision) onProblem(file, 'has the name of another skin');
  }
  return samples;
}
