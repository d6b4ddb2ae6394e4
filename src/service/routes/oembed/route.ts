import { Type } from 'typebox';
import { closedObject, oneOf } from '../../../common/schemas/fields.ts';
import { defineRoute, ownResponse, type Route } from '../../http/define-route.ts';
import { createDocument, sendDocument, sendJson } from '../../http/documents.ts';
import { pageEmbeds } from '../../site/embeds.ts';
import findMyWay from 'find-my-way';
import { LineupError } from '../../../common/errors/lineup-error.ts';
import type { SizePx } from '../../../engine/scenes/layout/sizes.ts';
import type { EmbedAddress, Shown } from '../../http/embed.ts';
import { readLocale } from '../../site/messages/messages.ts';
import { aliases, longestSegment } from '../../http/request-target.ts';

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
      handler: async ({ query, headers }, { baseUrl }, reply) => {
        const value = describe(query, baseUrl, headers['accept-language']);
        // Pages of others may call it, too.
        void reply.headers({ vary: 'accept-language', 'access-control-allow-origin': '*' });
        if (query.format !== 'xml') {
          return sendJson(reply, { value, policy: 'render', cache: 'HIT' });
        }
        const bytes = Buffer.from(embedXml(value));
        const xml = createDocument(bytes, 'text/xml; charset=utf-8', 'render');
        return sendDocument(reply.header('x-cache', 'HIT'), xml);
      },
    }),
  ];
};

type EmbedRequest = {
  readonly url: string;
  readonly maxwidth?: number;
  readonly maxheight?: number;
};

type Routes = readonly Pick<Route, 'embed'>[];

/** Returns a function that says how an address of these routes is embedded. */
function createEmbeds(routes: Routes) {
  const find = embedFinder(routes);

  /**
   * @param baseUrl of this service, without a slash at the end
   * @throws {LineupError} `unknown-route` for what is no address of ours, or has nothing to see
   */
  return (request: EmbedRequest, baseUrl: string, acceptLanguage: string | undefined) => {
    const address = addressOf(request.url, baseUrl);
    const shown = address && find({ ...address, ...readLocale(address.search, acceptLanguage) });
    if (shown === null) {
      throw new LineupError(
        'unknown-route',
        'query.url: is not a composition, line-up, card or live page of this service.',
      );
    }
    const size = fitted(shown.size, request);
    const [width, height] = size;
    const url = `${baseUrl}${shown.targetOf(size)}`;
    const title = shown.title.slice(0, 256);
    const facts = {
      version: '1.0',
      title,
      provider_name: 'Lineup',
      provider_url: `${baseUrl}/`,
      cache_age: 900,
      width,
      height,
    } as const;
    if (!shown.isFrame) return { ...facts, type: 'photo', url } as const;
    const attributes = `width="${width}" height="${height}" title="${escapeXml(title)}"`;
    const html = `<iframe src="${escapeXml(url)}" ${attributes} style="border:0;color-scheme:light" loading="lazy"></iframe>`;
    return { ...facts, type: 'rich', html } as const;
  };
}

/** Matches addresses as the server does, but only those that have something to see. */
function embedFinder(routes: Routes): (address: Omit<EmbedAddress, 'params'>) => Shown | null {
  const router = findMyWay({ maxParamLength: longestSegment });
  const embeds = new Map<unknown, NonNullable<Route['embed']>>();
  for (const { embed } of routes) {
    if (embed === undefined) continue;
    const key = () => embed;
    embeds.set(key, embed);
    for (const path of withAliases(embed.path)) {
      router.on('GET', path, key);
      if (embed.extensions.length > 0) router.on('GET', String.raw`${path}.:extension(^\w+$)`, key);
    }
  }
  return (address) => {
    const found = router.find('GET', address.path);
    const embed = embeds.get(found?.handler);
    if (found === null || embed === undefined) return null;
    const { extension, ...params } = found.params;
    const isOffered = extension === undefined || embed.extensions.includes(extension.toLowerCase());
    return isOffered ? embed.show({ ...address, params }) : null;
  };
}

/** A path, and the same with the other name of its first segment. */
function withAliases(path: string): readonly string[] {
  const others = Object.entries(aliases).filter(([, name]) => path.startsWith(`/api/${name}/`));
  return [path, ...others.map(([alias, name]) => path.replace(name, alias))];
}

/** The path and query of an address, if it is one of ours. */
function addressOf(text: string, baseUrl: string) {
  const [address, base] = [URL.parse(text), new URL(baseUrl)];
  const prefix = base.pathname.replace(/\/$/, '');
  if (address?.host !== base.host || !address.pathname.startsWith(`${prefix}/`)) return null;
  if (!/^https?:$/.test(address.protocol)) return null;
  const { pathname, search, searchParams } = address;
  return { path: pathname.slice(prefix.length), search, query: searchParams };
}

/** Reduced until it fits. */
function fitted([width, height]: SizePx, { maxwidth, maxheight }: EmbedRequest): SizePx {
  const share = Math.min(1, (maxwidth ?? width) / width, (maxheight ?? height) / height);
  return [Math.max(1, Math.floor(width * share)), Math.max(1, Math.floor(height * share))];
}

/** A response as XML (oEmbed 1.0, section 2.3.4.2), for consumers that read nothing else. */
function embedXml(response: object): string {
  const fields = Object.entries(response).map(
    ([name, value]) => `  <${name}>${escapeXml(String(value))}</${name}>\n`,
  );
  return `<?xml version="1.0" encoding="utf-8" standalone="yes"?>\n<oembed>\n${fields.join('')}</oembed>\n`;
}

/** For the content of an element or a quoted attribute, of XML and HTML. */
function escapeXml(text: string): string {
  return text
    .toWellFormed()
    .replaceAll(noCharacter, '')
    .replaceAll('&', '&amp;')
    .replaceAll('"', '&quot;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;');
}

/** What XML 1.0 cannot hold, not even escaped (section 2.2). */
const noCharacter = /(?![\t\n\r])\p{Cc}|[\ufffe\uffff]/gu;
