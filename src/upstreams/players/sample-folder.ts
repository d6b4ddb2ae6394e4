import { readdir, stat, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Clock } from '../../common/async/clock.ts';
import { hash } from 'node:crypto';
import { problemOf, readPngHeader } from '../../common/png/png.ts';
import type { PlayerModel } from '../../common/player.ts';

export type SampleFolder = Awaited<ReturnType<typeof openSampleFolder>>;

type SampleFolderOptions = {
  /** The folder of bundled skins, by default the samples; read once. */
  readonly bundled?: string;
  /** The operator's folder; checked for changes repeatedly. */
  readonly folder: string | undefined;
  readonly clock: Clock;
  /** Called whenever the operator's skins are others. */
  readonly onChange?: () => void;
  /** Called once for each version of a file that looks like a skin but cannot be used. */
  readonly onProblem?: (file: string, reason: string) => void;
};

const bundledSkins = join(import.meta.dirname, '..', '..', '..', 'samples', 'skins');

type Known = { readonly version: FileVersion | null; readonly sample: Sample };

/** New files are found within a second. */
const lookEveryMs = 500;
/** A file or folder that changed this recently may change again without a new timestamp. */
const maybeChangingMs = 2000;
/** Files of an unchanged folder that are compared in each look: 2,000 take ten seconds. */
const comparedAtOnce = 100;
/** Each takes up to 1 MiB of memory, and a `stat` when the folder has changed. */
const maxFiles = 2000;

/**
 * Skins by name: `<name>.png` is classic, `<name>.slim.png` slim. If two files have the same name (in
 * any case), the first in alphabetical order is used; bundled skins always have precedence. The
 * operator's folder, and up to a hundred files of it, cost a `stat` every half second, and it is read again if
 * one shows a change.
 * Throws the file system's error for a folder that cannot be read.
 */
export async function openSampleFolder(options: SampleFolderOptions) {
  const { clock, folder, onProblem = () => {}, onChange = () => {} } = options;
  const bundled = bySkin(
    (await readFolder(options.bundled ?? bundledSkins, new Map())).known,
    onProblem,
  );
  let own = new Map<string, Sample>();
  let files: ReadonlyMap<string, Known> = new Map();
  let unchangedAtMs = Number.NaN;
  const someAreSame = createComparison();
  let cancel: (() => void) | undefined;
  let isClosed = false;

  async function look(path: string): Promise<void> {
    const { mtimeMs } = await stat(path);
    if (mtimeMs === unchangedAtMs && (await someAreSame(path, files))) return;
    const { known, changedAtMs } = await readFolder(path, files);
    const isUnchanged = Math.max(changedAtMs, mtimeMs) < clock.nowMs() - maybeChangingMs;
    unchangedAtMs = isUnchanged ? mtimeMs : Number.NaN;
    const reported = files;
    const before = own;
    files = known;
    own = bySkin(
      known,
      (file, reason) => {
        if (reported.get(file)?.sample !== known.get(file)?.sample) onProblem(file, reason);
      },
      bundled,
    );
    if (!isSameFolder(before, own)) onChange();
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
    /** Whether a skin always stays as it is. */
    isBundled: ({ stem, revision }: Sample): boolean =>
      bundled.get(keyOf(stem))?.revision === revision,
    /** The sorted names of all that can be drawn. */
    stems: (): readonly string[] =>
      [...bundled.values(), ...own.values()]
        .flatMap(({ stem, problem }) => (problem === null ? [stem] : []))
        .toSorted(),
    close: () => {
      isClosed = true;
      cancel?.();
    },
  };
}

/** Compares some files, each time others: what is written over leaves its folder unchanged. */
function createComparison() {
  let from = 0;
  return async (path: string, files: ReadonlyMap<string, Known>): Promise<boolean> => {
    const some = [...files].slice(from, from + comparedAtOnce);
    from = from + comparedAtOnce < files.size ? from + comparedAtOnce : 0;
    const same = await Promise.all(
      some.map(async ([file, { version }]) => isSame(version, await fileVersion(join(path, file)))),
    );
    return same.every(Boolean);
  };
}

function isSameFolder(
  one: ReadonlyMap<string, Sample>,
  other: ReadonlyMap<string, Sample>,
): boolean {
  return one.size === other.size && [...one].every(([key, sample]) => other.get(key) === sample);
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
    const isOld = old !== undefined && isSame(old.version, version);
    known.set(file, isOld ? old : { version, sample: await readSample(path, name, version) });
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

/** The same limit as for any other skin; the largest allowed sheet needs far less. */
const maxSampleBytes = 1024 * 1024;
const maxSheetPx = 1024;
/** The limit of all references; longer names are never looked up. */
const maxStemLength = 128;

/** No dot files: archives from a Mac contain `._steve.png`. */
const filePattern = /^(?<stem>[^.].*?)(?<slim>\.slim)?\.png$/i;

/** The name and model in a file name; null if the file is not a skin. */
export function sampleNameOf(file: string): Pick<Sample, 'stem' | 'model'> | null {
  const match = filePattern.exec(file)?.groups;
  const stem = match?.['stem'];
  if (stem === undefined || stem.length > maxStemLength) return null;
  return { stem, model: match?.['slim'] ? 'slim' : 'classic' };
}

/** Size and time of a file when it was read, to detect changes. */
type FileVersion = { readonly sizeBytes: number; readonly modifiedAtMs: number };

function isSame(one: FileVersion | null, other: FileVersion | null): boolean {
  return one?.modifiedAtMs === other?.modifiedAtMs && one?.sizeBytes === other?.sizeBytes;
}

/** The version of a file, also behind a link (containers mount by link); null for no file. */
async function fileVersion(path: string): Promise<FileVersion | null> {
  const info = await stat(path).catch(() => null);
  return info?.isFile() ? { sizeBytes: info.size, modifiedAtMs: info.mtimeMs } : null;
}

/** Reads a skin; one that cannot be drawn is kept with the reason, without its bytes. */
async function readSample(
  path: string,
  { stem, model }: Pick<Sample, 'stem' | 'model'>,
  version: FileVersion | null,
): Promise<Sample> {
  const none = { stem, model, revision: '', sheet: new Uint8Array(0) };
  const broken = (problem: string): Sample => ({ ...none, problem });
  if (version === null) return broken('is not a readable file');
  if (version.sizeBytes > maxSampleBytes) return broken('is larger than 1 MiB');
  const bytes = await readFile(path).catch(() => null);
  if (bytes === null) return broken('is not a readable file');
  const problem = problemIn(bytes);
  if (problem !== null) return broken(problem);
  return { stem, model, revision: hash('sha256', bytes), sheet: new Uint8Array(bytes), problem };
}

/** Checks the header; pixels are checked when they are drawn. */
function problemIn(bytes: Uint8Array): string | null {
  try {
    const { widthPx, heightPx } = readPngHeader(bytes);
    const isTooLarge = widthPx > maxSheetPx || heightPx > maxSheetPx;
    return isTooLarge ? `is larger than ${maxSheetPx} pixels` : null;
  } catch (error) {
    return problemOf(error);
  }
}
