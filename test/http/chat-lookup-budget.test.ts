import { PNG } from 'pngjs';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { HttpServer } from '../../src/http/server.ts';
import { createFakeClock, type FakeClock } from '../support/fake-clock.ts';
import { startFakeGuildPlatform, type FakeGuildPlatform } from '../support/fake-guild-platform.ts';
import { watchDrawing } from '../support/watched-drawing.ts';
import { openApp } from '../support/open-app.ts';

// What the platform is asked for by all clients together, whatever they want.

const minuteMs = 60_000;
const callsPerMinute = 20;

const drawing = await watchDrawing();
let platform: FakeGuildPlatform;
let clock: FakeClock;
let app: HttpServer;
/** When the platform was called, by the clock of the test. */
let callTimesMs: number[];

beforeAll(async () => {
  platform = await startFakeGuildPlatform();
  platform.inventInvites();
  clock = createFakeClock();
  app = await openApp(
    { TRUST_PROXY: '1', DISCORD_API_URL: platform.url, DISCORD_CDN_URL: platform.picturesUrl },
    { clock, openDrawing: drawing.open },
  );
  callTimesMs = [];
});
afterAll(async () => {
  await app.close();
  await Promise.all([platform.close(), drawing.close()]);
});

type Answer = Awaited<ReturnType<typeof get>>;

const get = (path: string, client: number) =>
  app.inject({
    url: `/api/chat/${path}`,
    headers: { 'x-forwarded-for': `10.0.${client >> 8}.${client % 256}` },
  });

/** Requests at one moment; what waits for its turn has it within seconds. */
async function all(requests: readonly Promise<Answer>[]): Promise<readonly Answer[]> {
  const progress = { left: requests.length };
  for (const request of requests) void request.finally(() => (progress.left -= 1));
  for (let stepMs = 0; progress.left > 0; stepMs = 100) {
    await clock.advance(stepMs);
    noteCalls();
    // What goes over a socket takes real time.
    await new Promise(setImmediate);
  }
  noteCalls();
  return Promise.all(requests);
}

function noteCalls(): void {
  while (callTimesMs.length < platform.calls.length) callTimesMs.push(clock.nowMs());
}

/** The most calls in any minute, however it is cut. */
function mostInAMinute(): number {
  return Math.max(
    ...callTimesMs.map(
      (fromMs) => callTimesMs.filter((ms) => ms >= fromMs && ms < fromMs + minuteMs).length,
    ),
  );
}

const clients = 1000;
const invites = 200;

describe('a thousand clients and two hundred invites in ten minutes', () => {
  it('are all served within the budget of the platform', async () => {
    await clock.advance(20 * minuteMs);
    const before = platform.calls.length;
    const startMs = clock.nowMs();
    const answers: Answer[] = [];
    // A hundred clients a minute, each for an invite and another one a minute later.
    for (let minute = 0; minute < 10; minute += 1) {
      for (let tenth = 0; tenth < 10; tenth += 1) {
        const asking = Array.from({ length: 10 }, (_, index) => minute * 100 + tenth * 10 + index);
        const codes = asking.flatMap((client) => [
          get(`invite/inv-${client % invites}`, client),
          get(`invite/inv-${(client * 7 + 100) % invites}`, (client + 900) % clients),
        ]);
        answers.push(...(await all(codes)));
        await clock.advance(startMs + minute * minuteMs + (tenth + 1) * 6000 - clock.nowMs());
      }
    }
    expect(answers).toHaveLength(2 * clients);
    const others = answers.filter(({ statusCode }) => statusCode !== 200);
    for (const { statusCode, headers, json } of others) {
      expect([statusCode, Object.keys(json())]).toEqual([503, ['detail']]);
      expect(Number(headers['retry-after'])).toBeGreaterThan(0);
    }
    expect(mostInAMinute()).toBeLessThanOrEqual(callsPerMinute);
    const calls = platform.calls.slice(before);
    expect(calls.length).toBeGreaterThan(140);
    // Nobody is called twice for the same while it is fresh.
    expect(new Set(calls).size).toBe(calls.length);
  });

  it('are served if they retry after the given time', async () => {
    const codes = Array.from({ length: 30 }, (_, index) => `late-${index}`);
    const refused = new Map<string, number>();
    const answers = await all(codes.map((code, index) => get(`invite/${code}`, index)));
    for (const [index, { statusCode, headers }] of answers.entries()) {
      if (statusCode === 503) refused.set(codes[index]!, Number(headers['retry-after']));
    }
    const [code = '', seconds = 0] = [...refused][0] ?? [];
    await clock.advance(seconds * 1000);
    const [again] = await all([get(`invite/${code}`, 1)]);
    expect(again?.statusCode).toBe(200);
  });
});

