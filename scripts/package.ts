import { execFileSync } from 'node:child_process';
import { join } from 'node:path';

// `npm run package`: writes the tarball of `lineup-draw` into the folder `build`.

const root = join(import.meta.dirname, '..');
const folder = join(root, 'build', 'lineup-draw');
const { buildPackage } = await import('./package/build-package.ts').catch((error: unknown) => {
  const [, missing] = /^Cannot find package '([^']+)'/.exec(String(Object(error).message)) ?? [];
  if (missing === undefined) throw error;
  console.error(
    `${missing} is missing: npm run package needs all dependencies, so run npm ci without --omit=dev.`,
  );
  process.exit(1);
});
await buildPackage(folder);
const npm = ['pack', '--silent', '--pack-destination', join(root, 'build')];
const file = execFileSync('npm', npm, { cwd: folder, encoding: 'utf8', shell: false }).trim();
console.log(`build/${file}`);
