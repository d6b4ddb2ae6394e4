import type { Assets, AssetName } from './assets.ts';
import type { RouteEntry } from './collect.ts';
import { localeParameter, messagesOf, type Translate, type WordsFor } from './messages/messages.ts';
import { stemOf } from './paths.ts';

/** Everything that a page is made from. */
export type Site = {
  readonly routes: readonly RouteEntry[];
  readonly assets: Assets;
  /** Base of examples, without a slash at the end: `https://lineup.example`. */
  readonly baseUrl: string;
  /** Its path: empty, or the prefix of a proxy. Links on pages begin with it. */
  readonly basePath: string;
  /** The operator's `baseUrl`; `undefined` if it is taken from the request. */
  readonly publicUrl: string | undefined;
  /** Names of the sample skins. */
  readonly samples: readonly string[];
  readonly limits: Limits;
  /** The rows of the settings table, with code in backticks. */
  readonly settings: readonly SettingRow[];
  /** The reader's language … */
  readonly locale: string;
  /** … and whether the URL of the page names it: then links to other pages do, too. */
  readonly isLocaleChosen: boolean;
  /** Translates a text to that language. */
  readonly t: Translate;
  readonly wordsFor: WordsFor;
};

type SettingRow = {
  readonly name: string;
  readonly fallback: string;
  readonly allowed: string;
  readonly help: string;
};

/** Requests per minute and client: to the whole API, and to webhooks. */
type Limits = { readonly api: number; readonly webhook: number };

/** A link within the site to something other than a page. */
export function href({ basePath }: Site, path: string): string {
  return `${basePath}${path}`;
}

/** A link to a page, in the chosen language. */
export function pageHref({ basePath, locale, isLocaleChosen }: Site, path: string): string {
  return `${basePath}${path}${isLocaleChosen ? `?${localeParameter}=${locale}` : ''}`;
}

export function assetHref(site: Site, name: AssetName): string {
  return href(site, site.assets.pathOf(name));
}

/**
 * Where blogs and forums read how to embed a page, in the language that was chosen for it.
 * @param page its path and query
 */
export function oembedHref({ baseUrl, locale, isLocaleChosen }: Site, page: string): string {
  const url = new URL(page, 'http://page.invalid');
  url.searchParams.set(localeParameter, locale);
  const address = isLocaleChosen ? `${url.pathname}${url.search}` : page;
  return `${baseUrl}/oembed?url=${encodeURIComponent(`${baseUrl}${address}`)}`;
}

/** Routes by stem, in registration order; those of a stem share a reference page. */
export function stems(routes: readonly RouteEntry[]): ReadonlyMap<string, readonly RouteEntry[]> {
  const inApi = routes.filter(({ path }) => path.startsWith('/api/'));
  return Map.groupBy(inApi, ({ path }) => stemOf(path));
}

/** Whether a route exists. The front page omits parts that need a missing one. */
export function hasRoute({ routes }: Site, path: string): boolean {
  return routes.some((route) => route.path === path);
}

/** Title and introduction of a page of the documentation, in one language. */
export type Topic = { readonly title: string; readonly lead: string };

/** Pages for streams share the topic of their guide. */
const overlays = '/docs/overlays';

/** The topic of a guide by its path, or of routes by their stem; others are named by their path. */
export function topicOf(stem: string, locale: string): Topic {
  const topics = new Map<string, Topic>(Object.entries(messagesOf(locale).topics));
  const [, family = ''] = stem.split('/');
  const keys = new Map([
    ['api', stem],
    ['docs', stem],
    ['live', overlays],
  ]);
  const key = keys.get(family) ?? 'service';
  const unknown = { title: stem, lead: `Everything below \`${stem}\`.` };
  return topics.get(key) ?? unknown;
}
