import { afterAll, describe, expect, test } from 'vitest';
import { localeNames } from '../../src/service/site/messages/messages.ts';
import { openApp } from '../support/open-app.ts';

// The page of a game server, which asks nothing by itself.

const app = await openApp({ PUBLIC_URL: 'https://lineup.example/sub' });
afterAll(() => app.close());

const open = (url: string, headers: Readonly<Record<string, string>> = {}) =>
  app.inject({ url, headers: { accept: 'text/html', ...headers } });

describe('the page of a server', () => {
  test('shows card, line-up and badge, and is kept like other pages', async () => {
    const page = await open('/server/java/play.example.net:25566');
    expect(page.statusCode).toBe(200);
    expect(page.headers).toMatchObject({
      'content-type': 'text/html; charset=utf-8',
      'cache-control': 'no-cache',
      'content-language': 'en',
      'x-ratelimit-limit': '600',
      'content-security-policy': expect.stringContaining("frame-ancestors 'none'"),
    });
    const stem = '/sub/api/blockgame/server/java/play.example.net%3A25566';
    expect(page.body).toContain(`src="${stem}/widget?theme=dark&amp;max_age=60"`);
    expect(page.body).toContain(`src="${stem}/lineup"`);
    expect(page.body).toContain(`https://lineup.example${stem}/badge`);
    expect(page.body).toContain('<meta name="robots" content="noindex" />');
    const again = await open('/server/java/play.example.net:25566', {
      'if-none-match': String(page.headers.etag),
    });
    expect([again.statusCode, again.body]).toEqual([304, '']);
  });

  test('has a link preview, and can be embedded', async () => {
    const { body } = await open('/server/bedrock/offline.invalid');
    const title = 'offline.invalid · Minecraft (Bedrock)';
    expect(body).toContain(`<meta property="og:title" content="${title}" />`);
    expect(body).toMatch(/<meta property="og:description" content="offline\.invalid live: who /);
    const [, picture = ''] =
      /og:image" content="https:\/\/lineup\.example\/sub([^"]+)"/.exec(body) ?? [];
    expect(picture).toBe('/api/blockgame/server/bedrock/offline.invalid/lineup?size=og');
    expect((await app.inject(picture)).headers['content-type']).toBe('image/png');
    const [, link = ''] =
      /json\+oembed"\s+href="https:\/\/lineup\.example\/sub([^"]+)"/.exec(body) ?? [];
    expect(link).not.toContain('lang');
    expect((await app.inject(link)).json()).toMatchObject({ type: 'photo', width: 600 });
  });

  test.each(['light', 'transparent'])('has the theme %s', async (theme) => {
    const { body } = await open(`/server/java/a.example?theme=${theme}`);
    expect(body.split(`widget?theme=${theme}&amp;`).length).toBeGreaterThan(4);
  });

  test.each(localeNames)('speaks %s', async (locale) => {
    const page = await open(`/server/java/a.example?lang=${locale}`);
    expect(page.headers['content-language']).toMatch(new RegExp(`^${locale}`));
    expect(page.body).toContain(`href="/sub/docs?lang=${locale}"`);
    expect(page.body).toMatch(new RegExp(`json\\+oembed"\\s+href="[^"]+%3Flang%3D${locale}"`));
    const current = page.body.matchAll(/data-locale="(\w+)"\s+aria-current="true"/g);
    expect([...current].map(([, name]) => name)).toEqual([locale]);
    const pictures = page.body.matchAll(/\/(?:widget|lineup)(\?[^"<]*)?"/g);
    const langs = [...pictures].map(([, query = '']) => /lang=(\w+)/.exec(query)?.[1] ?? 'en');
    expect(new Set(langs)).toEqual(new Set([locale]));
  });

  test.each([
    ['?lang=de', '&amp;lang=de'],
    ['', ''],
  ])('its themes keep a language that was chosen: %s', async (query, kept) => {
    const page = await open(`/server/java/a.example${query}`, { 'accept-language': 'de' });
    expect(page.headers['content-language']).toBe('de');
    const themes = page.body.matchAll(/class="chip"\s+href="\?theme=([^"]+)"/g);
    expect(Array.from(themes, ([, theme]) => theme)).toEqual(
      ['dark', 'light', 'transparent'].map((theme) => theme + kept),
    );
  });

  test('repeats nothing as markup', async () => {
    const { body } = await open(
      '/server/java/münchen.example?theme=%22%3E%3Cscript%3E&lang=%3Cb%3E',
    );
    expect(body).toContain('<h1>münchen.example</h1>');
    expect(body).not.toMatch(/<script>|<b>\?|"><b>/);
  });

  test.each([
    ['/server/java/%3Cscript%3E', 400],
    ['/server/java/a%20b', 400],
    ['/server/java/a.example:80', 400],
    ['/server/pocket/a.example', 404],
    ['/server/java', 404],
    [`/server/java/${'a'.repeat(513)}`, 400],
  ])('%s is %i', async (path, status) => {
    const page = await open(path);
    expect(page.statusCode).toBe(status);
    expect(page.headers).toMatchObject({
      'content-type': 'text/html; charset=utf-8',
      'cache-control': 'no-store',
    });
    expect(page.body).not.toContain('<script>');
    expect((await app.inject(path)).json()).toEqual({ detail: expect.any(String) });
  });
});
