import sharp from 'sharp';
import { afterAll, describe, expect, it } from 'vitest';
import { contentTypeOf, pictureFormats } from '../../src/engine/options/picture-formats.ts';
import { animationFormats } from '../../src/engine/image/formats.ts';
import { detailOf, startWorld } from '../support/composition-world.ts';
import { watchDrawing } from '../support/watched-drawing.ts';

// oEmbed, and the page that may stand in a frame.

const base = 'https://lineup.example/sub';

const drawing = await watchDrawing();

const world = await startWorld({ drawing, env: { PUBLIC_URL: base } });
afterAll(() => world.close());

const ask = (path: string, more = '') =>
  world.app.inject(`/oembed?url=${encodeURIComponent(base + path)}${more}`);

type Embed = {
  type: string;
  url: string;
  html: string;
  title: string;
  width: number;
  height: number;
};

describe('oEmbed', () => {
  it('shows as many of a page’s players as a picture has', async () => {
    const eleven = Array.from({ length: 11 }, () => 'value=sample-fox').join('&');
    const { url } = (await ask(`/?${eleven}&height=32`)).json<Embed>();
    expect(new URL(url).searchParams.getAll('value')).toHaveLength(10);
    expect((await world.app.inject(url.replace(base, ''))).statusCode).toBe(200);
  });

  it.each([
    ['/sample-fox+sample-punk', 'fox and punk', [1200, 630]],
    ['/?value=sample-fox&value=sample-punk&label.1=Ann', 'fox and Ann', [1200, 630]],
    ['/?value=sample-fox&title=Us', 'Us', [1200, 630]],
    ['/sample-fox+sample-punk.webp?scene=night', 'sample-fox, sample-punk', [1200, 630]],
    ['/api/blockgame/render/composition?value=sample-fox&size=400x200', 'sample-fox', [400, 200]],
    [
      '/api/minecraft/render/composition/sample-fox,sample-dj.png',
      'sample-fox, sample-dj.png',
      [1200, 630],
    ],
    ['/api/blockgame/server/java/offline.invalid/lineup', 'offline.invalid', [1920, 480]],
    ['/api/blockgame/server/java/offline.invalid/widget', 'offline.invalid', [600, 138]],
    [
      '/api/blockgame/server/java/offline.invalid/widget.png?scale=2',
      'offline.invalid',
      [1200, 276],
    ],
    ['/api/blockgame/render/composition?value=sample-fox&size=00x00', 'sample-fox', [1200, 630]],
    ['/sample-fox+sample-punk?lang=de', 'fox und punk', [1200, 630]],
    ['/server/java/offline.invalid', 'offline.invalid · Minecraft (Java)', [600, 138]],
    ['/api/discord/invite/sample_hills/widget.png?scale=2', 'sample_hills', [1200, 320]],
  ])('%s is a photo of that size', async (path, title, size) => {
    const answer = await ask(path);
    const embed = answer.json<Embed>();
    expect([answer.statusCode, embed.type, embed.title]).toEqual([200, 'photo', title]);
    expect([embed.width, embed.height]).toEqual(size);
    expect(embed).toMatchObject({ version: '1.0', provider_name: 'Lineup' });
    expect(embed.url.startsWith(`${base}/`)).toBe(true);
    const picture = await world.app.inject(embed.url.slice(base.length));
    expect(picture.statusCode, picture.body.slice(0, 200)).toBe(200);
    expect(picture.headers).not.toHaveProperty('x-ignored-query');
    const { width, height } = await sharp(picture.rawPayload).metadata();
    expect([width, height]).toEqual(size);
  });

  it.each(pictureFormats)('knows rows at the root as %s', async (format) => {
    const isAnimation = animationFormats.some((one) => one === format);
    const query = `?scene=night&size=256x128${isAnimation ? '&motion=wave' : ''}`;
    for (const extension of [format, format.toUpperCase()]) {
      const embed = (await ask(`/sample-fox+sample-punk.${extension}${query}`)).json<Embed>();
      const picture = await world.app.inject(embed.url.slice(base.length));
      expect(picture.headers['content-type']).toBe(contentTypeOf(format));
    }
  });

  it.each([
    ['/sample-fox+sample-punk', '&maxwidth=600', [600, 315]],
    ['/sample-fox+sample-punk', '&maxwidth=600&maxheight=100', [190, 100]],
    ['/sample-fox+sample-punk', '&maxheight=10', [19, 10]],
    ['/api/blockgame/server/java/offline.invalid/widget', '&maxwidth=300', [300, 69]],
    ['/api/blockgame/server/java/offline.invalid/widget', '&maxwidth=4', [4, 1]],
    ['/live/java/offline.invalid?player=sample-fox', '&maxheight=1', [1, 1]],
  ])('%s%s fits', async (path, more, size) => {
    const { width, height } = (await ask(path, more)).json<Embed>();
    expect([width, height]).toEqual(size);
  });

  it('knows the picture of one player as a composition', async () => {
    const { url, title } = (await ask('/sample-fox.png?scene=night&size=256x128')).json<Embed>();
    expect(title).toBe('sample-fox');
    const picture = await world.app.inject(url.slice(base.length));
    const { width, height } = await sharp(picture.rawPayload).metadata();
    expect([width, height]).toEqual([256, 128]);
  });

  it.each([
    // A figure alone has no such size.
    `${base}/sample-fox.png`,
    `${base}/my-file.png?scene=night`,
    'https://elsewhere.example/sub/a+b',
    'https://lineup.example:8443/sub/a+b',
    'https://lineup.example/a+b',
    'https://lineup.example/submarine/a+b',
    'ftp://lineup.example/sub/a+b',
    'javascript:alert(1)',
    `${base}/docs`,
    `${base}/`,
    `${base}/live/pocket/a`,
    'a+b',
    '//',
  ])('%s is a 404', async (url) => {
    const answer = await world.app.inject(`/oembed?url=${encodeURIComponent(url)}`);
    detailOf(answer, 404);
  });

  it.each([
    ['', 'query.url: is missing'],
    [`?url=${base}/&format=yaml`, 'query.format: must be "json" or "xml"'],
    [`?url=${base}/a+b&maxwidth=0`, 'query.maxwidth: must be a whole number from 1 to 65535'],
    [`?url=${'a'.repeat(8193)}`, 'query.url: must be 1 to 8192 characters long'],
  ])('%s is a 400', async (query, says) => {
    expect(detailOf(await world.app.inject(`/oembed${query}`), 400)).toBe(says);
  });

  it('is XML for those who ask for it, whatever the title', async () => {
    const title = encodeURIComponent('<Us> & "them"\0');
    const answer = await ask(`/a+b?title=${title}`, '&format=xml');
    expect(answer.headers).toMatchObject({
      'content-type': 'text/xml; charset=utf-8',
      'access-control-allow-origin': '*',
      etag: expect.any(String),
    });
    expect(answer.body).toContain('<title>&lt;Us&gt; &amp; &quot;them&quot;</title>');
    expect(answer.body).toContain('<type>photo</type>\n');
    expect(answer.body).toContain('value=a&amp;value=b');
    const frame = await ask('/live/java/offline.invalid', '&format=xml');
    expect(frame.body).toContain('<html>&lt;iframe src=');
  });

  it('is a frame whose attributes no title can leave', async () => {
    const title = encodeURIComponent(`a"b'<c>&d`);
    const embed = (
      await ask(`/live/java/offline.invalid?title=${title}&theme=light`)
    ).json<Embed>();
    expect(embed).toMatchObject({ type: 'rich', width: 600, height: 138, title: `a"b'<c>&d` });
    const { html } = embed;
    expect(html).toMatch(/^<iframe src="https:\/\/lineup\.example\/sub\/live\/java\/[^"<>]*" /);
    const [, quoted, rest] =
      /title="(a&quot;b[^"]*)" style="([^"]*)" loading="lazy"><\/iframe>$/.exec(html) ?? [];
    expect([quoted, rest], html).toEqual([
      "a&quot;b'&lt;c&gt;&amp;d",
      'border:0;color-scheme:light',
    ]);
  });

  it.each([8, 900])('differs by language, compressed or not: %i letters', async (letters) => {
    const url = `${base}/?value=sample-fox&value=sample-punk&label=${'b'.repeat(letters)}`;
    const { headers } = await world.app.inject({
      url: `/oembed?url=${encodeURIComponent(url)}`,
      headers: { 'accept-encoding': 'br' },
    });
    expect(headers.vary).toContain('accept-language');
    expect(headers.vary?.includes('accept-encoding')).toBe(letters > 100);
  });

  it('has a title of 256 characters at most', async () => {
    const { title } = (await ask(`/live/players/a?title=${'b'.repeat(300)}`)).json<Embed>();
    expect(title).toBe('b'.repeat(256));
  });

  it('is linked from the pages of rows', async () => {
    const page = await world.app.inject({
      url: '/sample-fox+sample-punk',
      headers: { accept: 'text/html' },
    });
    const [, link = ''] = /type="application\/json\+oembed"\s+href="([^"]+)"/.exec(page.body) ?? [];
    const embed = await world.app.inject(link.replaceAll('&amp;', '&').slice(base.length));
    expect(embed.json<Embed>()).toMatchObject({ type: 'photo', width: 1200, height: 630 });
  });
});

