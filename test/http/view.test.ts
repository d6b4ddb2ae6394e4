import { afterAll, describe, expect, it } from 'vitest';
import { startWorld } from '../support/composition-world.ts';
import { watchDrawing } from '../support/watched-drawing.ts';

// The page that turns a player, alone and in a frame.

const base = 'https://lineup.example/sub';

const drawing = await watchDrawing();

const world = await startWorld({ drawing, env: { PUBLIC_URL: base } });
afterAll(() => world.close());

const open = (path: string) => world.app.inject({ url: path, headers: { accept: 'text/html' } });

/** The value of an attribute of the element with this id. */
function attribute(body: string, id: string, name: string): string {
  const element = body.split('<').find((one) => one.includes(`id="${id}"`)) ?? '';
  const [, value = ''] = element.split(`${name}="`);
  return value.slice(0, value.indexOf('"')).replaceAll('&amp;', '&');
}

describe('/view/{player}', () => {
  it.each(['/view/sample-fox', '/view/sample-fox?embed', '/view/sample-fox?embed=1&lang=de'])(
    '%s has the picture, which needs no script, and where the model is',
    async (path) => {
      const page = await open(path);
      expect([page.statusCode, page.headers['content-type']]).toEqual([
        200,
        'text/html; charset=utf-8',
      ]);
      const model = attribute(page.body, 'view', 'data-model');
      expect(model).toBe('/sub/api/blockgame/model/sample-fox?motion=all');
      expect(attribute(page.body, 'view', 'data-first')).toBe('idle');
      const still = attribute(page.body, 'view-still', 'src');
      expect(still).toBe('/sub/api/blockgame/render/default/sample-fox/full?height=720');
      for (const [source, type] of [
        [still, 'image/png'],
        [model, 'model/gltf-binary'],
      ] as const) {
        const answer = await world.app.inject(source.slice('/sub'.length));
        expect([answer.statusCode, answer.headers['content-type']]).toEqual([200, type]);
      }
    },
  );

  it('passes its options on to model, picture, links and composer', async () => {
    const { body } = await open('/view/sample-fox?hold=sword&motion=wave&overlay=thick');
    const all = [...body.matchAll(/(?:src|href|data-model|content)="([^"]+)"/g)].map(
      ([, value = '']) => value.replaceAll('&amp;', '&'),
    );
    const options = 'hold=sword&motion=wave&overlay=thick';
    const moving = 'hold=sword&motion=all&overlay=thick';
    expect(all).toEqual(
      expect.arrayContaining([
        `/sub/api/blockgame/model/sample-fox?${moving}`,
        `/sub/api/blockgame/model/sample-fox.glb?${moving}`,
        '/sub/api/blockgame/render/default/sample-fox/full?height=720&hold=sword&overlay=thick',
        `/sub/?value=sample-fox&${options}`,
        `${base}/view/sample-fox?${options}`,
        `${base}/oembed?url=${encodeURIComponent(`${base}/view/sample-fox?${options}`)}`,
      ]),
    );
    expect(attribute(body, 'view', 'data-first')).toBe('wave');
    expect(body).toContain(
      `${base}/view/sample-fox?${options.replaceAll('&', '&amp;amp;')}&amp;amp;embed`,
    );
    // What is wrong with an option is said by the model.
    const refused = await world.app.inject(`/api/blockgame/model/sample-fox?${moving}`);
    expect(refused.json()).toEqual({ detail: expect.stringMatching(/^query\.overlay: /) });
  });

  it('may stand in a frame only as `?embed`, and then in every one', async () => {
    const [whole, frame] = [
      (await open('/view/sample-fox')).headers,
      (await open('/view/sample-fox?embed')).headers,
    ];
    expect(whole['content-security-policy']).toContain("frame-ancestors 'none'");
    expect(whole['cross-origin-resource-policy']).toBeUndefined();
    expect(frame).toMatchObject({
      'content-security-policy': expect.not.stringContaining('frame-ancestors'),
      'cross-origin-resource-policy': 'cross-origin',
      'cross-origin-embedder-policy': 'require-corp',
    });
    for (const headers of [whole, frame]) {
      // Textures are read from the model that was loaded.
      expect(headers['content-security-policy']).toContain("connect-src 'self' blob:;");
      expect(headers['content-security-policy']).toContain("script-src 'self';");
    }
    expect((await open('/docs')).headers['content-security-policy']).toContain(
      "connect-src 'self';",
    );
  });

  it('has no header, footer or links in a frame', async () => {
    const { body } = await open('/view/sample-fox?embed');
    expect(body).not.toMatch(/<(?:header|footer|a)\b/);
  });

  it.each(['"><img src=x onerror=alert(1)>', '<script>alert(1)</script>', "'&quot;</title>"])(
    'shows %s as text',
    async (player) => {
      for (const query of ['', '?embed', `?hold=${encodeURIComponent(player)}`]) {
        const page = await open(`/view/${encodeURIComponent(player)}${query}`);
        expect(page.statusCode).toBe(200);
        expect(page.body).not.toMatch(/<img src=x|<script>|'&quot;<\/title>/);
      }
    },
  );

  it('gives a frame with the player as text in its title', async () => {
    const { body } = await open(`/view/${encodeURIComponent('a"<b>')}`);
    expect(body).toContain('title=&quot;a&amp;quot;&amp;lt;b&amp;gt; in 3D&quot;');
  });

  it.each([
    ['/view/sample-fox', '/view/sample-fox?embed'],
    ['/view/sample-fox?embed', '/view/sample-fox?embed'],
    ['/view/sample-fox?hold=sword&embed=', '/view/sample-fox?hold=sword&amp;embed'],
  ])('%s is embedded as a frame', async (path, framed) => {
    const answer = await world.app.inject(`/oembed?url=${encodeURIComponent(base + path)}`);
    expect(answer.json()).toMatchObject({
      type: 'rich',
      title: 'sample-fox',
      width: 360,
      height: 480,
      html: expect.stringContaining(`<iframe src="${base}${framed}" width="360" height="480"`),
    });
  });

  it('is called like its player, and previewed by a picture of them', async () => {
    const { body } = await open('/view/sample-fox');
    expect(body).toContain('<title>sample-fox in 3D · Lineup</title>');
    const [, preview = ''] = /property="og:image" content="([^"]+)"/.exec(body) ?? [];
    const picture = await world.app.inject(preview.replaceAll('&amp;', '&').slice(base.length));
    expect([picture.statusCode, picture.headers['content-type']]).toEqual([200, 'image/png']);
  });
});
