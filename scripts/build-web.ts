import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { buildFiles } from './web-files.ts';

// Bundles and minifies the scripts and styles of the pages. The output is committed, so the service needs no build.

const folder = join(import.meta.dirname, '../web/built');
const files = await buildFiles();
rmSync(folder, { recursive: true, force: true });
mkdirSync(folder, { recursive: true });
for (const [file, code] of files) {
  writeFileSync(join(folder, file), code);
  console.log(`web/built/${file}: ${Buffer.byteLength(code)} bytes`);
}
