import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { createMetrics, type Metrics } from '../../src/service/metrics/metrics.ts';
import { addNotch, compositionPath, startWorld, type World } from '../support/composition-world.ts';
import { watchDrawing } from '../support/watched-drawing.ts';

const notch = '/api/blockgame/render/head/Notch/full';

const drawing = await watchDrawing();
let metrics: Metrics;
let world: World;
const lines: string[] = [];
beforeEach(async () => {
  metrics = createMetrics();
  const logStream = { write: (line: string) => void lines.push(line) };
  world = await startWorld({ drawing, env: { LOG_LEVEL: 'trace' }, parts: { metrics, logStream } });
  addNotch(world);
});
afterEach(async () => {
  await world.close();
  lines.splice(0);
});

/** The value of one metric with these labels; 0 when it has not been counted yet. */
async function valueOf(
  name: string,
  labels: Readonly<Record<string, string>> = {},
): Promise<number> {
  const found = (await metrics.text())
    .split('\n')
    .filter((line) => line.startsWith(`${name}{`) || line.startsWith(`${name} `))
    .filter((line) =>
      Object.entries(labels).every(([key, value]) => line.includes(`${key}="${value}"`)),
    );
  return found.reduce((sum, line) => sum + Number(line.slice(line.lastIndexOf(' '))), 0);
}

