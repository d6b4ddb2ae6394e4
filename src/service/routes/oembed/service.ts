import { LineupError } from '../../../common/errors/lineup-error.ts';
import { type OembedResponse, type OembedQuery, escapeXml } from './schema.ts';
import { pictureFormats } from '../../../engine/options/picture-formats.ts';
import { sizes, type SizePx } from '../../../engine/scenes/layout/sizes.ts';

/** What an address shows: a picture, or a page in a frame. */
type Shown = {
  readonly title: string;
  readonly size: SizePx;
  /** The path and query of the picture or page, in this size or the nearest that there is. */
  readonly targetOf: (size: SizePx) => string;
  readonly isFrame?: true;
};

type Address = {
  readonly path: string;
  readonly query: URLSearchParams;
  readonly titles: PageTitles;
};

/** What pages are called, for one reader. */
export type PageTitles = {
  /** Of a row, by the query of its page; `null` if that names nobody. */
  readonly row: (query: URLSearchParams) => string | null;
  readonly server: (edition: 'java' | 'bedrock', host: string) => string;
};

/** Reads an address if it has this form. */
type Reader = readonly [
  form: RegExp,
  read: (address: Address, parts: readonly string[]) => Shown | null,
];

const compositionPath = '/api/blockgame/render/composition';
const cardSize: SizePx = [600, 138];
const inviteSize: SizePx = [600, 160];

// The forms of our addresses; the first that fits counts.
const readers: readonly Reader[] = [
  [/^\/live\/(?:java|bedrock)\/([^/]+)$/, live],
  [
    /^\/server\/(java|bedrock)\/([^/]+)$/,
    (address, [edition, host = '']) => ({
      ...card({ ...address, path: `/api/blockgame${address.path}/widget` }, host),
      title: address.titles.server(edition === 'java' ? edition : 'bedrock', decoded(host)),
    }),
  ],
  [
    /^\/api\/(?:blockgame|minecraft)\/server\/[^/]+\/([^/]+)\/widget(?:\.png)?$/,
    (address, [host = '']) => card(address, host),
  ],
  [
    /^\/api\/roblox\/(?:game|group)\/([^/]+)\/widget(?:\.png)?$/,
    (address, [name = '']) => card(address, name),
  ],
  [
    /^\/api\/(?:chat|discord)\/(?:invite|guild)\/([^/]+)\/widget(?:\.png)?$/,
    (address, [name = '']) => card(address, name, inviteSize),
  ],
  [
    /^\/api\/(?:blockgame|minecraft)\/server\/[^/]+\/([^/]+)\/lineup(?:\.\w+)?$/,
    (address, [host = '']) => sized(address, host, 'banner'),
  ],
  [
    /^\/api\/(?:blockgame|minecraft|roblox)\/render\/composition(?:\.\w+)?$/,
    (address) => sized(address, namesIn(address.query.getAll('value')), 'og'),
  ],
  [
    /^\/api\/(?:blockgame|minecraft)\/render\/composition\/([^/]+)$/,
    (address, [players = '']) => sized(address, namesIn(listOf(players)), 'og'),
  ],
  [
    /^\/([^/]+)\.(\w+)$/,
    (address, [players = '', extension = '']) =>
      isList(players) && isPicture(extension)
        ? sized(address, namesIn(listOf(players)), 'og')
        : null,
  ],
  [
    /^\/([^/.]+)$/,
    (address, [players = '']) => (isList(players) ? sharedPage(address, listOf(players)) : null),
  ],
  [/^\/$/, (address) => sharedPage(address, address.query.getAll('value'))],
];

/** As many as a picture shows. */
const maxNames = 10;

function namesIn(values: readonly string[]): string {
  const names = values.slice(0, maxNames).filter((name) => name !== '');
  return names.map((name) => (/^(?:https?|data):/i.test(name) ? '…' : name)).join(', ');
}

/** Whether a segment names several players. */
function isList(segment: string): boolean {
  return /[+,]|%2[BC]/i.test(segment);
}

function isPicture(extension: string): boolean {
  return pictureFormats.some((format) => format === extension.toLowerCase());
}

function listOf(players: string): readonly string[] {
  return decoded(players).split(/[+,]/);
}

/** Of a segment that may not be valid. */
function decoded(segment: string): string {
  try {
    return decodeURIComponent(segment);
  } catch {
    return segment;
  }
}

function card({ path, query }: Address, name: string, [width, height] = cardSize): Shown {
  const scale = query.get('scale') === '2' ? 2 : 1;
  return {
    title: query.get('title') || decoded(name),
    size: [width * scale, height * scale],
    // A card has no other sizes.
    targetOf: () => withQuery(path, query),
  };
}

