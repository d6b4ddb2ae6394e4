import { readFileSync } from 'node:fs';
import { join } from 'node:path';

const root = join(import.meta.dirname, '..', '..', '..', '..');

/** The text that comes with the service, read once. */
export const licence = readFileSync(join(root, 'LICENSE'), 'utf8').trim();