describe('while the platform is down', () => {
  const names = Array.from({ length: 3 }, (_, index) => `kept-${index}`);

  it('cards of cached invites are still served unchanged', async () => {
    const icon = 'abcdef0123456789abcdef0123456789';
    const png = new PNG({ width: 64, height: 64 });
    platform.addPicture(`/icons/308323056592486420/${icon}.png`, PNG.sync.write(png));
    for (const name of names) platform.addInvite(name, { guild: { name, icon } });
    await clock.advance(10 * minuteMs);
    const before = await all(names.map((name) => get(`invite/${name}/widget`, 1)));
    expect(before.map(({ statusCode }) => statusCode)).toEqual([200, 200, 200]);

    for (const failure of [{ kind: 'reset' }, { kind: 'hang' }] as const) {
      platform.behave(failure);
      await clock.advance(20 * minuteMs);
      const after = await all(names.map((name) => get(`invite/${name}/widget`, 2)));
      for (const [index, { statusCode, headers, rawPayload }] of after.entries()) {
        expect([statusCode, headers['cache-control']]).toEqual([200, 'public, max-age=900']);
        expect(rawPayload.equals(before[index]!.rawPayload)).toBe(true);
      }
    }
    platform.behave({ kind: 'normal' });
  });

  it.each([
    ['a 429 with its seconds', 429, '{"retry_after": 90.5}', {}, 91],
    ['a 429 with a header', 429, '{}', { 'retry-after': '120' }, 120],
    ['a 429 that says nothing', 429, '{"global": true}', {}, 60],
    ['error 1015', 429, '<html>error code: 1015</html>', { 'retry-after': '600' }, 600],
    ['error 1015 without a time', 429, 'error code: 1015', {}, 3600],
    ['a page that shuts the address out', 403, '<!doctype html>banned', {}, 3600],
  ])('%s stops all calls for as long', async (...[what, status, body, headers, seconds]) => {
    const name = `known-${status}-${seconds}-${body.length}`;
    await clock.advance(20 * minuteMs);
    const [fresh] = await all([get(`invite/${name}`, 5)]);
    expect(fresh?.statusCode, what).toBe(200);
    await clock.advance(20 * minuteMs);

    platform.behave({ kind: 'answer', status, body, headers });
    const [stopped] = await all([get(`invite/new-${name}`, 6)]);
    expect(stopped?.statusCode).toBe(503);
    platform.behave({ kind: 'normal' });
    const calls = platform.calls.length;
    const told = Number(stopped?.headers['retry-after']);
    expect(told).toBe(seconds);
    // More than a call waits for its turn.
    await clock.advance((seconds - 10) * 1000);
    // Of what is known there is a stale answer, of the rest a 503.
    const [known, unknown] = await all([get(`invite/${name}`, 7), get(`invite/other-${name}`, 8)]);
    expect([known, unknown].map((one) => one?.statusCode)).toEqual([200, 503]);
    expect(platform.calls).toHaveLength(calls);
    const [card] = await all([get(`invite/${name}/widget`, 9)]);
    expect(card?.statusCode).toBe(200);

    await clock.advance(11_000);
    const [after] = await all([get(`invite/new-${name}`, 6)]);
    expect(after?.statusCode).toBe(200);
  });
});
