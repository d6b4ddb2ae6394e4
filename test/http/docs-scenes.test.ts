import { afterAll, beforeAll, expect, test } from 'vitest';
import { arrangementNames, renderTypeNames, sceneNames } from '../../src/options/render-names.ts';
import type { HttpServer } from '../../src/http/server.ts';
import { openApp } from '../support/open-app.ts';

let app: HttpServer;
beforeAll(async () => {
  app = await openApp();
});
afterAll(() => app.close());

test('the scenes page shows each scene, arrangement and pose, with a link to its picture', async () => {
  const page = await app.inject('/docs/scenes');
  expect([page.statusCode, page.headers['content-type']]).toEqual([
    200,
    'text/html; charset=utf-8',
  ]);
  for (const [file, names] of [
    ['scenes', sceneNames],
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
