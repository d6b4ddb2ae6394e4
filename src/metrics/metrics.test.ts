import { describe, expect, test } from 'vitest';
import { createMetrics } from './metrics.ts';
import { serveMetrics } from './metrics-server.ts';

/** The lines of one metric, without comments. */
async function linesOf(metrics: ReturnType<typeof createMetrics>, name: string): Promise<string[]> {
  const text = await metrics.text();
  return text.split('\n').filter((line) => line.startsWith(name) && !/_bucket|_sum/.test(line));
}

describe('metrics', () => {
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
