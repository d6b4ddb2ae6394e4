import { readFileSync } from 'node:fs';
import { join } from 'node:path';

const root = join(import.meta.dirname, '..', '..', '..', '..');

export const licence = readFileSync(join(root, 'LICENSE'), 'utf8').trim();
