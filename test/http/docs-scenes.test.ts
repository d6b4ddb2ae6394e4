import { afterAll, beforeAll, expect, test } from 'vitest';
import { createApp } from '../../src/app.ts';
import { arrangementNames, sceneNames } from '../../src/drawing/render-names.ts';
import type { HttpServer } from '../../src/http/server.ts';
import { readSettings } from '../../src/settings.ts';

let app: HttpServer;
beforeAll(async () => {
  app = await createApp(readSettings({ LOG_LEVEL: 'silent' }), { drawing: { threads: 1 } });
});
afterAll(() => app.close());

test('the page of scenes has a picture of each and of each arrangement, as large as it says', async () => {
  const page = await app.inject('/docs/scenes');
  expect([page.statusCode, page.headers['content-type']]).toEqual([
    200,
    'text/html; charset=utf-8',
  ]);
  const sources = [...page.body.matchAll(/<img\s+src="([^"]+)"/g)]
    .map(([, source = '']) => source.replaceAll('&amp;', '&'))
    .filter((source) => source.includes('labels=none'));
  for (const name of sceneNames) {
    expect(sources.filter((source) => source.includes(`scene=${name}&labels`))).toHaveLength(1);
  }
  for (const name of arrangementNames) {
    expect(sources.filter((source) => source.includes(`arrangement=${name}&`))).toHaveLength(1);
  }
  for (const source of sources) {
    const picture = await app.inject(source);
    expect([picture.statusCode, picture.headers['content-type']]).toEqual([200, 'image/png']);
    // Width and height in the header of a PNG.
    expect([16, 20].map((at) => picture.rawPayload.readUInt32BE(at))).toEqual([480, 252]);
  }
  expect((await app.inject('/docs')).body).toContain('href="/docs/scenes"');
});
