import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { builtFiles, buildFile } from './web-files.ts';

// Bundles and minifies the scripts and styles of the pages. The output is committed, so the service needs no build.

for (const built of builtFiles) {
  const code = await buildFile(built);
  const path = join(import.meta.dirname, '..', built.file);
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, code);
  console.log(`${built.file}: ${Buffer.byteLength(code)} bytes`);
}