/** A picture whose size is an option. */
function sized({ path, query }: Address, name: string, standard: 'og' | 'banner'): Shown {
  const named = query.get('size') ?? standard;
  const [, width, height] = /^(\d{2,4})[x×](\d{2,4})$/i.exec(named) ?? [];
  const known = new Map<string, SizePx>(Object.entries(sizes)).get(named.toLowerCase());
  const own = width === undefined ? known : ([Number(width), Number(height)] as const);
  return {
    title: query.get('title') || decoded(name),
    size: own ?? sizes[standard],
    targetOf: ([widthPx, heightPx]) => {
      const smaller = new URLSearchParams(query);
      // What is smaller than the smallest picture is shown reduced.
      if (Math.min(widthPx, heightPx) >= 64) smaller.set('size', `${widthPx}x${heightPx}`);
      return withQuery(path, smaller);
    },
  };
}

/** The picture of a shared row, as in its link preview, called like its page. */
function sharedPage(address: Address, values: readonly string[]): Shown | null {
  const whole = new URLSearchParams(address.query);
  // The language of the page.
  whole.delete('lang');
  setPlayers(whole, values);
  const title = address.titles.row(whole);
  if (title === null) return null;
  setPlayers(whole, values.filter((value) => value.trim() !== '').slice(0, maxNames));
  if (!whole.has('background') && (whole.get('scene') ?? 'none') === 'none') {
    whole.set('scene', 'meadow');
  }
  whole.set('size', 'og');
  return sized({ ...address, path: compositionPath, query: whole }, title, 'og');
}

function setPlayers(query: URLSearchParams, values: readonly string[]): void {
  query.delete('value');
  for (const value of values) query.append('value', value);
}

function live(address: Address, [host = '']: readonly string[]): Shown {
  const { path, query } = address;
  const shows = query.has('player') ? 'player' : query.get('show');
  const size: SizePx = shows === 'player' ? [256, 512] : shows === 'lineup' ? [960, 240] : cardSize;
  return {
    title: query.get('title') || query.get('player') || decoded(host),
    size,
    targetOf: () => withQuery(path, query),
    isFrame: true,
  };
}

function withQuery(path: string, query: URLSearchParams): string {
  return query.size === 0 ? path : `${path}?${query.toString()}`;
}

/** Reduced until it fits. */
function fitted([width, height]: SizePx, { maxwidth, maxheight }: OembedQuery): SizePx {
  const share = Math.min(1, (maxwidth ?? width) / width, (maxheight ?? height) / height);
  return [Math.max(1, Math.floor(width * share)), Math.max(1, Math.floor(height * share))];
}

/**
 * How to embed an address of ours.
 * @param baseUrl of this service, without a slash at the end
 * @throws {LineupError} `unknown-route` for anything else
 */
export function describeEmbed(
  query: OembedQuery,
  baseUrl: string,
  titles: PageTitles,
): OembedResponse {
  const shown = readAddress(query.url, baseUrl, titles);
  if (shown === null) {
    throw new LineupError(
      'unknown-route',
      'query.url: is not a composition, line-up, card or live page of this service.',
    );
  }
  const size = fitted(shown.size, query);
  const [width, height] = size;
  const url = `${baseUrl}${shown.targetOf(size)}`;
  const title = shown.title.slice(0, 256);
  const facts = {
    version: '1.0',
    title,
    provider_name: 'Lineup',
    provider_url: `${baseUrl}/`,
    cache_age: 900,
    width,
    height,
  } as const;
  if (!shown.isFrame) return { ...facts, type: 'photo', url };
  const attributes = `width="${width}" height="${height}" title="${escapeXml(title)}"`;
  const html = `<iframe src="${escapeXml(url)}" ${attributes} style="border:0" loading="lazy"></iframe>`;
  return { ...facts, type: 'rich', html };
}

function readAddress(text: string, baseUrl: string, titles: PageTitles): Shown | null {
  const [address, base] = [URL.parse(text), new URL(baseUrl)];
  const prefix = base.pathname.replace(/\/$/, '');
  if (address?.host !== base.host || !address.pathname.startsWith(`${prefix}/`)) return null;
  if (!/^https?:$/.test(address.protocol)) return null;
  const path = address.pathname.slice(prefix.length);
  for (const [form, read] of readers) {
    const found = form.exec(path);
    if (found === null) continue;
    return read({ path, query: address.searchParams, titles }, found.slice(1));
  }
  return null;
}
