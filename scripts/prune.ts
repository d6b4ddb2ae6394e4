import { globSync, readdirSync, rmSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { familyNames } from '../src/engine/text/font-files.ts';
import { slicesOf } from './fonts/unpack-fonts.ts';

// After `npm ci`: removes what nothing reads.

const root = join(import.meta.dirname, '..');

// The headers of Node, for whoever compiles extensions: 60 MB.
for (const folder of globSync('node_modules/node/node_modules/*/include', { cwd: root })) {
  rmSync(join(root, folder), { recursive: true });
}

// Other builds of the analyser of expressions, which runs in Node as it is: 52 MB.
for (const folder of globSync('node_modules/recheck-*', { cwd: root })) {
  rmSync(join(root, folder), { recursive: true });
}

// Files of the font packages, half of which repeat the others in another format. The unpacked originals
// are kept only for the tests.
const packed = familyNames.flatMap((family) => slicesOf(family).map(({ file }) => file));
const needed = new Set(process.env.NODE_ENV === 'production' ? [] : packed);
const folders = new Set(packed.map((file) => dirname(file)));
for (const folder of folders) {
  for (const name of readdirSync(folder)) {
    const file = join(folder, name);
    // The pages use one file of this family unchanged.
    if (!needed.has(file) && !name.startsWith('jersey-10-')) rmSync(file);
  }
}
