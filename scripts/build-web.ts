import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { builtScripts, buildScript } from './web-scripts.ts';

// Bundles the scripts of the pages. The output is committed, so the service needs no build.

for (const { file, entry, format } of builtScripts) {
  const code = await buildScript(entry, format);
  const path = join(import.meta.dirname, '..', file);
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, code);
  console.log(`${file}: ${Buffer.byteLength(code)} bytes`);
}
