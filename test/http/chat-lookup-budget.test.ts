import { PNG } from 'pngjs';
import { afterAll, describe, expect, it } from 'vitest';
import { createFakeClock } from '../support/fake-clock.ts';
import { guildId, startFakeGuildPlatform } from '../support/fake-guild-platform.ts';
import { watchDrawing } from '../support/watched-drawing.ts';
import { openApp } from '../support/open-app.ts';

// What the platform is asked for by all clients together, whatever they want.

const minuteMs = 60_000;

const drawing = await watchDrawing();

const platform = await startFakeGuildPlatform();
platform.inventInvites();
const clock = createFakeClock();
const app = await openApp(
  { TRUST_PROXY: '1', DISCORD_API_URL: platform.url, DISCORD_CDN_URL: platform.picturesUrl },
  { clock, openDrawing: drawing.open },
);
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
    // What goes over a socket takes real time.
    await new Promise(setImmediate);
  }
  return Promise.all(requests);
}

it('of thirty calls five are made at once, one after four seconds, and the others told when to try again', async () => {
  await clock.advance(minuteMs);
  const codes = Array.from({ length: 30 }, (_, index) => `late-${index}`);
  const answers = await all(codes.map((code, index) => get(`invite/${code}`, index)));
  // Nobody waits longer than six seconds.
  expect(platform.calls).toHaveLength(6);
  const refused = answers.flatMap(({ statusCode, headers }, index) =>
    statusCode === 503 ? [[codes[index]!, Number(headers['retry-after'])] as const] : [],
  );
  expect(refused).toHaveLength(24);
  const [code, seconds] = refused[0]!;
  await clock.advance(seconds * 1000);
  const [again] = await all([get(`invite/${code}`, 1)]);
  expect(again?.statusCode).toBe(200);
});

describe('while the platform is down', () => {
  it.each([{ kind: 'reset' }, { kind: 'hang' }] as const)(
    'the card of a cached invite is still served unchanged: %j',
    async (failure) => {
      const [name, icon] = [`kept-${failure.kind}`, 'abcdef0123456789abcdef0123456789'];
      platform.addPicture(
        `/icons/${guildId}/${icon}.png`,
        PNG.sync.write(new PNG({ width: 64, height: 64 })),
      );
      platform.addInvite(name, { guild: { name, icon } });
      const card = async () => (await all([get(`invite/${name}/widget`, 1)]))[0];
      const before = await card();
      platform.behave(failure);
      await clock.advance(20 * minuteMs);
      const after = await card();
      expect(after?.headers).toMatchObject({
        etag: before?.headers.etag,
        'cache-control': 'public, max-age=900',
      });
      expect(after?.rawPayload.equals(before!.rawPayload)).toBe(true);
      platform.behave({ kind: 'normal' });
    },
  );

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
