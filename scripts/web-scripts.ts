import { join } from 'node:path';
import { rolldown } from 'rolldown';

const root = join(import.meta.dirname, '..');

/** The scripts of the pages, and their sources. */
export const builtScripts: readonly BuiltScript[] = [
  { file: 'web/built/choice.js', entry: 'web/script/choice.ts' },
  { file: 'web/built/live.js', entry: 'web/script/live-page.ts' },
  { file: 'web/built/page.js', entry: 'web/script/page.ts' },
  // Imported by the page when it is first needed.
  { file: 'web/built/pose.js', entry: 'web/script/pose-panel.ts', format: 'es' },
  { file: 'web/built/swagger.js', entry: 'web/script/swagger.ts' },
];

type BuiltScript = { readonly file: string; readonly entry: string; readonly format?: 'es' };

/** Bundles and minifies a script with all its imports. */
export async function buildScript(entry: string, format: 'iife' | 'es' = 'iife'): Promise<string> {
  const bundle = await rolldown({ input: join(root, entry), platform: 'browser', tsconfig: false });
  const { output } = await bundle.generate({ format, minify: true });
  await bundle.close();
  return `// Made of ${entry} by scripts/build-web.ts.\n${output[0].code}`;
}
