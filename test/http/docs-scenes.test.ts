import { afterAll, expect, test } from 'vitest';
import { openApp } from '../support/open-app.ts';
import { arrangementNames } from '../../src/engine/scenes/layout/arrangements.ts';
import { renderTypeNames } from '../../src/engine/figure/render-types.ts';
import { sceneNames } from '../../src/engine/scenes/layout/sizes.ts';
import { heldItemNames } from '../../src/engine/figure/held-items/held-items.ts';

const app = await openApp();
afterAll(() => app.close());

test('the scenes page shows each scene, arrangement and pose, with a link to its picture', async () => {
  const page = await app.inject('/docs/scenes');
  expect([page.statusCode, page.headers['content-type']]).toEqual([
    200,
    'text/html; charset=utf-8',
  ]);
  for (const [file, names] of [
    ['arrangements', arrangementNames],
    ['poses', renderTypeNames],
  ] as const) {
    const seen = [
      ...page.body.matchAll(new RegExp(`src="/assets/${file}\\.\\w+\\.svg#(\\w+)"`, 'g')),
    ];
    expect(seen.map(([, name]) => name)).toEqual([...names]);
  }
  const targets = [...page.body.matchAll(/href="(\/api\/[^"]+)"/g)].map(([, href = '']) => href);
  // That each of them answers is shown with the links of all pages.
  const scenes = targets.filter((target) => /[?](scene|arrangement)=/.test(target));
  expect(scenes).toHaveLength(sceneNames.length + arrangementNames.length);
  expect((await app.inject('/docs')).body).toContain('href="/docs/scenes"');
});

test('scenes and things are shown large, as they are drawn', async () => {
  const { body } = await app.inject('/docs/scenes');
  const sources = [...body.matchAll(/src="(\/api\/[^"]+)"/g)].map(([, source = '']) =>
    source.replaceAll('&amp;', '&'),
  );
  const of = (option: string): string[] =>
    sources.flatMap((source) => new URL(source, 'http://localhost').searchParams.get(option) ?? []);
  expect(of('scene')).toEqual([...sceneNames]);
  expect(['none', ...of('hold')]).toEqual([...heldItemNames]);
  for (const source of sources) {
    // Smaller than on the page, for the sake of time.
    const smaller = source.replace(/size=\d+x\d+/, 'size=96x64').replace(/height=\d+/, 'height=32');
    const answer = await app.inject(smaller);
    expect([answer.statusCode, answer.headers['content-type']]).toEqual([200, 'image/webp']);
  }
});

test('the examples of the motion page run as they stand', async () => {
  const { body } = await app.inject('/docs/motion');
  const codes = [...body.matchAll(/<pre[^>]*><code>([\s\S]*?)<\/code>/g)].map(([, code = '']) =>
    code
      .replaceAll('&lt;', '<')
      .replaceAll('&gt;', '>')
      .replaceAll('&quot;', '"')
      .replaceAll('&amp;', '&'),
  );
  const html = codes.find((code) => code.startsWith('<picture>')) ?? '';
  for (const [, url = ''] of html.matchAll(/src(?:set)?="http:\/\/[^/]+([^"]+)"/g)) {
    const answer = await app.inject(`${url.replaceAll('&amp;', '&')}&height=32`);
    expect([url, answer.statusCode]).toEqual([url, 200]);
  }
  const answer = await app.inject({
    method: 'POST',
    url: '/api/blockgame/render/composition?height=32',
    headers: { 'content-type': 'application/json' },
    payload: codes.find((code) => code.startsWith('{')) ?? '',
  });
  expect([answer.statusCode, answer.headers['content-type']]).toEqual([200, 'image/webp']);
});
