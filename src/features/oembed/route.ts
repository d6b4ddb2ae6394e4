import type { RouteDocs } from '../docs/route-docs.ts';
import { sendJson } from '../../http/documents.ts';
import { baseUrlOf } from '../../http/request-host.ts';
import { described, type HttpServer } from '../../http/server.ts';
import { oembedAnswer, oembedQuery } from './schema.ts';
import { describeEmbed } from './service.ts';

const docs: RouteDocs = {
  id: 'getOembed',
  summary: 'How to embed an address of this service',
  description: [
    'For blogs and forums that turn a link into its picture (oEmbed 1.0). Compositions, their pages, line-ups and cards are a `photo`; a live page is a frame (`rich`). Pages link here themselves.',
  ],
  errors: ['unknown-route'],
  caching: 'render',
  hasValidator: true,
  examples: [
    {
      title: 'The page of two players',
      query: { url: 'https://lineup.example/Notch+jeb_', maxwidth: 600 },
      isOnPaper: true,
    },
  ],
};

/** `GET /oembed?url=…`. Needs no look-up and draws nothing. */
export function addOembedRoute(app: HttpServer, publicUrl: string): void {
  app.get(
    '/oembed',
    described(docs, { querystring: oembedQuery, response: { 200: oembedAnswer } }),
    async (request, reply) => {
      const value = describeEmbed(request.query, baseUrlOf(request, publicUrl));
      // Pages of others may call it, too.
      void reply.header('access-control-allow-origin', '*');
      return sendJson(request, reply, { value, policy: 'render', cache: 'HIT' });
    },
  );
}
