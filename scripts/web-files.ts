import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Features, transform } from 'lightningcss';
import { rolldown } from 'rolldown';

const root = join(import.meta.dirname, '..');

/** The scripts and styles of the pages as they are sent, and their sources. */
export const builtFiles: readonly BuiltFile[] = [
  { file: 'web/built/choice.js', entry: 'web/script/choice.ts' },
  { file: 'web/built/live.js', entry: 'web/script/live-page.ts' },
  { file: 'web/built/page.js', entry: 'web/script/page.ts' },
  { file: 'web/built/server-page.js', entry: 'web/script/server-page.ts' },
  // Imported by the page when it is first needed.
  { file: 'web/built/pose.js', entry: 'web/script/pose-panel.ts', format: 'es' },
  { file: 'web/built/swagger.js', entry: 'web/script/swagger.ts' },
  { file: 'web/built/style.css', entry: 'web/style.css' },
  { file: 'web/built/dark.css', entry: 'web/dark.css' },
  { file: 'web/built/live.css', entry: 'web/live.css' },
  { file: 'web/built/swagger.css', entry: 'web/swagger.css' },
];

type BuiltFile = {
  readonly file: string;
  readonly entry: string;
  readonly format?: 'iife' | 'es';
};

export async function buildFile({ entry, format = 'iife' }: BuiltFile): Promise<string> {
  const madeOf = `Made of ${entry} by scripts/build-web.ts.`;
  return entry.endsWith('.css')
    ? `/* ${madeOf} */\n${await minified(entry)}\n`
    : `// ${madeOf}\n${await bundled(entry, format)}`;
}

/** With all its imports. */
async function bundled(entry: string, format: 'iife' | 'es'): Promise<string> {
  const bundle = await rolldown({ input: join(root, entry), platform: 'browser', tsconfig: false });
  const { output } = await bundle.generate({ format, minify: true });
  await bundle.close();
  return output[0].code;
}

/** Without the shorter media queries that only newer browsers read. */
async function minified(entry: string): Promise<string> {
  const code = await readFile(join(root, entry));
  const include = Features.MediaRangeSyntax;
  return transform({ filename: entry, code, minify: true, include }).code.toString();
}
