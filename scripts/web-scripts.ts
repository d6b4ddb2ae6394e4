import { join } from 'node:path';
import { rolldown } from 'rolldown';

const root = join(import.meta.dirname, '..');

/** The scripts of the pages, and their sources. */
export const builtScripts = [
  { file: 'web/built/choice.js', entry: 'web/script/choice.ts' },
  { file: 'web/built/live.js', entry: 'web/script/live-page.ts' },
  { file: 'web/built/page.js', entry: 'web/script/page.ts' },
  { file: 'web/built/server-page.js', entry: 'web/script/server-page.ts' },
  { file: 'web/built/swagger.js', entry: 'web/script/swagger.ts' },
] as const;

/** Bundles and minifies a script with all its imports. */
export async function buildScript(entry: string): Promise<string> {
  const bundle = await rolldown({ input: join(root, entry), platform: 'browser', tsconfig: false });
  const { output } = await bundle.generate({ format: 'iife', minify: true });
  await bundle.close();
  return `// Made of ${entry} by scripts/build-web.ts.\n${output[0].code}`;
}
