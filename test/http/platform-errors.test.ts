import { afterEach, describe, expect, test } from 'vitest';
import type { HttpServer } from '../../src/service/http/server.ts';
import { createFakeClock } from '../support/fake-clock.ts';
import { watchDrawing } from '../support/watched-drawing.ts';
import { openApp } from '../support/open-app.ts';

const drawing = await watchDrawing();
const opened: HttpServer[] = [];
afterEach(async () => {
  await Promise.all(opened.splice(0).map((app) => app.close()));
});

async function service(bounds = {}) {
  const app = await openApp(
    { WEBHOOK_PROXY_RATE_LIMIT_MAX: '2' },
    { clock: createFakeClock(), serverLimits: bounds, openDrawing: drawing.open },
  );
  opened.push(app);
  return app;
}

const address = '123456789012345678/token';
const json = { 'content-type': 'application/json' };
const platformPaths = ['/api/webhooks', '/api/v10/webhooks', '/api/discord/webhooks'];
const ownPaths = ['/api/chat/webhook', '/api/discord/webhook'];

describe('an error of ours on a webhook path', () => {
  test.each(platformPaths)('%s: always has the format of the platform', async (path) => {
    const app = await service();
    const post = (payload: string, headers: Record<string, string> = json) =>
      app.inject({ method: 'POST', url: `${path}/${address}`, headers, payload });
    const bad = await post('{');
    expect([bad.statusCode, bad.json()]).toEqual([
      400,
      {
        detail: 'The request body is not valid JSON.',
        message: 'The request body is not valid JSON.',
        code: 0,
      },
    ]);
    expect(bad.headers).not.toHaveProperty('via');
    expect((await post('x', { 'content-type': 'text/plain' })).json()).toMatchObject({ code: 0 });
    const spent = await post('{}');
    const detail = 'Too many requests; try again in 60 seconds.';
    expect([spent.statusCode, spent.json()]).toEqual([
      429,
      { detail, message: detail, code: 0, retry_after: 60, global: false },
    ]);
    expect(spent.headers).toMatchObject({ via: '1.1 lineup', 'retry-after': '60' });
    const wrong = await app.inject({ method: 'PUT', url: `${path}/${address}` });
    expect([wrong.statusCode, wrong.json()]).toMatchObject([405, { code: 0 }]);
    const unknown = await app.inject(`${path}/1/2/3/4/5`);
    expect([unknown.statusCode, unknown.json()]).toMatchObject([404, { code: 0 }]);
  });

  test('has that format on overload and for a malformed path too', async () => {
    const app = await service({ requestsInProgress: 0 });
    const full = await app.inject({ method: 'POST', url: `/api/webhooks/${address}` });
    expect([full.statusCode, full.json()]).toMatchObject([503, { code: 0 }]);
    const broken = await app.inject('/api/webhooks/%zz');
    expect([broken.statusCode, broken.json()]).toMatchObject([400, { code: 0 }]);
  });

  test.each(ownPaths)('%s: is {"detail"} alone', async (path) => {
    const app = await service();
    const asked = { method: 'POST', url: `${path}/${address}`, headers: json } as const;
    const bad = await app.inject({ ...asked, payload: '{' });
    expect(bad.json()).toEqual({ detail: 'The request body is not valid JSON.' });
    await app.inject({ ...asked, payload: '{' });
    const spent = await app.inject({ ...asked, payload: '{' });
    expect([spent.statusCode, Object.keys(spent.json())]).toEqual([429, ['detail']]);
    expect(spent.headers).not.toHaveProperty('via');
  });
});
