import type { Assets, AssetName } from './assets.ts';
import type { RouteEntry } from './collect.ts';
import { localeParameter, type Locale } from './messages/locales.ts';
import type { Translate } from './messages/messages.ts';
import { stemOf } from './paths.ts';

/** All that a page is made from. */
export type Site = {
  readonly routes: readonly RouteEntry[];
  readonly assets: Assets;
  /** Base of examples, without a slash at its end: `https://lineup.example`. */
  readonly baseUrl: string;
  /** The path in it: empty, or what a proxy puts before ours. Links on pages begin with it. */
  readonly basePath: string;
  /** What the operator says `baseUrl` is; `undefined` when it is taken from the request. */
  readonly publicUrl: string | undefined;
  /** Names of the sample skins. */
  readonly samples: readonly string[];
  readonly limits: Limits;
  /** What whoever runs the service can set; in words, with code between backquotes. */
  readonly settings: readonly SettingRow[];
  /** The reader's language … */
  readonly locale: Locale;
  /** … and whether the address of the page names it: then links to other pages do so too. */
  readonly isLocaleChosen: boolean;
  /** A text in that language. */
  readonly t: Translate;
};

type SettingRow = {
  readonly name: string;
  readonly fallback: string;
  readonly allowed: string;
  readonly help: string;
};

/** Requests a minute and client: to all of the API, and of these to webhooks. */
export type Limits = { readonly api: number; readonly webhook: number };

/** A link to something else than a page, within the site. */
export function href({ basePath }: Site, path: string): string {
  return `${basePath}${path}`;
}

/** A link to a page of the site, in the language that was chosen. */
export function pageHref({ basePath, locale, isLocaleChosen }: Site, path: string): string {
  return `${basePath}${path}${isLocaleChosen ? `?${localeParameter}=${locale}` : ''}`;
}

export function assetHref(site: Site, name: AssetName): string {
  return href(site, site.assets.pathOf(name));
}

/** The routes that share a reference page, by the stem of their paths, in the order of the app. */
export function stems(routes: readonly RouteEntry[]): ReadonlyMap<string, readonly RouteEntry[]> {
  const byStem = new Map<string, RouteEntry[]>();
  for (const route of routes) {
    if (!route.path.startsWith('/api/')) continue;
    const stem = stemOf(route.path);
    byStem.set(stem, [...(byStem.get(stem) ?? []), route]);
  }
  return byStem;
}

/** Whether a route is there. Parts of the front page that need it are left out when it is not. */
export function hasRoute({ routes }: Site, path: string): boolean {
  return routes.some((route) => route.path === path);
}
