import { mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import {
  blankCharacter,
  blankFontName,
  familyNames,
  fontsFolder,
  stampName,
  type FamilyName,
  type FontFile,
} from '../../src/engine/text/font-files.ts';
import { buildBlankFont } from './blank-font.ts';
import { fontIndexes, fontParticulars } from './families.ts';
import { parseUnicodeRange, toRanges } from './codepoint-ranges.ts';
import { readCodepoints, unpackWebFont } from './web-font.ts';

/**
 * Unpacks the fonts of the labels when the project is installed. A packed font would be unpacked into
 * memory for each thread and weight; all faces of an unpacked one share one mapped file.
 */

/** A packed file of a typeface, and how to unpack it. */
type Slice = {
  readonly name: string;
  readonly file: string;
  readonly without: readonly string[];
  /** In the notation of CSS; `null` for any character. */
  readonly published: string | null;
};

/** Increased when the output for the same packages changes. */
const version = 3;

/** Creates `fontsFolder` unless it exists and matches the installed packages. */
export async function unpackFonts(): Promise<void> {
  const stamp = readStamp();
  if (stamp === readText(join(fileURLToPath(fontsFolder), stampName))) return;
  const target = fileURLToPath(fontsFolder).replace(/\/$/, '');
  // Written under a temporary name, so that nobody sees it incomplete and concurrent runs do not
  // interfere.
  const folder = `${target}-${process.pid}`;
  mkdirSync(folder, { recursive: true });
  const blank = buildBlankFont(blankCharacter.codePointAt(0) ?? 0);
  writeFileSync(join(folder, `${blankFontName}.otf`), blank);
  for (const family of familyNames) {
    const files: FontFile[] = [];
    // One at a time: the converter has one memory for all.
    for (const slice of slicesOf(family)) files.push(await unpackSlice(slice, folder));
    writeFileSync(join(folder, `${family}.json`), JSON.stringify(files));
  }
  writeFileSync(join(folder, stampName), stamp);
  rmSync(target, { recursive: true, force: true });
  renameSync(folder, target);
}

/** @returns the metadata for the labels */
async function unpackSlice(
  { name, file, without, published }: Slice,
  folder: string,
): Promise<FontFile> {
  const font = await unpackWebFont(readFileSync(file), without);
  writeFileSync(join(folder, `${name}.otf`), font);
  const codepoints = readCodepoints(font);
  if (published === null) return { name, characters: toRanges(codepoints), parts: [] };
  const ranges = parseUnicodeRange(published);
  const isPublished = (codepoint: number): boolean =>
    ranges.some(([first, last]) => codepoint >= first && codepoint <= last);
  return {
    name,
    characters: toRanges(codepoints.filter(isPublished)),
    parts: toRanges(codepoints.filter((codepoint) => !isPublished(codepoint))),
  };
}

/** The packed files that the fonts of a typeface are made of. */
export function slicesOf(name: FamilyName): Slice[] {
  const index = fontIndexes[name];
  const { slices = [name], single, published: only } = fontParticulars[name] ?? {};
  const folder = packageFolder(index);
  if (single !== undefined) {
    const { file, without } = single;
    return [{ name, file: join(folder, 'files', file), without, published: only ?? null }];
  }
  // One file with all weights, or one of the usual weight.
  const weight = folder.includes('@fontsource-variable') ? 'wght' : '400';
  return (
    Object.entries(readJson(fileURLToPath(index)))
      // Numbered slices have their number in brackets.
      .map(([key, published]) => ({ key: key.replaceAll(/[[\]]/g, ''), published }))
      .filter(({ key }) => slices === 'all' || slices.includes(key))
      .map(({ key, published }) => ({
        name: `${name}-${key}`,
        file: join(folder, 'files', `${basename(folder)}-${key}-${weight}-normal.woff2`),
        without: [],
        published: only ?? published,
      }))
  );
}

/** Which packages the fonts are made of. */
function readStamp(): string {
  const versions = familyNames.map((family) => {
    const folder = packageFolder(fontIndexes[family]);
    const { name, version: ofPackage } = readJson(join(folder, 'package.json'));
    return [family, name, ofPackage];
  });
  return JSON.stringify({ version, versions });
}

const packageFolder = (index: string): string => dirname(fileURLToPath(index));

function readJson(file: string): Record<string, string> {
  return JSON.parse(readFileSync(file, 'utf8'));
}

function readText(file: string): string | undefined {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return undefined;
  }
}
