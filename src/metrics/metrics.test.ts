import { describe, expect, test } from 'vitest';
import { createMetrics } from './metrics.ts';
import { serveMetrics } from './metrics-server.ts';

/** The lines of one metric, without comments. */
async function linesOf(metrics: ReturnType<typeof createMetrics>, name: string): Promise<string[]> {
  const text = await metrics.text();
  return text.split('\n').filter((line) => line.startsWith(name) && !/_bucket|_sum/.test(line));
}

describe('metrics', () => {
  test('count responses by route, method and status', async () => {
    const metrics = createMetrics();
    const route = '/api/blockgame/render/:render_type/:player/:crop';
    for (const status of [200, 200, 304]) {
      metrics.countAnswer({ method: 'GET', route, status, ms: 12 });
    }
    expect(await linesOf(metrics, 'lineup_http_answers_total')).toEqual([
      `lineup_http_answers_total{route="${route}",method="GET",status="200"} 2`,
      `lineup_http_answers_total{route="${route}",method="GET",status="304"} 1`,
    ]);
    expect(await linesOf(metrics, 'lineup_http_answer_seconds')).toEqual([
      `lineup_http_answer_seconds_count{route="${route}"} 3`,
    ]);
    expect(await metrics.text()).toContain(`{le="0.025",route="${route}"} 3`);
    expect(await metrics.text()).toContain(`{le="0.01",route="${route}"} 0`);
  });

  test('count calls and cache hits, and read gauges when scraped', async () => {
    const metrics = createMetrics();
    metrics.countUpstreamCall({ upstream: 'textures', outcome: 'timeout', ms: 5000 });
    const tellWaiting = metrics.waitingAt('textures');
    for (const change of [1, 1, -1] as const) tellWaiting(change);
    metrics.countCache('profiles', 'redis', 3);
    metrics.countCache('profiles', 'process', 0);
    let waiting = 1;
    metrics.watch('lineup_drawing_waiting', 'Orders in the queue', () => waiting);
    waiting = 7;
    expect(await linesOf(metrics, 'lineup_')).toEqual([
      'lineup_upstream_calls_total{upstream="textures",outcome="timeout"} 1',
      'lineup_upstream_call_seconds_count{upstream="textures"} 1',
      'lineup_upstream_waiting{upstream="textures"} 1',
      'lineup_cache_answers_total{cache="profiles",tier="redis"} 3',
      'lineup_drawing_waiting 7',
    ]);
  });

  test('include event-loop delay, memory and garbage collections', async () => {
    const text = await createMetrics().text();
    expect(text).toMatch(/^nodejs_eventloop_lag_p99_seconds /m);
    expect(text).toMatch(/^process_resident_memory_bytes /m);
  });

  test('of two apps are separate', async () => {
    const [one, other] = [createMetrics(), createMetrics()];
    one.countCache('profiles', 'source', 1);
    expect(await linesOf(other, 'lineup_cache')).toEqual([]);
  });
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
    const answer = await fetch(`http://127.0.0.1:${server.port}${path}`, { method });
    expect(answer.status).toBe(status);
    expect((await answer.text()).includes('process_cpu')).toBe(status === 200);
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

  test('a port that is taken is an error', async () => {
    const holder = await serveMetrics(createMetrics(), loopback);
    const again = serveMetrics(createMetrics(), { host: '127.0.0.1', port: holder.port });
    await expect(again).rejects.toMatchObject({ code: 'EADDRINUSE' });
    await holder.close();
  });
});
