import { cpSync, globSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { isolatedDeclarationSync } from 'rolldown/experimental';
import manifest from '../../package.json' with { type: 'json' };
import { bundleCode } from './bundle-code.ts';
import { optionTypes } from './option-types.ts';
import { copyFonts, fontPackages } from './package-fonts.ts';
import { leastNode } from '../../src/cli/least-node.ts';

const root = join(import.meta.dirname, '..', '..');

/** Kept as they are: native code, threads of their own, or read only with a network. */
const dependencies = ['@napi-rs/canvas', '@napi-rs/image', 'piscina', 'undici'] as const;

export const engines = { node: `>=${leastNode.join('.')}` };

/** Writes the package into a folder: code, declarations, fonts, samples, README and licences. */
export async function buildPackage(folder: string): Promise<void> {
  rmSync(folder, { recursive: true, force: true });
  const code = join(folder, 'dist');
  mkdirSync(code, { recursive: true });
  const bundled = await bundleCode(code, dependencies);
  writeDeclarations(code);
  copyFonts(join(code, 'fonts'));
  cpSync(join(root, 'samples', 'skins'), join(code, 'skins'), { recursive: true });
  cpSync(join(root, 'LICENSE'), join(folder, 'LICENSE'));
  writeFileSync(join(folder, 'LICENSES.md'), licencesOf(bundled));
  writeFileSync(join(folder, 'README.md'), packageReadme());
  writeFileSync(join(folder, 'package.json'), `${JSON.stringify(ownManifest(), null, 2)}\n`);
}

function ownManifest() {
  const optional = fontPackages();
  const versions = (names: readonly string[]) =>
    Object.fromEntries(
      Object.entries(manifest.dependencies).filter(([name]) => names.includes(name)),
    );
  const { version, license, description } = manifest;
  return {
    name: 'lineup-draw',
    version,
    description,
    license,
    type: 'module',
    keywords: ['minecraft', 'skin', 'render', 'avatar', 'player', 'discord'],
    engines,
    bin: { lineup: 'dist/lineup-cli.js' },
    // For what does not read `exports`.
    main: './dist/lineup.cjs',
    types: './dist/lineup.d.cts',
    exports: {
      '.': {
        import: { types: './dist/lineup.d.ts', default: './dist/lineup.js' },
        require: { types: './dist/lineup.d.cts', default: './dist/lineup.cjs' },
      },
      './package.json': './package.json',
    },
    files: ['dist', 'LICENSES.md'],
    sideEffects: false,
    dependencies: versions(dependencies),
    peerDependencies: versions(optional),
    peerDependenciesMeta: Object.fromEntries(optional.map((name) => [name, { optional: true }])),
  };
}

/** The declarations of the entry from its files, each by itself; those of the options from their schemas. */
function writeDeclarations(code: string): void {
  for (const name of ['lineup', 'draw-error']) {
    const file = join(root, 'src', 'engine', 'library', `${name}.ts`);
    const declared = isolatedDeclarationSync(file, readFileSync(file, 'utf8'));
    const [error] = declared.errors;
    if (error !== undefined) throw new Error(`${file}: ${error.message}`);
    writeDeclaration(code, name, declared.code);
  }
  writeDeclaration(code, 'options', optionTypes());
}

/** For `import` and for `require`: the compiler finds a declaration by the name of the file that Node loads. */
function writeDeclaration(code: string, name: string, text: string): void {
  const needsNode = /\bBuffer\b/.test(text) ? '/// <reference types="node" />\n' : '';
  for (const [extension, loaded] of [
    ['d.ts', 'js'],
    ['d.cts', 'cjs'],
  ] as const) {
    const named = text.replaceAll(/(from ["']\.\/[a-z-]+)\.ts/g, `$1.${loaded}`);
    writeFileSync(join(code, `${name}.${extension}`), `${needsNode}${named}`);
  }
}

/** The guide of the repository, without its links into it. */
function packageReadme(): string {
  return readFileSync(join(root, 'docs', 'package.md'), 'utf8')
    .replace(/^# .*$/m, '# lineup-draw')
    .replaceAll(/^!\[[^\]]*\]\((?!https?:)[^)]*\)\n+/gm, '')
    .replaceAll(/\[([^\]]+)\]\((?!https?:)[^)]+\)/g, '$1');
}

/** The licences of packages whose code is in ours. */
function licencesOf(packages: readonly string[]): string {
  const parts = packages.map((name) => {
    const folder = join(root, 'node_modules', name);
    const { version }: { version: string } = JSON.parse(
      readFileSync(join(folder, 'package.json'), 'utf8'),
    );
    const [licence] = globSync('{LICENSE,license}{,.md,.txt}', { cwd: folder });
    if (licence === undefined) throw new Error(`${folder} has no licence`);
    return `## ${name} ${version}\n\n${readFileSync(join(folder, licence), 'utf8').trim()}\n`;
  });
  const fonts =
    '## Fonts\n\nNoto Sans, Noto Sans Symbols 2 and Jersey 10 are licensed under the SIL Open Font License 1.1, https://openfontlicense.org.\n';
  return ['# Licences of what is included\n', ...parts, fonts].join('\n');
}
