import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import { buildPackage } from './package/build-package.ts';

// `npm run package`: writes the tarball of `lineup-draw` into the folder `build`.

const root = join(import.meta.dirname, '..');
const folder = join(root, 'build', 'lineup-draw');
await buildPackage(folder);
const npm = ['pack', '--silent', '--pack-destination', join(root, 'build')];
const file = execFileSync('npm', npm, { cwd: folder, encoding: 'utf8', shell: false }).trim();
console.log(`build/${file}`);