describe('the live page', () => {
  const open = (path: string) => world.app.inject({ url: path, headers: { accept: 'text/html' } });
  const sourceOf = (body: string) =>
    (/<img\s+id="live"\s+src="([^"]+)"/.exec(body)?.[1] ?? '').replaceAll('&amp;', '&');

  it.each([
    [
      '/live/java/offline.invalid',
      'server/java/offline.invalid/widget?theme=transparent&max_age=30',
    ],
    [
      '/live/bedrock/offline.invalid:19133?theme=light&title=Us',
      'server/bedrock/offline.invalid%3A19133/widget?theme=light&title=Us&max_age=30',
    ],
    [
      '/live/java/offline.invalid?show=lineup&size=128x64',
      'server/java/offline.invalid/lineup?size=128x64',
    ],
    [
      '/live/java/x?player=sample-fox&height=64',
      'render/default/sample-fox/full?height=64&motion=turn',
    ],
    [
      '/live/java/x?player=sample-fox&scene=night&size=128x64',
      'render/composition/sample-fox?scene=night&size=128x64&motion=turn',
    ],
    ['/live/java/x?player=sample-fox&motion=none', 'render/default/sample-fox/full?motion=none'],
    ['/live/players/sample-fox?height=64', 'render/default/sample-fox/full?height=64&motion=turn'],
    [
      '/live/players/sample-fox+sample-dj?scene=night&size=128x64',
      'render/composition/sample-fox+sample-dj?scene=night&size=128x64',
    ],
    ['/live/players/sample-fox,sample-dj', 'render/composition/sample-fox+sample-dj'],
  ])('%s shows its picture', async (path, source) => {
    const page = await open(path);
    expect([page.statusCode, page.headers['content-type']]).toEqual([
      200,
      'text/html; charset=utf-8',
    ]);
    expect(sourceOf(page.body)).toBe(`/sub/api/blockgame/${source}`);
    // Servers change by the minute, players by the day.
    const refresh = source.startsWith('server/') ? '30' : '300';
    expect(/ data-refresh="(\d+)"/.exec(page.body)?.[1]).toBe(refresh);
    const picture = await world.app.inject(sourceOf(page.body).slice('/sub'.length));
    const type = source.includes('motion=turn') ? 'image/webp' : 'image/png';
    expect([picture.statusCode, picture.headers['content-type']]).toEqual([200, type]);
  });

  it.each(['%00', 'a..b', 'a%20b', 'a.example:80'])(
    'is refused for %s, which is no server',
    async (host) => {
      for (const page of ['live', 'server']) {
        const refused = await world.app.inject(`/${page}/java/${host}`);
        expect(refused.statusCode).toBe(400);
        expect(refused.json()).toEqual({ detail: expect.stringMatching(/^path\.host: /) });
      }
    },
  );

  it.each([
    [`/live/players/${'a+'.repeat(10)}a`, 'path.players: must name 1 to 10 players'],
    ['/live/players/a++b', 'path.players: must be names joined by + or ,'],
  ])('%s is refused', async (path, says) => {
    expect(detailOf(await world.app.inject(path), 400)).toBe(says);
  });

  it.each(['/live/java/offline.invalid?show=card&title=Us', '/live/players/a+b?motion=walk&v=1'])(
    '%s ignores nothing',
    async (path) => {
      const { headers } = await open(path);
      expect([headers['x-ignored-query'], headers['x-cache']]).toEqual([undefined, 'HIT']);
    },
  );

  it('says of servers alone where to ask whether they are online', async () => {
    const [ofServer, ofPlayer] = [
      await open('/live/java/offline.invalid'),
      await open('/live/java/offline.invalid?player=sample-fox'),
    ];
    expect(ofServer.body).toContain(
      'data-ping="/sub/api/blockgame/server/java/offline.invalid/ping"',
    );
    expect(ofPlayer.body).not.toContain('data-ping');
  });

  it.each([
    ['/live/players/sample-fox', 'sample-fox', [256, 512]],
    ['/live/players/sample-fox+sample-dj?title=Us', 'Us', [1200, 630]],
    ['/live/players/sample-fox+sample-dj?size=400x200', 'sample-fox, sample-dj', [400, 200]],
  ])('%s is a frame of that size', async (path, title, size) => {
    const embed = (await ask(path)).json<Embed>();
    expect([embed.type, embed.title, embed.width, embed.height]).toEqual(['rich', title, ...size]);
  });

  it('is in the reference for programs', async () => {
    const { paths } = (await world.app.inject('/openapi.json')).json<{ paths: object }>();
    expect(Object.keys(paths)).toEqual(
      expect.arrayContaining(['/live/{edition}/{host}', '/live/players/{players}']),
    );
  });

  it('alone may stand in a frame', async () => {
    const live = await open('/live/java/offline.invalid');
    expect(live.headers).toMatchObject({
      // Not even `*`: it leaves out pages that were opened from disk.
      'content-security-policy': expect.not.stringContaining('frame-ancestors'),
      'cross-origin-resource-policy': 'cross-origin',
    });
    for (const path of ['/', '/docs', '/a+b', '/live/pocket/a', '/live/java']) {
      const { headers } = await open(path);
      expect([path, headers['content-security-policy']]).toEqual([
        path,
        expect.stringContaining("frame-ancestors 'none'"),
      ]);
    }
  });

  it('repeats nothing as markup', async () => {
    const page = await open('/live/java/x?title=%3Cscript%3E&player=%22%3E%3Cimg%20src=x%3E');
    expect(page.body).not.toMatch(/<script>|<img src=x/);
  });
});

it.each([80, 81])('a card with a title of %i letters: 80 are the most', async (length) => {
  const title = 'a'.repeat(length);
  const answer = await world.app.inject(
    `/api/blockgame/server/java/offline.invalid/widget?title=${title}`,
  );
  if (length === 80) expect(answer.statusCode).toBe(200);
  else expect(detailOf(answer, 400)).toBe('query.title: must be at most 80 characters long');
});
