import { afterAll, test } from 'vitest';
import { expectKeys } from '../support/keys.ts';
import { openApp } from '../support/open-app.ts';

const app = await openApp();
afterAll(() => app.close());

type Visit = {
  readonly path?: string;
  readonly host?: string;
  readonly lang?: string;
  readonly accepted?: string;
};

async function etagOf({ path = '/docs', host = 'a.example', lang, accepted = 'en' }: Visit) {
  const url = lang === undefined ? path : `${path}?lang=${lang}`;
  const answer = await app.inject({ url, headers: { host, 'accept-language': accepted } });
  return `${answer.statusCode} ${answer.headers.etag}`;
}

const live = '/live/java/a.example';
const paths = [
  '/',
  '/sample-fox+sample-dj',
  '/?value=sample-fox&value=sample-dj&scene=night',
  '/docs/render',
  live,
  `${live}?show=lineup`,
  `${live}?player=Ann`,
  '/live/bedrock/a.example',
  '/live/java/b.example',
  '/server/java/a.example',
  '/server/java/a.example?theme=light',
  '/server/bedrock/a.example',
  '/server/java/b.example',
  '/openapi.json',
];

test('a page is cached by all that it depends on', async () => {
  await expectKeys<Visit>(
    etagOf,
    {},
    {
      path: { different: paths.map((path) => ({ path })) },
      host: {
        different: [
          { host: 'b.example' },
          { host: 'b.example', path: '/docs/render' },
          { host: 'b.example', path: live },
        ],
      },
      lang: { different: [{ lang: 'de' }, { lang: 'en' }] },
      accepted: {
        // A language of the address is carried by the links, one of the browser is not.
        different: [
          { accepted: 'de' },
          { accepted: 'de', path: '/docs/render' },
          { accepted: 'de', path: live },
        ],
        equal: [
          [{ accepted: 'de' }, { accepted: 'de-AT' }],
          [{ lang: 'de' }, { lang: 'de', accepted: 'de' }],
        ],
      },
    },
  );
});
