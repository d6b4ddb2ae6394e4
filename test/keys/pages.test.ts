import { afterAll, beforeAll, test } from 'vitest';
import type { HttpServer } from '../../src/http/server.ts';
import { expectKeys } from '../support/keys.ts';
import { openApp } from '../support/open-app.ts';

let app: HttpServer;
beforeAll(async () => {
  app = await openApp();
});
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

test('a page is cached by all that it depends on', async () => {
  await expectKeys<Visit>(
    etagOf,
    {},
    {
      path: { different: [{ path: '/docs/render' }, { path: '/docs/heads' }] },
      host: { different: [{ host: 'b.example' }, { host: 'b.example', path: '/docs/render' }] },
      lang: { different: [{ lang: 'de' }, { lang: 'en' }] },
      accepted: {
        // A language of the address is carried by the links, one of the browser is not.
        different: [{ accepted: 'de' }, { accepted: 'de', path: '/docs/render' }],
        equal: [
          [{ accepted: 'de' }, { accepted: 'de-AT' }],
          [{ lang: 'de' }, { lang: 'de', accepted: 'de' }],
        ],
      },
    },
  );
});
