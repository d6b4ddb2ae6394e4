import { describe, expect, test } from 'vitest';
import { createMetrics, serveMetrics } from './metrics.ts';

test('the metrics of two apps are separate', async () => {
  const [one, other] = [createMetrics(), createMetrics()];
  one.countCache('profiles', 'source', 1);
  expect(await other.text()).not.toContain('\nlineup_cache_requests_total{');
  expect(await one.text()).toContain('\nlineup_cache_requests_total{');
});

test('times are in seconds', async () => {
  const metrics = createMetrics();
  metrics.countResponse({ method: 'GET', route: '/x', status: 200, ms: 250 });
  metrics.countUpstreamCall({ upstream: 'y', outcome: '200', ms: 1500 });
  const sums = (await metrics.text()).match(/^(?:http|lineup_upstream)_.*_duration_.*_sum.*$/gm);
  expect(sums).toEqual([
    'http_request_duration_seconds_sum{route="/x"} 0.25',
    'lineup_upstream_request_duration_seconds_sum{upstream="y"} 1.5',
  ]);
});

describe('their server', () => {
  const loopback = { host: '127.0.0.1', port: 0 };

  test.each([
    ['GET', '/metrics', 200],
    ['GET', '/metrics?from=here', 200],
    ['GET', '/', 404],
    ['GET', '/metrics/x', 404],
    ['POST', '/metrics', 404],
  ])('%s %s: %i', async (method, path, status) => {
    const server = await serveMetrics(createMetrics(), loopback);
    const response = await fetch(`http://127.0.0.1:${server.port}${path}`, { method });
    expect(response.status).toBe(status);
    expect((await response.text()).includes('process_cpu')).toBe(status === 200);
    await server.close();
  });

  test('a failed scrape is a 500, and the next one succeeds', async () => {
    let isBroken = true;
    const text = async () => (isBroken ? Promise.reject(new Error('broken')) : 'fine 1\n');
    const server = await serveMetrics({ text, contentType: 'text/plain' }, loopback);
    const url = `http://127.0.0.1:${server.port}/metrics`;
    expect((await fetch(url)).status).toBe(500);
    isBroken = false;
    expect(await (await fetch(url)).text()).toBe('fine 1\n');
    await server.close();
  });

  test('is closed although a scrape is not answered', async () => {
    const asked = Promise.withResolvers<void>();
    const text = () => {
      asked.resolve();
      return new Promise<string>(() => {});
    };
    const server = await serveMetrics({ text, contentType: 'text/plain' }, loopback);
    const scrape = fetch(`http://127.0.0.1:${server.port}/metrics`).catch(() => 'cut');
    await asked.promise;
    let isClosed = false;
    void server.close().then(() => (isClosed = true));
    await expect.poll(() => isClosed).toBe(true);
    expect(await scrape).toBe('cut');
  });

  test('a port that is taken is an error', async () => {
    const holder = await serveMetrics(createMetrics(), loopback);
    const again = serveMetrics(createMetrics(), { host: '127.0.0.1', port: holder.port });
    await expect(again).rejects.toMatchObject({ code: 'EADDRINUSE' });
    await holder.close();
  });
});
