import { mkdirSync, mkdtempSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { PNG } from 'pngjs';
import { blendOver, createImage, type RgbaImage } from '../../src/engine/image/canvas.ts';

/**
 * Golden pictures: small PNGs kept beside the tests, for eyes as much as for the comparison. What
 * counts are their decoded pixels, so that another encoder changes nothing.
 */
type GoldenOptions = {
  /**
   * How many levels a channel may be off; default: none. Text is off by one on processors whose
   * vector units round otherwise.
   */
  readonly tolerance?: number;
};

const keptPictures = join(import.meta.dirname, 'pictures');

/** The one command that accepts what is drawn now; look at the pictures before they are committed. */
const updateCommand = 'UPDATE_GOLDENS=1 npx vitest run test/golden';

/**
 * Compares a picture with the one kept under `name` ("render/full-classic"), pixel for pixel.
 * @throws when there is none, or a different one. What was drawn, what was kept and where they
 *   differ are then left in a temporary folder that the message names.
 */
export function expectGolden(name: string, image: RgbaImage, options: GoldenOptions = {}): void {
  const { tolerance = 0 } = options;
  const file = join(keptPictures, `${name}.png`);
  if (process.env.UPDATE_GOLDENS === '1') {
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, encode(image));
    return;
  }
  const kept = readKept(file);
  const difference = kept === null ? 'is not kept yet' : differenceOf(image, kept, tolerance);
  if (difference === null) return;
  const evidence = leaveEvidence(name, image, kept);
  throw new Error(
    `golden picture "${name}" ${difference}\nlook at: ${evidence}\nto keep it: ${updateCommand}`,
  );
}

/** Pictures side by side in rows, to be kept as one. */
export function contactSheet(rows: readonly (readonly RgbaImage[])[]): RgbaImage {
  const widths = rows.map((row) => row.reduce((sum, { widthPx }) => sum + widthPx, 0));
  const heights = rows.map((row) => Math.max(...row.map(({ heightPx }) => heightPx)));
  const sheet = createImage(
    Math.max(...widths),
    heights.reduce((sum, heightPx) => sum + heightPx, 0),
  );
  let topPx = 0;
  for (const [index, row] of rows.entries()) {
    let leftPx = 0;
    for (const image of row) {
      blendOver(sheet, image, leftPx, topPx);
      leftPx += image.widthPx;
    }
    topPx += heights[index]!;
  }
  return sheet;
}

/** Names of the pictures kept in a folder of `pictures`, to find those that no test asks for. */
export function goldenNames(group: string): string[] {
  const files = readdirSync(join(keptPictures, group));
  return files.map((file) => `${group}/${file.replace(/\.png$/, '')}`).toSorted();
}

function readKept(file: string): RgbaImage | null {
  try {
    const { width, height, data } = PNG.sync.read(readFileSync(file));
    return { widthPx: width, heightPx: height, data: new Uint8ClampedArray(data) };
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return null;
    throw error;
  }
}

function differenceOf(actual: RgbaImage, kept: RgbaImage, tolerance: number): string | null {
  const [is, was] = [actual, kept].map(({ widthPx, heightPx }) => `${widthPx}×${heightPx}`);
  if (is !== was) return `is ${is}, the kept one ${was}`;
  let pixels = 0;
  let maxLevels = 0;
  for (let at = 0; at < actual.data.length; at += 4) {
    const levels = levelsApart(actual, kept, at);
    if (levels > tolerance) pixels++;
    maxLevels = Math.max(maxLevels, levels);
  }
  const all = actual.data.length / 4;
  return pixels === 0
    ? null
    : `differs in ${pixels} of ${all} pixels, by up to ${maxLevels} levels`;
}

/** How far two pixels are apart in the channel that differs most. */
function levelsApart(first: RgbaImage, second: RgbaImage, at: number): number {
  return Math.max(
    ...[0, 1, 2, 3].map((channel) =>
      Math.abs(first.data[at + channel]! - second.data[at + channel]!),
    ),
  );
}

function leaveEvidence(name: string, actual: RgbaImage, kept: RgbaImage | null): string {
  const folder = mkdtempSync(join(tmpdir(), `golden-${name.replaceAll('/', '-')}-`));
  writeFileSync(join(folder, 'actual.png'), encode(actual));
  if (kept === null) return join(folder, 'actual.png');
  writeFileSync(join(folder, 'kept.png'), encode(kept));
  if (kept.widthPx === actual.widthPx && kept.heightPx === actual.heightPx) {
    writeFileSync(join(folder, 'difference.png'), encode(differencePicture(actual, kept)));
  }
  return folder;
}

/** Pixels that agree in faint grey, the others red, the more the farther apart. */
function differencePicture(actual: RgbaImage, kept: RgbaImage): RgbaImage {
  const data = new Uint8ClampedArray(actual.data.length);
  for (let at = 0; at < data.length; at += 4) {
    const levels = levelsApart(actual, kept, at);
    const faint = 255 - (kept.data[at + 3]! >> 3);
    data.set(levels === 0 ? [faint, faint, faint, 255] : [255, 160 - levels / 2, 0, 255], at);
  }
  return { ...actual, data };
}

function encode({ widthPx, heightPx, data }: RgbaImage): Buffer {
  const png = new PNG({ width: widthPx, height: heightPx });
  png.data = Buffer.from(data);
  return PNG.sync.write(png, { deflateLevel: 9 });
}
