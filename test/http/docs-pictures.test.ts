import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { loadImage } from '@napi-rs/canvas';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { drawSampleBadges, drawSampleCards, samplesFolder } from '../../scripts/pictures.ts';
import { getDocs, postDocs } from '../../src/service/routes/composition/docs.ts';
import { exampleTarget } from '../../src/service/site/paths.ts';
import { skinDocs } from '../../src/service/routes/player-info/docs.ts';
import { renderDocs } from '../../src/service/routes/player-render/docs.ts';
import { iconDocs, widgetDocs } from '../../src/service/routes/server-status/docs.ts';
import { decodePng } from '../../src/engine/image/decode-png.ts';
import type { RouteExample } from '../../src/service/site/route-docs.ts';
import type { HttpServer } from '../../src/service/http/server.ts';
import { openApp } from '../support/open-app.ts';

// The pictures of the pages: as large as the pages say before they are there, and no other.

let app: HttpServer;
beforeAll(async () => {
  app = await openApp();
});
afterAll(() => app.close());

const composition = '/api/blockgame/render/composition';
const server = '/api/blockgame/server/:edition/:host';
const routes = [
  { method: 'POST', path: composition, docs: postDocs },
  { method: 'GET', path: composition, docs: getDocs },
  { method: 'GET', path: '/api/blockgame/render/:render_type/:player/:crop', docs: renderDocs },
  { method: 'GET', path: '/api/blockgame/skin/:player', docs: skinDocs },
  { method: 'GET', path: `${server}/icon`, docs: iconDocs },
  { method: 'GET', path: `${server}/widget`, docs: widgetDocs },
] as const;

type Live = {
  readonly method: 'GET' | 'POST';
  readonly url: string;
  readonly example: RouteExample;
};

const live: readonly Live[] = routes.flatMap(({ method, path, docs }) =>
  docs.examples
    .filter(({ isRunnable }) => isRunnable !== false)
    .map((example) => ({ method, url: exampleTarget(path, example), example })),
);

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
