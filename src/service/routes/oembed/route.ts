import { Type } from 'typebox';
import { closedObject, oneOf } from '../../../common/schemas/fields.ts';
import { defineRoute, ownResponse, type Route } from '../../http/define-route.ts';
import { createDocument, sendDocument, sendJson } from '../../http/documents.ts';
import { pageEmbeds } from '../../site/embeds.ts';
import { createEmbeds, embedXml } from './service.ts';

const max = (side: string) =>
  Type.Optional(
    Type.Integer({
      minimum: 1,
      maximum: 65_535,
      description: `The most pixels that the page has for the ${side}.`,
    }),
  );

const oembedQuery = closedObject({
  url: Type.String({
    minLength: 1,
    maxLength: 8192,
    description:
      'An address of this service: a composition or its page, a line-up, a card, a live page or that of a model.',
  }),
  maxwidth: max('width'),
  maxheight: max('height'),
  format: Type.Optional(
    oneOf(['json', 'xml'], { default: 'json', description: 'The format of the response.' }),
  ),
});

const description = 'How to embed it (oEmbed 1.0).';

const oembedResponse = Type.Object(
  {
    version: Type.Literal('1.0', { description: 'Of oEmbed.' }),
    type: oneOf(['photo', 'rich'], { description: 'A picture, or a page in a frame.' }),
    title: Type.String({ description: 'The names in the picture, or its title.' }),
    provider_name: Type.String({ description: 'The name of this service.' }),
    provider_url: Type.String({ description: 'Its address.' }),
    cache_age: Type.Integer({ description: 'Seconds for which the response may be cached.' }),
    width: Type.Integer({ description: 'Width in pixels.' }),
    height: Type.Integer({ description: 'Height in pixels.' }),
    url: Type.Optional(Type.String({ description: 'The URL of the picture of a `photo`.' })),
    html: Type.Optional(Type.String({ description: 'The frame of what is `rich`.' })),
  },
  { description },
);

const oembedResponses = {
  description,
  content: {
    'application/json': { schema: oembedResponse },
    'text/xml': { schema: Type.String({ description: 'The same fields, with `format=xml`.' }) },
  },
};

/** How others embed the addresses of these routes. Needs no look-up and draws nothing. */
export const oembedRoutes = (routes: readonly Route[]) => {
  const describe = createEmbeds([...routes, ...pageEmbeds]);
  return [
    defineRoute({
      path: '/oembed',
      id: 'getOembed',
      summary: 'How to embed an address of this service',
      description: [
        'For blogs and forums that turn a link into its picture (oEmbed 1.0, JSON or XML). Compositions, their pages, line-ups and cards are a `photo`; live pages and those of models are frames (`rich`). Pages link here themselves.',
      ],
      errors: ['unknown-route'],
      examples: [
        {
          title: 'The page of two players',
          query: { url: 'https://lineup.example/Notch+jeb_', maxwidth: 600 },
          isRunnable: false,
        },
      ],
      query: oembedQuery,
      response: ownResponse({ 200: oembedResponses }),
      handler: async (request, { baseUrl }, reply) => {
        const { query, headers } = request;
        const value = describe(query, baseUrl, headers['accept-language']);
        // Pages of others may call it, too.
        void reply.headers({ vary: 'accept-language', 'access-control-allow-origin': '*' });
        if (query.format !== 'xml') {
          return sendJson(request, reply, { value, policy: 'render', cache: 'HIT' });
        }
        void reply.header('x-cache', 'HIT');
        const xml = createDocument(
          Buffer.from(embedXml(value)),
          'text/xml; charset=utf-8',
          'render',
        );
        return sendDocument(request, reply, xml);
      },
    }),
  ];
};
