import { readFileSync } from 'node:fs';
import { createServer, request, type IncomingMessage } from 'node:http';
import { once } from 'node:events';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { afterAll, describe, expect, test } from 'vitest';
import { parse } from 'yaml';
import { uploadLimits } from '../../src/upstreams/discord/upload.ts';
import { createFakeClock } from '../support/fake-clock.ts';
import { startFakeChatPlatform } from '../support/fake-chat-platform.ts';
import { listenOnLoopback } from '../support/loopback.ts';
import { startCaddy, startNginx } from '../support/nginx.ts';
import { openApp } from '../support/open-app.ts';

// The chain of compose.yaml: Caddy, nginx and an instance, each as shipped.

const compose = parse(readFileSync(join(import.meta.dirname, '../../compose.yaml'), 'utf8'), {
  merge: true,
});
const limit = 12;
const [id, token] = ['123456789012345678', 'Token_of68letters'.repeat(4)] as const;

const platform = await startFakeChatPlatform();
platform.addWebhook(id, token);
const { TRUST_PROXY } = compose.services['lineup-1'].environment;
const settings = { TRUST_PROXY, RATE_LIMIT_MAX: String(limit), DISCORD_API_URL: platform.url };
const app = await openApp(settings, { clock: createFakeClock(Date.now()) });
const origin = await app.listen({ host: '127.0.0.1', port: 0 });
const nginx = await startNginx([origin, origin]);
const edge = await startCaddy([nginx.origin]);
afterAll(async () => {
  await edge.close();
  await nginx.close();
  await app.close();
  await platform.close();
});

type Sent = {
  readonly from?: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: Uint8Array;
};

async function ask(path: string, { from = '127.0.0.1', headers = {}, body }: Sent = {}) {
  const method = body === undefined ? 'GET' : 'POST';
  const sent = request(edge.origin + path, { localAddress: from, headers, method, agent: false });
  sent.end(body);
  const [message]: IncomingMessage[] = await once(sent, 'response');
  const { headers: got, statusCode } = message!;
  return { headers: got, statusCode, body: String(await buffer(message!)) };
}

describe('behind all proxies of compose.yaml', () => {
  test('each client has limits of its own, whatever it says of itself', async () => {
    const remaining = async (from: string, forwarded: string) => {
      const sent = { from, headers: { 'X-Forwarded-For': forwarded } };
      return Number((await ask('/api/nothing', sent)).headers['x-ratelimit-remaining']);
    };
    expect(await remaining('127.0.0.7', '203.0.113.1')).toBe(limit - 1);
    expect(await remaining('127.0.0.7', '203.0.113.2')).toBe(limit - 2);
    expect(await remaining('127.0.0.8', '203.0.113.1')).toBe(limit - 1);
  });

  test('each host has its own responses, from the cache, too', async () => {
    const at = async (host: string) => {
      const { headers, body } = await ask('/api/blockgame/player/sample-fox', {
        headers: { Host: host },
      });
      const isStored = headers['x-ratelimit-limit'] === undefined;
      return { isStored, host: /"http:\/\/([^/"]+)/.exec(body)?.[1] };
    };
    for (const host of ['first.example', 'second.example:8080']) {
      expect(await at(host)).toEqual({ isStored: false, host });
      // nginx stores a response after it has passed it on.
      await expect.poll(() => at(host)).toEqual({ isStored: true, host });
    }
  });

  test('the largest upload is taken, and a larger one is refused by the service', async () => {
    const path = `/api/chat/webhook/${id}/${token}`;
    const headers = { 'Content-Type': 'multipart/form-data; boundary=B' };
    const part = (name: string, bytes: number) =>
      `--B\r\nContent-Disposition: form-data; name="${name}"; filename="a"\r\n\r\n${'x'.repeat(bytes)}\r\n`;
    const large = part('a', 10_000_000) + part('b', 10_000_000);
    const end = '--B--\r\n';
    const rest = uploadLimits.allBytes - large.length - part('c', 0).length - end.length;
    const largest = Buffer.from(large + part('c', rest) + end);
    expect(largest).toHaveLength(uploadLimits.allBytes);
    expect((await ask(path, { headers, body: largest })).statusCode).toBe(204);
    const larger = await ask(path, { headers, body: Buffer.concat([largest, Buffer.of(10)]) });
    expect([larger.statusCode, larger.body]).toEqual([
      413,
      '{"detail":"body: must be at most 25 MiB"}',
    ]);
  });
});

test('Caddy sends nothing to an instance that is not ready, until it is', async () => {
  const probed: (string | undefined)[] = [];
  const unready = new Set(['draining']);
  const [draining, ready] = await Promise.all(
    ['draining', 'ready'].map((name) => {
      const server = createServer(({ url, headers }, response) => {
        if (headers['user-agent']?.startsWith('Go-http-client') === true) probed.push(url);
        // One that drains still answers all that it is asked.
        response.statusCode = url === '/readyz' && unready.has(name) ? 503 : 200;
        response.end(name);
      });
      return listenOnLoopback(server);
    }),
  );
  const caddy = await startCaddy([draining!.origin, ready!.origin]);
  const answering = async () => {
    const asked = Array.from({ length: 10 }, async () => (await fetch(caddy.origin)).text());
    return [...new Set(await Promise.all(asked))].toSorted();
  };
  await expect.poll(() => probed.length).toBeGreaterThan(2);
  expect(new Set(probed)).toEqual(new Set(['/readyz']));
  await expect.poll(answering).toEqual(['ready']);
  unready.clear();
  await expect.poll(answering).toEqual(['draining', 'ready']);
  await Promise.all([caddy, draining!, ready!].map((one) => one.close()));
});
