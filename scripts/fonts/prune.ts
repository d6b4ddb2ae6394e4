import { readdirSync, rmSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { packedFiles } from './unpack-fonts.ts';

// After `npm ci`: drops the files of the font packages that nothing reads, half of which repeat the
// others in another format. What was unpacked is kept only for the tests.

const kept = new Set(process.env.NODE_ENV === 'production' ? [] : packedFiles());
const folders = new Set(packedFiles().map((file) => dirname(file)));
for (const folder of folders) {
  for (const name of readdirSync(folder)) {
    const file = join(folder, name);
    // Of this family the pages use one file, as it is.
    if (!kept.has(file) && !name.startsWith('jersey-10-')) rmSync(file);
  }
}
