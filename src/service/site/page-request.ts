import type { FastifyRequest } from 'fastify';
import { Type } from 'typebox';
import type { Site } from './site.ts';

// What pages read of their requests.

/** The data for a page, at the URL of its request. */
export type SiteFor = (request: FastifyRequest) => Site;

export const serverParams = Type.Object({
  edition: Type.Union([Type.Literal('java'), Type.Literal('bedrock')], {
    description: 'The edition of the game.',
  }),
  host: Type.String({
    minLength: 1,
    maxLength: 512,
    description: 'A host name or IP address, with an optional port.',
  }),
});

/** In bytes; the longest URL of a row that pages themselves make. Each byte of it is repeated on the page. */
const longestSearch = 8192;

/** The query of a URL with its question mark, or as many of its parameters as a page reads. */
export function searchOf(url: string): string {
  const start = url.indexOf('?');
  if (start === -1) return '';
  const search = url.slice(start, start + longestSearch + 1);
  return search.length <= longestSearch ? search : search.slice(0, search.lastIndexOf('&') + 1);
}
