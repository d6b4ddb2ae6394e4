import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Features, transform } from 'lightningcss';
import { build, type ChunkingContext, type OutputOptions } from 'rolldown';

// Bundles and minifies the scripts and styles of the pages. The output is committed, so the service needs no build.

const root = join(import.meta.dirname, '..');

/** Scripts and styles that are one file each, and their sources. */
const single = {
  'choice.js': 'web/script/choice.ts',
  'live.js': 'web/script/live-page.ts',
  'server-page.js': 'web/script/server-page.ts',
  'swagger.js': 'web/script/swagger.ts',
  'style.css': 'web/style.css',
  'dark.css': 'web/dark.css',
  'live.css': 'web/live.css',
  'view.css': 'web/view.css',
  'swagger.css': 'web/swagger.css',
} as const;

/** The script of all pages, and that of models; what they import later has files of its own. */
const splitEntries = ['web/script/page.ts', 'web/script/view-page.ts'] as const;

/**
 * One file for the page, one for what it shares with its later parts, and one for each of these. They import
 * what is shared, and not the page, so that no file names another in a circle, and the name of each can be
 * made of its content.
 */
const split: OutputOptions = {
  format: 'es',
  codeSplitting: {
    groups: [
      {
        name: (id, context) => (isNeededLater(id, context) ? 'base' : null),
        debugName: 'base',
        tags: ['$initial'],
      },
    ],
  },
};

type BuiltFile = readonly [file: string, code: string];

/** The scripts and styles of the pages as they are sent, by the names of their files. */
export async function buildFiles(): Promise<ReadonlyMap<string, string>> {
  const files = await Promise.all([
    ...Object.entries(single).map(([file, entry]) =>
      entry.endsWith('.css')
        ? [minified(file, entry)]
        : bundled(entry, { format: 'iife', entryFileNames: file }),
    ),
    ...splitEntries.map((entry) => bundled(entry, split)),
  ]);
  return new Map(files.flat());
}

const madeOf = (entry: string): string => `Made of ${entry} by scripts/build-web.ts.`;

/** A script and its imports; a warning, as of something that only Node has, is an error. */
async function bundled(entry: string, options: OutputOptions): Promise<BuiltFile[]> {
  const { output } = await build({
    input: join(root, entry),
    platform: 'browser',
    tsconfig: false,
    onLog: (level, { message }) => {
      if (level === 'warn') throw new Error(message);
    },
    write: false,
    output: { minify: true, entryFileNames: '[name].js', chunkFileNames: '[name].js', ...options },
  });
  return output.flatMap((part) =>
    part.type === 'chunk' ? [[part.fileName, `// ${madeOf(entry)}\n${part.code}`]] : [],
  );
}

/** Whether a part of the page that is loaded later imports a module. */
function isNeededLater(module: string, context: ChunkingContext): boolean {
  const importing = new Set([module]);
  for (const id of importing) {
    const { importers = [], dynamicImporters = [] } = context.getModuleInfo(id) ?? {};
    if (dynamicImporters.length > 0) return true;
    for (const importer of importers) importing.add(importer);
  }
  return false;
}

/** Without the shorter media queries that only newer browsers read. */
function minified(file: string, entry: string): BuiltFile {
  const code = readFileSync(join(root, entry));
  const include = Features.MediaRangeSyntax;
  const { code: small } = transform({ filename: entry, code, minify: true, include });
  return [file, `/* ${madeOf(entry)} */\n${small.toString()}\n`];
}

if (import.meta.main) {
  const folder = join(root, 'web/built');
  const files = await buildFiles();
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  for (const [file, code] of files) {
    writeFileSync(join(folder, file), code);
    console.log(`web/built/${file}: ${Buffer.byteLength(code)} bytes`);
  }
}
