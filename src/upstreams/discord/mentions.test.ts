import { isFields } from '../net/read-json.ts';
import { describe, expect, test } from 'vitest';
import { eventJson, messageJson, parseJson } from './message.ts';
import { withBrokenMassMentions, withoutMassMentions } from './mentions.ts';

/** What it may strip from a text. */
const stripped = ['\u0000', '\u00AD', '\u2060', '\uFEFF', '\u034F', '\uFE0F'];

/** Something of what the platform does with a text of another service before it looks for mentions. */
function asShown(text: string): string {
  const plain = stripped
    .reduce((rest, sign) => rest.replaceAll(sign, ''), text)
    .replace(/&#(?:64|x40);|&commat;/gi, '@')
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&amp;', '&');
  return plain
    .replace(/<!(everyone|here|channel)(\|[^>]*)?>/gi, '@$1')
    .replace(/[*_~`\\]/g, '')
    .replace('@>', '@');
}

const brokenText = (text: string) => String(withBrokenMassMentions({ text })['text']);

const notifies = /@(everyone|here|channel)|<@&\d+>|<!(everyone|here|channel|group|subteam)/i;

describe('in the formats of other services', () => {
  test.each([
    '@everyone',
    '@here',
    '@EVERYONE',
    'a@everyone.b',
    '@@everyone',
    '<!everyone>',
    '<!here>',
    '<!here|here>',
    '<!channel>',
    '<!group>',
    '<!subteam^S123|@team>',
    '<@&123456789012345678>',
    '&lt;!everyone&gt;',
    '&lt;@&amp;123456789012345678&gt;',
    '<@&amp;123456789012345678>',
    '&#64;everyone',
    '&#x40;everyone',
    '&commat;here',
    '@*everyone*',
    '@_here_',
    '@`everyone`',
    '@\\everyone',
    ...stripped.flatMap((sign) => [
      `@${sign}everyone`,
      `@${sign}${sign}here`,
      `@e${sign}very${sign}one`,
      `<!${sign}channel>`,
    ]),
    '@>everyone',
  ])('%s notifies nobody', (text) => {
    expect(asShown(text)).toMatch(notifies);
    expect(asShown(brokenText(text))).not.toMatch(notifies);
  });

  test.each([
    '<@123456789012345678>',
    '<@!123456789012345678>',
    'me@example.org',
    'https://example.org/@user?a=1&b=2',
    'everyone is here!',
    '> everyone\n> here',
    'a@\nb\t@ c',
    '<http://x.org|all of everyone>',
    'Stop!',
    '&amp;&lt;&gt;',
    'git@github.com:a/b',
    '',
  ])('%s is unchanged', (text) => {
    expect(brokenText(text)).toBe(text);
  });

  test('mentions are found everywhere in a value', () => {
    const value = { '@everyone': 1, a: [{ b: '@here' }, null, true, 2], ['__proto__']: '@here' };
    const parsed = parseJson(JSON.stringify(value), 'body', eventJson);
    const broken = withBrokenMassMentions(isFields(parsed) ? parsed : {});
    expect(JSON.stringify(broken)).toBe(JSON.stringify(value).replaceAll('"@here', '"@\u200Bhere'));
  });
});

test.each(['>', '@', '!', '\u2060', '@>', 'every'])(
  'a text of nothing but %j is processed quickly',
  (sign) => {
    const text = sign.repeat(250_000 / sign.length);
    expect(brokenText(text).length).toBeGreaterThanOrEqual(text.length);
  },
);

test.each([
  [{ content: 'x' }, { parse: ['users'] }],
  [{ components: [] }, { parse: ['users'] }],
  [{ content: null, components: [{ type: 10 }] }, { parse: ['users'] }],
  [{ content: null, components: null, allowed_mentions: null }, null],
  [{ content: 'x', allowed_mentions: null }, { parse: ['users'] }],
  [
    { content: 'x', allowed_mentions: { parse: ['everyone', 'roles', 'users'] } },
    { parse: ['users'] },
  ],
  [{ allowed_mentions: { parse: [], roles: ['1'], users: ['2'] } }, { parse: [], users: ['2'] }],
  [{ allowed_mentions: { replied_user: true } }, { parse: [], replied_user: true }],
  [{ allowed_mentions: { parse: 'everyone', users: '1', x: 1 } }, { parse: [] }],
  [{ embeds: [{ title: '@here' }], username: '@here' }, undefined],
  [
    { poll: {}, allowed_mentions: { parse: ['roles'], users: ['1'] } },
    { parse: [], users: ['1'] },
  ],
])('of what can mention, only users: %j', (message, allowed) => {
  const sent = withoutMassMentions(message);
  expect(sent).toEqual({ ...message, ...(allowed !== undefined && { allowed_mentions: allowed }) });
});

test('a message with keys of prototypes is unchanged', () => {
  const message = parseJson(
    '{"content":"x","__proto__":{"a":1},"constructor":2}',
    'body',
    messageJson,
  );
  const sent = withoutMassMentions(isFields(message) ? message : {});
  expect(JSON.stringify(sent)).toBe(
    '{"content":"x","__proto__":{"a":1},"constructor":2,"allowed_mentions":{"parse":["users"]}}',
  );
});
