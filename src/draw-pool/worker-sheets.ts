import { LRUCache } from 'lru-cache';
import { free } from '../render/image/free.ts';
import type { CapeSheet } from '../render/sheet/cape.ts';
import type { SkinSheet } from '../render/sheet/sheet.ts';
import type { RgbaImage } from '../render/image/canvas.ts';
import type { SheetBytes, SheetFiles, SheetProblem, TaskResult } from '../options/order.ts';
import { packImage, unpackImage, type PackedImage } from './packed-image.ts';
import { shapeKey } from './plan-keys.ts';
import type { SkinShape } from './tasks.ts';
import { readCape, readPicture, readSheet, type SheetRead } from './read-sheet.ts';

/** The decoded sheets of an order. */
export type ReadSheets = {
  readonly skins: readonly SkinSheet[];
  readonly capes: readonly CapeSheet[];
  readonly pictures: readonly RgbaImage[];
};

export type WorkerSheets = {
  /** Reads the sheets of an order for `draw`, until it returns; reports all unusable ones. */
  readonly withSheets: <T>(
    files: Partial<SheetFiles>,
    draw: (sheets: ReadSheets) => TaskResult<T>,
  ) => TaskResult<T>;
  /** The skins read since the last call that give their figures a shape. */
  readonly takeShapes: () => readonly SkinShape[];
};

/** Larger entries are not cached, so as not to evict hundreds of others. */
const maxEntryBytes = 256 * 1024;

/** One of more than 256 px, which a film needs for every frame: unpacked in a fifth of the time to decode it. */
type PackedSheet = { readonly facts: Omit<SkinSheet, 'image'>; readonly packed: PackedImage };

function isSmall({ image }: SkinSheet): boolean {
  return image.data.byteLength <= maxEntryBytes;
}

function cachedForm(sheet: SkinSheet): SkinSheet | PackedSheet {
  const { image, ...facts } = sheet;
  return isSmall(sheet) ? sheet : { facts, packed: packImage(image) };
}

function bytesOf(entry: SkinSheet | PackedSheet): number {
  return 'packed' in entry ? entry.packed.bytes.byteLength : entry.image.data.byteLength;
}

function sheetFrom(entry: SkinSheet | PackedSheet): SkinSheet {
  return 'packed' in entry ? { ...entry.facts, image: unpackImage(entry.packed) } : entry;
}

/** @param maxBytes memory limit of cached sheets */
export function createWorkerSheets(maxBytes: number): WorkerSheets {
  const cached = new LRUCache<string, SkinSheet | PackedSheet>({
    maxSize: maxBytes,
    maxEntrySize: Math.min(maxBytes, maxEntryBytes),
    sizeCalculation: bytesOf,
  });

  let shapes: SkinShape[] = [];

  function read(file: SheetBytes): SheetRead<SkinSheet> {
    const result = readCached(file);
    const ears = result.ok ? result.value.ears : null;
    if (ears) shapes.push({ revision: file.revision, shape: shapeKey(ears.shape) });
    return result;
  }

  function readCached({ revision, png }: SheetBytes): SheetRead<SkinSheet> {
    const known = cached.get(revision);
    if (known !== undefined) return { ok: true, value: sheetFrom(known) };
    const result = readSheet(png);
    if (!result.ok) return result;
    // What is large as a PNG, too, is hardly smaller packed.
    const isWorth = isSmall(result.value) || png.byteLength <= maxEntryBytes;
    if (isWorth) cached.set(revision, cachedForm(result.value));
    return result;
  }

  return {
    takeShapes: () => {
      const taken = shapes;
      shapes = [];
      return taken;
    },
    withSheets: (files, draw) => {
      const skins = sortOut('skin', files.skins, read);
      const capes = sortOut('cape', files.capes, ({ png }) => readCape(png));
      const pictures = sortOut('picture', files.pictures, ({ png }) => readPicture(png));
      const problems = [...skins.problems, ...capes.problems, ...pictures.problems];
      const result: ReturnType<typeof draw> =
        problems.length > 0
          ? { ok: false, problems }
          : draw({ skins: skins.sheets, capes: capes.sheets, pictures: pictures.sheets });
      for (const sheet of skins.sheets) if (!isSmall(sheet)) free(sheet.image.data);
      for (const { image } of capes.sheets) free(image.data);
      for (const { data } of pictures.sheets) free(data);
      return result;
    },
  };
}

function sortOut<Sheet>(
  sheet: SheetProblem['sheet'],
  files: readonly SheetBytes[] | undefined,
  read: (file: SheetBytes) => SheetRead<Sheet>,
): { readonly sheets: readonly Sheet[]; readonly problems: readonly SheetProblem[] } {
  const sheets: Sheet[] = [];
  const problems: SheetProblem[] = [];
  for (const file of files ?? []) {
    const result = read(file);
    if (result.ok) sheets.push(result.value);
    else problems.push({ sheet, revision: file.revision, problem: result.problem });
  }
  return { sheets, problems };
}
