import type { RouteDocs } from '../../site/route-docs.ts';
import { createDocument, sendDocument, sendJson } from '../../http/documents.ts';
import { baseUrlOf } from '../../http/request-host.ts';
import { described, type HttpServer } from '../../http/server.ts';
import { oembedResponses, oembedQuery, embedXml } from './schema.ts';
import { describeEmbed, type PageTitles } from './service.ts';

const docs: RouteDocs = {
  id: 'getOembed',
  summary: 'How to embed an address of this service',
  description: [
    'For blogs and forums that turn a link into its picture (oEmbed 1.0, JSON or XML). Compositions, their pages, line-ups and cards are a `photo`; a live page is a frame (`rich`). Pages link here themselves.',
  ],
  errors: ['unknown-route'],
  caching: 'render',
  hasValidator: true,
  examples: [
    {
      title: 'The page of two players',
      query: { url: 'https://lineup.example/Notch+jeb_', maxwidth: 600 },
      isRunnable: false,
    },
  ],
};

/** `GET /oembed?url=…`. Needs no look-up and draws nothing. */
/** @param titlesFor a reader, by the query of the embedded page and the header `Accept-Language` */
export function addOembedRoute(
  app: HttpServer,
  publicUrl: string,
  titlesFor: (search: string, acceptLanguage: string | undefined) => PageTitles,
): void {
  app.get(
    '/oembed',
    described(docs, { querystring: oembedQuery, response: { 200: oembedResponses } }),
    async (request, reply) => {
      const { query, headers } = request;
      const search = URL.parse(query.url)?.search ?? '';
      const titles = titlesFor(search, headers['accept-language']);
      const value = describeEmbed(query, baseUrlOf(request, publicUrl), titles);
      void reply.header('vary', 'accept-language');
      // Pages of others may call it, too.
      void reply.header('access-control-allow-origin', '*');
      if (query.format !== 'xml') {
        return sendJson(request, reply, { value, policy: 'render', cache: 'HIT' });
      }
      void reply.header('x-cache', 'HIT');
      const xml = Buffer.from(embedXml(value));
      return sendDocument(request, reply, createDocument(xml, 'text/xml; charset=utf-8', 'render'));
    },
  );
}
