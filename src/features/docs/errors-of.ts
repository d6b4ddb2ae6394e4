import { catalogue, type ErrorCode } from '../../errors/catalogue.ts';
import type { RouteEntry } from './collect.ts';

/** One status that a route can fail with, and what it may mean. */
export type ErrorGroup = { readonly status: number; readonly sentences: readonly string[] };

/** What a client reads that is over its limit; the number is the wait. */
const tooManyRequests = 'Too many requests; try again in 17 seconds.';

/** Every error that a route can end with, by status, the route's own and those of all routes. */
export function errorsOf(route: RouteEntry): readonly ErrorGroup[] {
  const codes = new Set<ErrorCode>([
    // Of every route, since any request may be no valid HTTP.
    'bad-request',
    ...route.docs.errors.filter((code) => code !== 'too-many-requests'),
    ...(route.body === null ? [] : (['body-too-large', 'unsupported-media-type'] as const)),
    'internal',
  ]);
  const sentences = [...codes].map((code) => catalogue[code]);
  const all = [...sentences, ...limitRow(route)];
  const statuses = [...new Set(all.map(({ status }) => status))].toSorted((a, b) => a - b);
  return statuses.map((status) => ({
    status,
    sentences: [
      ...new Set(all.filter((row) => row.status === status).map(({ sentence }) => sentence)),
    ],
  }));
}

/** Only what is below `/api/` is counted. */
function limitRow({ path }: RouteEntry): readonly { status: number; sentence: string }[] {
  return path.startsWith('/api/') ? [{ status: 429, sentence: tooManyRequests }] : [];
}
