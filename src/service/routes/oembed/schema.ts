import { Type, type Static } from 'typebox';
import { closed, oneOf } from '../../../common/schemas/fields.ts';

const max = (side: string) =>
  Type.Optional(
    Type.Integer({
      minimum: 1,
      maximum: 65_535,
      description: `The most pixels that the page has for the ${side}.`,
    }),
  );

export const oembedQuery = Type.Object(
  {
    url: Type.String({
      minLength: 1,
      maxLength: 8192,
      description:
        'An address of this service: a composition or its page, a line-up, a card, or a live page.',
    }),
    maxwidth: max('width'),
    maxheight: max('height'),
    format: Type.Optional(
      oneOf(['json', 'xml'], { default: 'json', description: 'The format of the response.' }),
    ),
  },
  closed,
);

const description = 'How to embed it (oEmbed 1.0).';

const oembedResponse = Type.Object(
  {
    version: Type.Literal('1.0', { description: 'Of oEmbed.' }),
    type: oneOf(['photo', 'rich'], { description: 'A picture, or a live page in a frame.' }),
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

export const oembedResponses = {
  description,
  content: {
    'application/json': { schema: oembedResponse },
    'text/xml': { schema: Type.String({ description: 'The same fields, with `format=xml`.' }) },
  },
};

export type OembedQuery = Static<typeof oembedQuery>;
export type OembedResponse = Static<typeof oembedResponse>;

/** An response as XML (oEmbed 1.0, section 2.3.4.2), for consumers that read nothing else. */
export function embedXml(response: OembedResponse): string {
  const fields = Object.entries(response).map(
    ([name, value]) => `  <${name}>${escapeXml(String(value))}</${name}>\n`,
  );
  return `<?xml version="1.0" encoding="utf-8" standalone="yes"?>\n<oembed>\n${fields.join('')}</oembed>\n`;
}

/** For the content of an element or a quoted attribute, of XML and HTML. */
export function escapeXml(text: string): string {
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
