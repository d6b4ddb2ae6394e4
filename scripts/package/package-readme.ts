import { readFileSync } from 'node:fs';
import { join } from 'node:path';

const file = join(import.meta.dirname, '..', '..', 'docs', 'package.md');

/** The README of the package: the guide of the repository, without its links into it. */
export function packageReadme(): string {
  const guide = readFileSync(file, 'utf8');
  return guide
    .replace(/^# .*$/m, '# lineup-draw')
    .replaceAll(/^!\[[^\]]*\]\((?!https?:)[^)]*\)\n+/gm, '')
    .replaceAll(/\[([^\]]+)\]\((?!https?:)[^)]+\)/g, '$1');
}
