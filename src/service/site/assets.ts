import { hash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
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
  'style.css': join(web, 'built', 'style.css'),
  'dark.css': join(web, 'built', 'dark.css'),
  'swagger.css': join(web, 'built', 'swagger.css'),
  'live.css': join(web, 'built', 'live.css'),
  'choice.js': join(web, 'built', 'choice.js'),
  'live.js': join(web, 'built', 'live.js'),
  'server-page.js': join(web, 'built', 'server-page.js'),
  'pose.js': join(web, 'built', 'pose.js'),
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
  // Styles come after pictures and fonts: they contain their names, so their hash depends on those.
  for (const [name, content] of files) {
    const bytes = /^(?:style|dark)\.css$/.test(name) ? withPaths(content, paths) : content;
    const path = `/assets/${hashedName(name, bytes)}`;
    paths.set(name, path);
    documents.set(path, createDocument(bytes, contentTypes.get(extname(name)) ?? '', 'asset'));
  }
  return {
    documents,
    pathOf: (name) => paths.get(name) ?? '',
  };
}

/** In the order of the table. */
async function readFiles(): Promise<ReadonlyMap<string, Buffer>> {
  const named = Object.entries(sources).map(
    async ([name, path]) => [name, await readFile(path)] as const,
  );
  return new Map(await Promise.all(named));
}

/** `style.css` → `style.3f9ac1d07b52e8aa.css`; 64 bits distinguish the versions of a file. */
function hashedName(name: string, bytes: Uint8Array): string {
  const extension = extname(name);
  const digest = hash('sha256', bytes, 'hex').slice(0, 16);
  return `${name.slice(0, -extension.length)}.${digest}${extension}`;
}

/** Replaces `url(ground.svg)` by the served name; both are in the same folder. */
function withPaths(css: Uint8Array, paths: ReadonlyMap<string, string>): Uint8Array {
  const text = Buffer.from(css).toString();
  return Buffer.from(
    text.replaceAll(/url\(([\w.-]+)\)/g, (whole, name: string) => {
      const path = paths.get(name);
      if (path === undefined) throw new Error(`styles: there is no file for ${whole}`);
      return `url(${path.replace('/assets/', '')})`;
    }),
  );
}
