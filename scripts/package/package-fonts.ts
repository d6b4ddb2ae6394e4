import { cpSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join, sep } from 'node:path';
import {
  blankFontName,
  familyNames,
  fontsFolder,
  type FamilyName,
  type FontFile,
} from '../../src/engine/text/font-files.ts';
import { slicesOf } from '../fonts/unpack-fonts.ts';

/** In the package, unpacked: letters, titles, and the box in place of a character that no font has. */
const included: ReadonlySet<FamilyName> = new Set(['latin', 'display', 'symbols']);

/** Copies the fonts of the package, and lists those that may be installed besides. */
export function copyFonts(folder: string): void {
  mkdirSync(folder);
  const copy = (name: string): void =>
    cpSync(new URL(`${name}.otf`, fontsFolder), join(folder, `${name}.otf`));
  copy(blankFontName);
  for (const family of familyNames) {
    const list = new URL(`${family}.json`, fontsFolder);
    const files: FontFile[] = JSON.parse(readFileSync(list, 'utf8'));
    const isIncluded = included.has(family);
    if (isIncluded) for (const { name } of files) copy(name);
    const packed = isIncluded ? [] : slicesOf(family).map(specifierOf);
    const listed = files.map((file, index) => ({ ...file, packed: packed[index] }));
    writeFileSync(join(folder, `${family}.json`), JSON.stringify(listed));
  }
}

/** A file of a package, as an import names it. */
function specifierOf({ file }: { readonly file: string }): string {
  const [, path = ''] = file.split(`node_modules${sep}`);
  return path.replaceAll(sep, '/');
}

/** The packages of the fonts that are not included. */
export function fontPackages(): string[] {
  const names = familyNames
    .filter((family) => !included.has(family))
    .flatMap((family) => slicesOf(family).map(specifierOf))
    .map((path) => path.split('/').slice(0, 2).join('/'));
  return [...new Set(names)].toSorted();
}
