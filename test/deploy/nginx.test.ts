import { afterAll, describe, expect, it } from 'vitest';
import { closeWithin } from '../../src/service/process.ts';
import { createFakeClock } from '../support/fake-clock.ts';
import { startNginx } from '../support/nginx.ts';
import { openApp } from '../support/open-app.ts';

// The shipped configuration in front of two instances.

const limit = 12;

const settings = { TRUST_PROXY: '127.0.0.1', RATE_LIMIT_MAX: String(limit) };
// No window ends on the way, however long that takes.
const parts = { clock: createFakeClock(Date.now()) };
const instances = await Promise.all([openApp(settings, parts), openApp(settings, parts)]);
const [originA = '', originB = ''] = await Promise.all(
  instances.map((app) => app.listen({ host: '127.0.0.1', port: 0 })),
);
const nginx = await startNginx([originA, originB]);
const { origin } = nginx;

afterAll(async () => {
  await nginx.close();
  await Promise.all(instances.map((app) => app.close()));
});

/** A request of the client with this address, as a proxy in front would pass it on. */
type Extra = { readonly method?: string; readonly headers?: Readonly<Record<string, string>> };
const get = (path: string, client: string, { method = 'GET', headers }: Extra = {}) =>
  fetch(`${origin}${path}`, { method, headers: { 'X-Forwarded-For': client, ...headers } });

const picture = '/api/minecraft/render/head/sample-fox/full?height=64';
const limitHeaders = ['x-ratelimit-limit', 'x-ratelimit-remaining', 'x-ratelimit-reset'];
const ofOneRequest = [...limitHeaders, 'x-request-id'];

describe('nginx as shipped', () => {
  it('passes on the first response whole, and stores it without per-client headers', async () => {
    const first = await get(picture, '198.51.100.1');
    expect(first.status).toBe(200);
    expect(first.headers.get('x-cache')).toBe('MISS');
    expect(first.headers.get('x-ratelimit-remaining')).toBe(String(limit - 1));
    for (const name of ofOneRequest) expect(first.headers.get(name)).not.toBeNull();
    const bytes = Buffer.from(await first.arrayBuffer());
    // nginx stores a response after it has passed it on, and logs the request after that.
    await expect.poll(() => nginx.readLog()).toMatch(/^200 GET MISS /mu);

    const second = await get(picture, '198.51.100.2');
    expect(second.status).toBe(200);
    expect(second.headers.get('x-cache')).toBe('HIT');
    expect(second.headers.get('etag')).toBe(first.headers.get('etag'));
    expect(second.headers.get('cache-control')).toBe('public, max-age=900');
    for (const name of ofOneRequest) expect(second.headers.get(name)).toBeNull();
    expect(Buffer.from(await second.arrayBuffer())).toEqual(bytes);
  });

  it('shows no client the limits of another, and stores no refusal', async () => {
    const spent = '198.51.100.3';
    // Each instance counts by itself where no Redis is shared.
    const uncached = (index: number) =>
      `/api/minecraft/render/head/sample-fox/full?height=${100 + index}`;
    let refused: Response | undefined;
    for (let index = 0; index < 4 * limit && refused?.status !== 429; index += 1) {
      refused = await get(uncached(index), spent);
    }
    expect(refused?.status).toBe(429);
    expect(refused?.headers.get('cache-control')).toBe('no-store');
    expect(refused?.headers.get('x-ratelimit-remaining')).toBe('0');
    expect(Number(refused?.headers.get('retry-after'))).toBeGreaterThan(0);

    const path = new URL(refused!.url);
    const other = await get(`${path.pathname}${path.search}`, '198.51.100.4');
    expect(other.status).toBe(200);
    expect(other.headers.get('x-ratelimit-remaining')).toBe(String(limit - 1));
    // What is stored is served to the spent client, too.
    const stored = await get(picture, spent);
    expect([stored.status, stored.headers.get('x-ratelimit-remaining')]).toEqual([200, null]);
  });

  it('answers If-None-Match and HEAD from its cache', async () => {
    const stored = await get(picture, '198.51.100.5');
    const etag = stored.headers.get('etag') ?? '';
    const headers = { 'If-None-Match': etag };
    const unchanged = await get(picture, '198.51.100.5', { headers });
    expect([unchanged.status, await unchanged.text()]).toEqual([304, '']);
    expect(unchanged.headers.get('x-ratelimit-limit')).toBeNull();
    const head = await get(picture, '198.51.100.5', { method: 'HEAD' });
    expect([head.status, head.headers.get('etag')]).toEqual([200, etag]);
    expect(head.headers.get('content-length')).toBe(stored.headers.get('content-length'));
  });

  it('loses no request while an instance drains, nor once it is gone', async () => {
    const items = '[{"value":"sample-fox"}]';
    const ask = (index: number) =>
      index % 2 === 0
        ? get(
            `/api/minecraft/render/head/sample-fox/full?height=${65 + index}`,
            `2001:db8::${index}`,
          )
        : fetch(`${origin}/api/minecraft/render/composition?height=${65 + index}`, {
            method: 'POST',
            headers: {
              'Content-Type': 'application/json',
              'X-Forwarded-For': `2001:db8:${index}::`,
            },
            body: items,
          });
    const statuses: number[] = [];
    // One after the other, so that connections to the instances are used again.
    const send = async (count: number) => {
      for (let i = 0; i < count; i += 1) statuses.push((await ask(statuses.length)).status);
    };
    await send(4);
    const instance = instances.pop()!;
    const closeIdle = instance.server.closeIdleConnections.bind(instance.server);
    const drained = closeWithin(instance, { timeoutMs: 60_000, idleMs: 60_000 });
    await send(8);
    closeIdle();
    expect(await drained).toBe('drained');
    await send(4);
    expect(statuses).toEqual(Array(16).fill(200));
  });

  it('never stores an error', async () => {
    for (const path of ['/api/minecraft/render/nonsense/sample-fox/full', '/nothing']) {
      for (const client of ['198.51.100.7', '198.51.100.8']) {
        const { status, headers } = await get(path, client);
        expect([status >= 400, headers.get('x-cache')]).toEqual([true, null]);
      }
    }
  });
});
