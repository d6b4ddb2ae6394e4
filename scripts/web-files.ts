import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Features, transform } from 'lightningcss';
import { rolldown, type CodeSplittingNameFunction, type RolldownBuild } from 'rolldown';

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
/** What the page and its later parts share. */
const sharedName = 'base';

/** The scripts and styles of the pages as they are sent, by the names of their files. */
export async function buildFiles(): Promise<ReadonlyMap<string, string>> {
  const files = Object.entries(single).map(async ([file, entry]) => {
    const code = entry.endsWith('.css') ? await minified(entry) : await bundled(entry);
    return [file, `${head(file, entry)}${code}`] as const;
  });
  const split = await Promise.all(splitEntries.map(splitPage));
  return new Map([...(await Promise.all(files)), ...split.flat()]);
}

function head(file: string, entry: string): string {
  const madeOf = `Made of ${entry} by scripts/build-web.ts.`;
  return file.endsWith('.css') ? `/* ${madeOf} */\n` : `// ${madeOf}\n`;
}

/** A script and its imports; a warning, as of something that only Node has, is an error. */
function open(entry: string): Promise<RolldownBuild> {
  return rolldown({
    input: join(root, entry),
    platform: 'browser',
    tsconfig: false,
    onLog: (level, { message }) => {
      if (level === 'warn') throw new Error(message);
    },
  });
}

/** With all its imports. */
async function bundled(entry: string): Promise<string> {
  const bundle = await open(entry);
  const { output } = await bundle.generate({ format: 'iife', minify: true });
  await bundle.close();
  return output[0].code;
}

/** One file for the page, one for what it shares with its later parts, and one for each of these. */
async function splitPage(entry: string): Promise<[file: string, code: string][]> {
  const bundle = await open(entry);
  const { output } = await bundle.generate({
    format: 'es',
    minify: true,
    entryFileNames: '[name].js',
    chunkFileNames: '[name].js',
    codeSplitting: { groups: [{ name: sharedIn(join(root, entry)), debugName: sharedName }] },
  });
  await bundle.close();
  return output.flatMap((part) =>
    part.type === 'chunk' ? [[part.fileName, `${head(part.fileName, entry)}${part.code}`]] : [],
  );
}

/**
 * Names the group of what both the page and later parts need: those import it, and not the page, so that
 * no file names another in a circle, and the name of each can be made of its content.
 */
function sharedIn(page: string): CodeSplittingNameFunction {
  let shared: ReadonlySet<string> | undefined;
  return (id, context) => {
    shared ??= findShared(page, (one) => context.getModuleInfo(one));
    return shared.has(id) ? sharedName : null;
  };
}

type Imports = {
  readonly importedIds: readonly string[];
  readonly dynamicallyImportedIds: readonly string[];
};

function findShared(page: string, infoOf: (id: string) => Imports | null): ReadonlySet<string> {
  const reached = (from: string): Set<string> => {
    const found = new Set([from]);
    for (const id of found) for (const next of infoOf(id)?.importedIds ?? []) found.add(next);
    return found;
  };
  const first = reached(page);
  const later = new Set<string>();
  const everything = new Set(first);
  for (const id of everything) {
    for (const start of infoOf(id)?.dynamicallyImportedIds ?? []) {
      for (const part of reached(start)) {
        later.add(part);
        everything.add(part);
      }
    }
  }
  return new Set([...first].filter((id) => later.has(id)));
}

/** Without the shorter media queries that only newer browsers read. */
async function minified(entry: string): Promise<string> {
  const code = await readFile(join(root, entry));
  const include = Features.MediaRangeSyntax;
  const { code: small } = transform({ filename: entry, code, minify: true, include });
  return `${small.toString()}\n`;
}
