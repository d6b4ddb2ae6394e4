import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { loadImage } from '@napi-rs/canvas';
import { afterAll, describe, expect, test } from 'vitest';
import { drawSampleBadges, drawSampleCards, samplesFolder } from '../../scripts/pictures.ts';
import { exampleTarget } from '../../src/service/site/paths.ts';
import { decodePng } from '../../src/engine/image/decode-png.ts';
import type { RouteExample } from '../../src/service/http/route-docs.ts';
import { collectRoutes } from '../support/collect-routes.ts';
import { openApp } from '../support/open-app.ts';

// The pictures of the pages: as large as the pages say before they are there, and no other.

const { app, routes } = await collectRoutes(openApp);
afterAll(() => app.close());

/** The routes whose pages show pictures of a known size. */
const pictured = new Set([
  'composeSkins',
  'composeSkinsByQuery',
  'renderPlayer',
  'getSkin',
  'getServerIcon',
  'getServerWidget',
]);

type Live = {
  readonly method: 'GET' | 'POST';
  readonly url: string;
  readonly example: RouteExample;
};

const live: readonly Live[] = routes.flatMap(({ method, url: path, config }) => {
  const docs = config?.docs;
  if (docs === undefined || !pictured.has(docs.id) || method === 'HEAD') return [];
  return docs.examples
    .filter(({ isRunnable }) => isRunnable !== false)
    .map((example): Live => ({
      method: method === 'POST' ? 'POST' : 'GET',
      url: exampleTarget(path, example),
      example,
    }));
});

async function sizeOf(bytes: Uint8Array): Promise<{ widthPx: number; heightPx: number }> {
  const { width, height } = await loadImage(Buffer.from(bytes));
  return { widthPx: width, heightPx: height };
}

describe('the reserved space of a live picture has the picture’s size', () => {
  test.each(live)('$method $url', async ({ method, url, example }) => {
    const { body } = example;
    const answer = await app.inject({
      method,
      url,
      ...(body !== undefined && {
        headers: { 'content-type': 'application/json' },
        payload: JSON.stringify(body),
      }),
    });
    expect(answer.statusCode).toBe(200);
    expect(example.size).toEqual(await sizeOf(answer.rawPayload));
  });
});

test('the sample cards and badges are what the service draws', async () => {
  for (const { file, png } of await drawSampleCards()) {
    expect(decodePng(readFileSync(join(samplesFolder, file)))).toEqual(decodePng(png));
  }
  for (const { file, svg } of drawSampleBadges()) {
    expect(readFileSync(join(samplesFolder, file), 'utf8')).toBe(svg);
  }
});
