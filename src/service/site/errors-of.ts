import type { RouteEntry } from './collect.ts';
import { catalogue, type ErrorCode } from '../../common/errors/lineup-error.ts';

/** A status that a route can fail with, and its sentences. */
export type ErrorGroup = { readonly status: number; readonly sentences: readonly string[] };

/** The sentence of a 429; the number is the wait. */
const tooManyRequests = 'Too many requests; try again in 17 seconds.';

/** The errors of everything that has a body. */
const bodyErrors = ['slow-request', 'body-too-large', 'unsupported-media-type'] as const;

/** All errors of a route by status: its own, and those of every route. */
export function errorsOf(route: RouteEntry): readonly ErrorGroup[] {
  const codes = new Set<ErrorCode>([
    // On every route, since any request may be malformed.
    'bad-request',
    ...route.docs.errors.filter((code) => code !== 'too-many-requests'),
    ...(route.body === null ? [] : bodyErrors),
    'internal',
  ]);
  const sentences = [...codes].map((code) => catalogue[code]);
  const all = Map.groupBy([...sentences, ...limitRow(route)], ({ status }) => status);
  const groups = Array.from(all, ([status, rows]) => ({
    status,
    sentences: [...new Set(rows.map(({ sentence }) => sentence))],
  }));
  return groups.toSorted((a, b) => a.status - b.status);
}

/** Only paths below `/api/` have this limit. */
function limitRow({ path }: RouteEntry): readonly { status: number; sentence: string }[] {
  return path.startsWith('/api/') ? [{ status: 429, sentence: tooManyRequests }] : [];
}
