import { afterAll, expect, test } from 'vitest';
import { openApp } from '../support/open-app.ts';

const app = await openApp({ RATE_LIMIT_MAX: '1000', WEBHOOK_PROXY_RATE_LIMIT_MAX: '70' });
afterAll(() => app.close());

const limits = { api: '1000', webhook: '70', pages: '600', none: undefined } as const;

test.each([
  ['GET', '/api/', 'api'],
  ['GET', '/%61%70i/x', 'api'],
  ['GET', '/?/api/', 'pages'],
  ['GET', '/', 'pages'],
  ['GET', '/Notch+jeb_', 'pages'],
  ['GET', '/api', 'pages'],
  ['GET', '/API/x', 'pages'],
  ['GET', '/%2561pi/x', 'pages'],
  ['GET', '/healthz', 'none'],
  ['HEAD', '/healthz', 'none'],
  ['GET', '/readyz?x', 'none'],
  ['GET', '/favicon.ico', 'none'],
  ['GET', '/robots.txt', 'none'],
  ['GET', '/assets/page.js', 'pages'],
  ['GET', '/api/blockgame/render/types.json', 'api'],
  ['POST', '/api/chat/%77ebhook/1/a', 'webhook'],
  ['POST', '/api/chat/webhook/1/a/queue', 'webhook'],
  ['POST', '/api/discord/webhook/1/a', 'webhook'],
  ['POST', '/api/webhooks/1/a', 'webhook'],
  ['GET', '/api/chat/webhook/1/a/messages/1', 'webhook'],
  ['PATCH', '/api/chat/webhook/1/a/messages/1', 'webhook'],
  ['DELETE', '/api/v10/webhooks/1/a/messages/1', 'webhook'],
  ['GET', '/api/chat/webhook/queue/abc', 'api'],
  ['GET', '/api/chat/webhook/templates', 'api'],
  ['HEAD', '/api/chat/webhook/templates/?x', 'api'],
  ['OPTIONS', '/api/chat/webhook/1/a', 'api'],
] as const)('%s %s has the limit of: %s', async (method, url, scope) => {
  const { headers } = await app.inject({ method, url });
  expect(headers['x-ratelimit-limit']?.toString()).toBe(limits[scope]);
});

test('files of the pages have no limit', async () => {
  const [script] = /\/assets\/[^"]+\.js/.exec((await app.inject('/')).payload) ?? [];
  expect((await app.inject(script!)).headers).not.toHaveProperty('x-ratelimit-limit');
});
