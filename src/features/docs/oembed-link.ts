import type { Site } from './site.ts';

/** Where blogs and forums read how to embed a page. @param page its path and query */
export function oembedHref({ baseUrl }: Site, page: string): string {
  return `${baseUrl}/oembed?url=${encodeURIComponent(`${baseUrl}${page}`)}`;
}
