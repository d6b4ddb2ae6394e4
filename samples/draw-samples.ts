import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { PNG } from 'pngjs';
import { drawSamples } from './drawing/cast.ts';
import type { Sheet } from './drawing/sheet.ts';

/** PNG of a sheet: RGBA, eight bits a channel. */
function encode(sheet: Sheet): Buffer {
  const png = new PNG({ width: sheet.widthPx, height: sheet.heightPx });
  png.data.set(sheet.data);
  return PNG.sync.write(png);
}

for (const { path, sheet } of drawSamples()) {
  const file = join(import.meta.dirname, path);
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, encode(sheet));
  console.log(file);
}
