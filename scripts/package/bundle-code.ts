import { cpSync, existsSync, readFileSync, writeFileSync } from 'node:fs';
import { basename, dirname, extname, join } from 'node:path';
import { build, type InputOptions, type Plugin } from 'rolldown';

const root = join(import.meta.dirname, '..', '..');

/** Files of the package, and what they are made of. */
const entries = {
  lineup: join(root, 'scripts', 'package', 'entry.ts'),
  library: join(root, 'src', 'engine', 'library', 'lineup.ts'),
  'lineup-cli': join(root, 'src', 'cli', 'main.ts'),
  worker: join(root, 'src', 'engine', 'workers', 'worker.ts'),
};

/**
 * Bundles library, program and worker into a folder, so that few files are read at the start.
 * @param external packages that are not included
 * @returns the packages that are
 */
export async function bundleCode(folder: string, external: readonly string[]): Promise<string[]> {
  const shared: InputOptions = {
    platform: 'node',
    tsconfig: false,
    plugins: [assetsBeside(folder)],
  };
  const { output } = await build({
    ...shared,
    input: entries,
    external: [...external],
    output: {
      dir: folder,
      format: 'esm',
      sourcemap: true,
      entryFileNames: '[name].js',
      chunkFileNames: '[name]-[hash].js',
    },
  });
  for (const { fileName } of output) {
    if (fileName.endsWith('.map')) shortenMap(join(folder, fileName));
  }
  // The entry for `require`: the same checks, then the library, which may be required as it never waits.
  await build({
    ...shared,
    input: { lineup: join(root, 'scripts', 'package', 'check.ts') },
    output: {
      dir: folder,
      format: 'cjs',
      entryFileNames: '[name].cjs',
      footer: "module.exports = require('./library.js');",
    },
  });
  const modules = output.flatMap((file) => (file.type === 'chunk' ? file.moduleIds : []));
  return [...new Set(modules.flatMap(packageOf))].toSorted();
}

/** Without the sources of other packages, which take a megabyte. */
function shortenMap(file: string): void {
  const map: { sources: string[]; sourcesContent: (string | null)[] } = JSON.parse(
    readFileSync(file, 'utf8'),
  );
  const sourcesContent = map.sources.map((source, index) =>
    source.includes('node_modules') ? null : map.sourcesContent[index],
  );
  writeFileSync(file, JSON.stringify({ ...map, sourcesContent }));
}

/** The package that a module is from; none for our own. */
function packageOf(module: string): string[] {
  const [, name] = /node_modules\/((?:@[^/]+\/)?[^/]+)\//.exec(module) ?? [];
  return name === undefined ? [] : [name];
}

/** All code is in one folder; what it reads besides is put there, too. */
function assetsBeside(folder: string): Plugin {
  return {
    name: 'assets-beside',
    // When it is read, so that the source maps, whose sources these are, stay right.
    load: (module) => {
      if (!module.endsWith('.ts') || module.includes('node_modules')) return null;
      const code = readFileSync(module, 'utf8').replaceAll(
        /new URL\('([^']+)', import\.meta\.url\)/g,
        (_whole, path: string) =>
          `new URL('./${relocated(path, module, folder)}', import.meta.url)`,
      );
      return { code, moduleType: 'ts' };
    },
  };
}

function relocated(path: string, module: string, folder: string): string {
  const file = join(dirname(module), path);
  // The fonts, and the samples.
  if (path.endsWith('/')) return `${basename(file).replace('.lineup-', '')}/`;
  const name = basename(file);
  if (extname(name) === '.ts') return `${basename(name, '.ts')}.js`;
  if (!existsSync(file)) throw new Error(`${module} reads ${path}, which is not there`);
  const target = join(folder, name);
  if (existsSync(target) && !readFileSync(target).equals(readFileSync(file))) {
    throw new Error(`two files are called ${name}`);
  }
  cpSync(file, target);
  return name;
}
