import { readdirSync, rmSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { packedFiles } from './unpack-fonts.ts';

// After `npm ci`: removes files of the font packages that nothing reads, half of which repeat the
// others in another format. The unpacked originals are kept only for the tests.

const kept = new Set(process.env.NODE_ENV === 'production' ? [] : packedFiles());
const folders = new Set(packedFiles().map((file) => dirname(file)));
for (const folder of folders) {
  for (const name of readdirSync(folder)) {
    const file = join(folder, name);
    // The pages use one file of this family unchanged.
    if (!kept.has(file) && !name.startsWith('jersey-10-')) rmSync(file);
  }
}
