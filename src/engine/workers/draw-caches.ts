import { LRUCache } from 'lru-cache';
import { createScratch, free } from '../image/scratch.ts';
import type { Reach, Reaches } from '../figure/stage/moment.ts';
import type { TaskResult, SheetBytes, SheetFiles, SheetProblem } from '../options/jobs.ts';
import { createWorkerPlans, type FindShared } from './worker-plans.ts';
import { type SkinSheet, type CapeSheet, readCape, readPicture, readSheet } from '../skin/sheet.ts';
import { packImage, unpackImage, type PackedImage } from './packed-image.ts';
import type { SheetRead } from '../../common/png/texture-header.ts';
import type { ReadSheets } from '../pictures/draw-figure.ts';

export type DrawCaches = ReturnType<typeof openDrawCaches>;

/** Memory limits in bytes, of decoded sheets and of recent plans. */
export type CacheLimits = { readonly sheetBytes: number; readonly planBytes: number };

/** What a thread that draws caches between jobs. @param findShared finds the plans of others */
export function openDrawCaches({ sheetBytes, planBytes }: CacheLimits, findShared?: FindShared) {
  return {
    plans: createWorkerPlans(planBytes, findShared),
    ...createWorkerSheets(sheetBytes),
    // Up to 4 million pixels: rows of ten in the default size.
    scratch: createScratch(16 * 1024 * 1024),
    reaches: createReaches(),
  };
}

/** Each is a dozen numbers, and a key of up to some kilobytes for a client's own motion. */
const maxReaches = 200;

/** Caches what was measured of moving figures: an animation needs it for every frame. */
export function createReaches(): Reaches {
  const cache = new LRUCache<string, Reach>({ max: maxReaches });
  return (key, measure) => {
    const reach = cache.get(key) ?? measure();
    cache.set(key, reach);
    return reach;
  };
}

export function ok<T>(value: T): TaskResult<T> {
  return { ok: true, value };
}

/** Larger entries are not cached, so as not to evict hundreds of others. */
const maxEntryBytes = 256 * 1024;

/** Capes get a part of the memory: few players have one, and many have the same. */
const capeShare = 1 / 8;

type AnySheet = SkinSheet | CapeSheet;

function isSmall({ image }: AnySheet): boolean {
  return image.data.byteLength <= maxEntryBytes;
}

/** Pixels of a large sheet, which an animation needs for every frame, are packed: a fifth of the time to decode them. */
type Cached<Whole extends AnySheet> = {
  readonly sheet: Whole;
  readonly packed: PackedImage | null;
};

function cachedForm<Whole extends AnySheet>(sheet: Whole): Cached<Whole> {
  if (isSmall(sheet)) return { sheet, packed: null };
  const image = { ...sheet.image, data: new Uint8ClampedArray() };
  return { sheet: { ...sheet, image }, packed: packImage(sheet.image) };
}

/** Decodes sheets of one kind, and those that are worth it once, as long as there is memory. */
function cachedReader<Whole extends AnySheet>(
  maxBytes: number,
  decode: (png: Uint8Array) => SheetRead<Whole>,
): (file: SheetBytes) => SheetRead<Whole> {
  const cached = new LRUCache<string, Cached<Whole>>({
    maxSize: maxBytes,
    maxEntrySize: Math.min(maxBytes, maxEntryBytes),
    sizeCalculation: ({ sheet, packed }) => (packed?.bytes ?? sheet.image.data).byteLength,
  });
  return ({ revision, png }) => {
    const known = cached.get(revision);
    if (known !== undefined) {
      const { sheet, packed } = known;
      return { ok: true, value: packed ? { ...sheet, image: unpackImage(packed) } : sheet };
    }
    const result = decode(png);
    // If the PNG itself is large, our compressed copy would not be smaller.
    const shouldStore = result.ok && (isSmall(result.value) || png.byteLength <= maxEntryBytes);
    if (shouldStore) cached.set(revision, cachedForm(result.value));
    return result;
  };
}

/** @param maxBytes memory limit of cached sheets */
export function createWorkerSheets(maxBytes: number) {
  const skinOf = cachedReader(Math.ceil(maxBytes * (1 - capeShare)), readSheet);
  const capeOf = cachedReader(Math.ceil(maxBytes * capeShare), readCape);

  return {
    /** Reads the sheets of a job for `draw`, until it returns; reports all unusable ones. */
    withSheets: <T>(
      files: Partial<SheetFiles>,
      draw: (sheets: ReadSheets) => TaskResult<T>,
    ): TaskResult<T> => {
      const skins = readAll('skin', files.skins, skinOf);
      const capes = readAll('cape', files.capes, capeOf);
      const pictures = readAll('picture', files.pictures, ({ png }) => readPicture(png));
      const problems = [...skins.problems, ...capes.problems, ...pictures.problems];
      const result: TaskResult<T> =
        problems.length > 0
          ? { ok: false, problems }
          : draw({ skins: skins.sheets, capes: capes.sheets, pictures: pictures.sheets });
      for (const sheet of [...skins.sheets, ...capes.sheets]) {
        if (!isSmall(sheet)) free(sheet.image.data);
      }
      for (const { data } of pictures.sheets) free(data);
      return result;
    },
  };
}

function readAll<Sheet>(
  sheet: SheetProblem['sheet'],
  files: readonly SheetBytes[] | undefined,
  read: (file: SheetBytes) => SheetRead<Sheet>,
) {
  const sheets: Sheet[] = [];
  const problems: SheetProblem[] = [];
  for (const file of files ?? []) {
    const result = read(file);
    if (result.ok) sheets.push(result.value);
    else problems.push({ sheet, revision: file.revision, problem: result.problem });
  }
  return { sheets, problems };
}
