import type { RouteOptions } from 'fastify';
import { withoutPatterns } from '../../src/service/http/request-target.ts';
import { openBrowserWorld, type BrowserWorld } from './browser.ts';
import { collectRoutes } from './collect-routes.ts';

/** Whoever adds pages with a part of their own in the path says here which to look at. */
const examples: Readonly<Record<string, readonly string[]>> = {
  '/:players': ['/sample-fox+sample-dj?scene=night'],
  '/server/:edition/:host': ['/server/java/offline.invalid'],
  '/live/:edition/:host': ['/live/java/offline.invalid', '/live/java/x.invalid?player=sample-dj'],
  '/view/:player': ['/view/sample-fox', '/view/sample-dragon?embed'],
  '/live/players/:players': ['/live/players/sample-fox+sample-dj'],
  // JSON, and no page.
  '/oembed.:extension': [],
};
/** What is no page says where to go, with or without the picture that was probably meant. */
const errors = ['/nobody-here', '/sample-fox'];

/** The service with a browser, and every page that it has by its own list of routes. */
export async function openAllPages(): Promise<BrowserWorld & { readonly paths: string[] }> {
  const { app, routes } = await collectRoutes(async () => ({
    ...(await openBrowserWorld()),
    ready: async () => {},
  }));
  const candidates = routes.flatMap(pathsOf);
  const responses = await Promise.all(
    candidates.map(async (path) => [path, await fetch(`${app.origin}${path}`)] as const),
  );
  const paths = responses.flatMap(([path, { headers }]) =>
    headers.get('content-type')?.startsWith('text/html') === true ? [path] : [],
  );
  return { ...app, paths: [...paths, ...errors] };
}

/** Those of the API are the same as others, and count against its limit. */
function pathsOf({ method, url }: RouteOptions): readonly string[] {
  if (method !== 'GET' || /^\/(?:api|assets)\//.test(url)) return [];
  const path = withoutPatterns(url);
  const filled = examples[path] ?? (path.includes(':') ? undefined : [path]);
  if (filled === undefined) throw new Error(`${path} has no example in all-pages.ts`);
  return filled;
}
