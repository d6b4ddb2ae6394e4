import { hash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { extname, join } from 'node:path';
import { compressAll, createDocument, type StoredDocument } from '../http/documents.ts';

/** The static files of the pages, under names that change with their content. */
export type Assets = {
  /** URL path of a file, such as `/assets/style.3f9a….css`. */
  pathOf(name: AssetName): string;
  readonly documents: ReadonlyMap<string, StoredDocument>;
};

const web = join(import.meta.dirname, '..', '..', '..', 'web');
const require = createRequire(import.meta.url);

const sources = {
  'jersey.woff2': require.resolve('@fontsource/jersey-10/files/jersey-10-latin-400-normal.woff2'),
  'nunito.woff2':
    require.resolve('@fontsource-variable/nunito/files/nunito-latin-wght-normal.woff2'),
  'icon.svg': join(web, 'art', 'icon.svg'),
  'touch-icon.png': join(web, 'art', 'touch-icon.png'),
  'ground.svg': join(web, 'art', 'ground.svg'),
  'clouds.svg': join(web, 'art', 'clouds.svg'),
  'stars.svg': join(web, 'art', 'stars.svg'),
  'poses.svg': join(web, 'art', 'poses.svg'),
  'scenes.svg': join(web, 'art', 'scenes.svg'),
  'arrangements.svg': join(web, 'art', 'arrangements.svg'),
  'server-card.png': join(web, 'art', 'server-card.png'),
  'game-card.png': join(web, 'art', 'game-card.png'),
  'group-card.png': join(web, 'art', 'group-card.png'),
  'server-badge.svg': join(web, 'art', 'server-badge.svg'),
  'game-badge.svg': join(web, 'art', 'game-badge.svg'),
  'likes-badge.svg': join(web, 'art', 'likes-badge.svg'),
  'group-badge.svg': join(web, 'art', 'group-badge.svg'),
  'cape.png': join(web, 'art', 'cape.png'),
  'roblox-scene.png': join(web, 'art', 'roblox-scene.png'),
  'style.css': join(web, 'built', 'style.css'),
  'dark.css': join(web, 'built', 'dark.css'),
  'swagger.css': join(web, 'built', 'swagger.css'),
  'live.css': join(web, 'built', 'live.css'),
  'view.css': join(web, 'built', 'view.css'),
  'choice.js': join(web, 'built', 'choice.js'),
  'live.js': join(web, 'built', 'live.js'),
  'server-page.js': join(web, 'built', 'server-page.js'),
  'view-page.js': join(web, 'built', 'view-page.js'),
  'base.js': join(web, 'built', 'base.js'),
  'page.js': join(web, 'built', 'page.js'),
  'swagger.js': join(web, 'built', 'swagger.js'),
  'swagger-ui-bundle.js': require.resolve('swagger-ui-dist/swagger-ui-bundle.js'),
  'swagger-ui.css': require.resolve('swagger-ui-dist/swagger-ui.css'),
} as const;
export type AssetName = keyof typeof sources;

const contentTypes: ReadonlyMap<string, string> = new Map(
  Object.entries<string>({
    '.woff2': 'font/woff2',
    '.svg': 'image/svg+xml',
    '.png': 'image/png',
    '.css': 'text/css; charset=utf-8',
    '.js': 'text/javascript; charset=utf-8',
  }),
);

/** Loads the files, and goes on to compress them. */
export async function openAssets(): Promise<Assets> {
  const assets = await loadAssets();
  void compressAll(assets.documents.values());
  return assets;
}

export async function loadAssets(): Promise<Assets> {
  const files = await readFiles();
  const paths = new Map<string, string>();
  const documents = new Map<string, StoredDocument>();
  /** The path of a file, after those of all it names: its hash depends on them. */
  function pathOf(name: string): string {
    const known = paths.get(name);
    if (known !== undefined) return known;
    const content = files.get(name);
    if (content === undefined) throw new Error(`assets: there is no file ${name}`);
    const bytes = withPaths(name, content, pathOf);
    const path = `/assets/${hashedName(name, bytes)}`;
    paths.set(name, path);
    documents.set(path, createDocument(bytes, contentTypes.get(extname(name)) ?? '', 'asset'));
    return path;
  }
  for (const name of files.keys()) pathOf(name);
  return { documents, pathOf };
}

/** Those of the table, and the scripts that pages load later. */
async function readFiles(): Promise<ReadonlyMap<string, Buffer>> {
  const scripts = (await readdir(join(web, 'built'))).filter((name) => name.endsWith('.js'));
  const later = scripts.map((name) => [name, join(web, 'built', name)] as const);
  const all = new Map([...later, ...Object.entries<string>(sources)]);
  const named = [...all].map(async ([name, path]) => [name, await readFile(path)] as const);
  return new Map(await Promise.all(named));
}

/** `style.css` → `style.3f9ac1d07b52e8aa.css`; 64 bits distinguish the versions of a file. */
function hashedName(name: string, bytes: Uint8Array): string {
  const extension = extname(name);
  const digest = hash('sha256', bytes, 'hex').slice(0, 16);
  return `${name.slice(0, -extension.length)}.${digest}${extension}`;
}

/** How our own styles and scripts name files of the same folder. */
const mentions: ReadonlyMap<string, RegExp> = new Map([
  ['.css', /(?<=url\()([\w.-]+)(?=\))/g],
  ['.js', /(?<=["'`]\.\/)([\w-]+\.js)(?=["'`])/g],
]);

/** Replaces `url(ground.svg)` and `"./base.js"` by the served names. */
function withPaths(
  name: string,
  content: Uint8Array,
  pathOf: (name: string) => string,
): Uint8Array {
  const mention = mentions.get(extname(name));
  if (mention === undefined || name.startsWith('swagger-ui')) return content;
  const text = Buffer.from(content).toString();
  return Buffer.from(
    text.replaceAll(mention, (named: string) => pathOf(named).replace('/assets/', '')),
  );
}