describe('metrics', () => {
  test('count responses by the pattern of the route', async () => {
    await world.app.inject(`${notch}?height=32`);
    await world.app.inject(`${notch}?height=no`);
    await world.app.inject('/api/nothing/secret');
    await world.app.inject('/api/%zz');
    const route = '/api/blockgame/render/:render_type/:player/:crop';
    const answers = (labels: Record<string, string>) => valueOf('http_requests_total', labels);
    expect(await answers({ route, status: '200' })).toBe(1);
    expect(await answers({ route, status: '400' })).toBe(1);
    expect(await answers({ route: 'none', status: '404' })).toBe(1);
    expect(await answers({ route: 'none', status: '400' })).toBe(1);
    expect(await valueOf('http_request_duration_seconds_count', { route })).toBe(2);
  });

  test('have their former names beside them, until the release after 1.0', async () => {
    await world.app.inject(`${notch}?height=32`);
    for (const [name, former] of [
      ['http_requests_total', 'lineup_http_answers_total'],
      ['http_request_duration_seconds_bucket', 'lineup_http_answer_seconds_bucket'],
      ['lineup_cache_requests_total', 'lineup_cache_answers_total'],
      ['lineup_upstream_requests_total', 'lineup_upstream_calls_total'],
      ['lineup_upstream_request_duration_seconds_sum', 'lineup_upstream_call_seconds_sum'],
    ] as const) {
      const value = await valueOf(name);
      expect(value, name).toBeGreaterThan(0);
      expect(await valueOf(former), former).toBe(value);
    }
  });

  test('count upstream calls by service and outcome', async () => {
    await world.app.inject(`${notch}?height=32`);
    const calls = (labels: Record<string, string>) =>
      valueOf('lineup_upstream_requests_total', labels);
    expect(await calls({ upstream: 'account names', outcome: '200' })).toBe(1);
    expect(await calls({ upstream: 'account profiles', outcome: '200' })).toBe(1);
    expect(await calls({ upstream: 'textures', outcome: '200' })).toBe(1);
    const url = encodeURIComponent(`${world.host.origin}/missing.png`);
    await world.app.inject(`${compositionPath}?height=32&value=${url}`);
    expect(await calls({ upstream: 'skin URLs' })).toBe(1);
    await world.app.inject('/api/blockgame/server/java/127.0.0.1:25599/status');
    expect(await calls({ upstream: 'game servers' })).toBe(1);
  });

  test('count waiting calls for each upstream', async () => {
    const waiting = (await metrics.text())
      .split('\n')
      .filter((line) => line.startsWith('lineup_upstream_waiting{'))
      .toSorted();
    expect(waiting).toEqual(
      [
        'Bedrock players',
        ...['apis', 'badges', 'friends', 'games', 'groups', 'thumbnails', 'users'].map(
          (service) => `Roblox ${service}`,
        ),
        'account names',
        'account profiles',
        'blocked servers',
        'chat look-ups',
        'chat pictures',
        'chat platform',
        'game servers',
        'skin URLs',
        'textures',
      ].map((name) => `lineup_upstream_waiting{upstream="${name}"} 0`),
    );
    world.accounts.behave({ kind: 'hang' });
    // Eight more than an upstream is asked at one time.
    const answers = Array.from({ length: 40 }, (_, index) =>
      world.app.inject(
        `/api/blockgame/player/${String(index).padStart(12, '0')}40008${'0'.repeat(15)}`,
      ),
    );
    await expect.poll(() => valueOf('lineup_upstream_waiting')).toBe(8);
    world.accounts.behave({ kind: 'normal' });
    world.accounts.release();
    await Promise.all(answers);
    expect(await valueOf('lineup_upstream_waiting')).toBe(0);
  });

  test('count cache results by their source', async () => {
    const answers = (cache: string, tier: string) =>
      valueOf('lineup_cache_requests_total', { cache, tier });
    await world.app.inject(`${notch}?height=32`);
    expect([await answers('profiles', 'source'), await answers('profiles', 'process')]).toEqual([
      1, 0,
    ]);
    expect(await answers('pictures', 'source')).toBe(1);
    // The same player in another size: known, but to be drawn.
    await world.app.inject(`${notch}?height=33`);
    expect([await answers('profiles', 'source'), await answers('profiles', 'process')]).toEqual([
      1, 1,
    ]);
    expect(await answers('pictures', 'source')).toBe(2);
    // The very same request over a connection: the second answer is one that is kept as it is.
    const origin = await world.app.listen({ port: 0, host: '127.0.0.1' });
    for (let i = 0; i < 3; i += 1) await (await fetch(`${origin}${notch}?height=33`)).arrayBuffer();
    expect(await answers('responses', 'process')).toBe(2);
    expect(await answers('pictures', 'source')).toBe(2);
    expect(await answers('pictures', 'process')).toBe(1);
  });

  test('contain nothing that a client sent', async () => {
    const secret = {
      method: 'POST',
      url: '/api/chat/webhook/12345678901234567/secret-token',
    } as const;
    await world.app.inject({ ...secret, payload: { content: 'secret' } });
    await world.app.inject(`/api/blockgame/player/secret-name?q=secret`);
    await world.app.inject({ url: '/secret', headers: { 'user-agent': 'secret' } });
    expect(await metrics.text()).not.toMatch(/secret|12345678901234567|127\.0\.0\.1/);
  });

  test('are all listed in the operating guide', async () => {
    await world.app.inject(`${notch}?height=32`);
    const guide = readFileSync(join(import.meta.dirname, '../../docs/operating.md'), 'utf8');
    const names = (await metrics.text()).matchAll(/^# TYPE (lineup_\w+)/gm);
    for (const [, name = ''] of names) expect(guide, name).toContain(name);
  });
});

describe('the log of the whole service', () => {
  test('at its most verbose has no name, label, token, query or complete address', async () => {
    const from = { remoteAddress: '198.51.100.77' };
    const json = { 'content-type': 'application/json' };
    await world.app.inject({ ...from, url: `${notch}?height=32&x=secret-query` });
    await world.app.inject({
      ...from,
      method: 'POST',
      url: `${compositionPath}?height=32`,
      headers: { ...json, 'x-forwarded-for': '203.0.113.9', 'user-agent': 'secret-agent' },
      payload: '[{"value":"Notch","label":"secret-label"},{"value":"Secret_Name"}]',
    });
    await world.app.inject({
      ...from,
      method: 'POST',
      url: '/api/discord/webhook/12345678901234567/secret-token?thread_id=1',
      headers: json,
      payload: '{"content":"secret-content"}',
    });
    await world.app.inject({ ...from, url: '/api/secret-path/%zz' });
    const answered = lines.filter((line) => line.includes('"answered"'));
    expect(answered).toHaveLength(4);
    expect(lines.join('\n')).not.toMatch(/secret|Notch|12345678901234567|198\.51\.100\.77|203\.0/i);
    for (const line of answered) {
      expect(JSON.parse(line)).toMatchObject({
        reqId: expect.stringMatching(/^[\w-]{8}-/),
        client: '198.51.100.0/24',
      });
    }
  });
});
