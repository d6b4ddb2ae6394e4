import { setImmediate } from 'node:timers/promises';
import { afterEach, describe, expect, it } from 'vitest';
import type { HttpServer } from '../../src/service/http/server.ts';
import { startFakeAccountService } from '../support/fake-account-service.ts';
import { createFakeClock, type FakeClock } from '../support/fake-clock.ts';
import { startFakeGuildPlatform } from '../support/fake-guild-platform.ts';
import { startFakeRoblox } from '../support/fake-roblox.ts';
import { openApp } from '../support/open-app.ts';
import { watchDrawing } from '../support/watched-drawing.ts';

// Clients at their rate limit ask for what is not cached; another one asks for something now and then.

type Answer = { readonly status: number; readonly waitedMs: number; readonly detail: string };

const stepMs = 250;
/** Turns of the event loop in a step: more than a response on loopback takes. */
const turnsPerStep = 60;
const victim = '192.0.2.1';

const drawing = await watchDrawing();
let clock: FakeClock;
let app: HttpServer;
let stopUpstream: () => Promise<void>;

afterEach(async () => {
  await app.close();
  await stopUpstream();
});

async function open(
  env: Readonly<Record<string, string>>,
  upstream: { readonly close: () => Promise<void> },
): Promise<void> {
  stopUpstream = upstream.close;
  clock = createFakeClock();
  app = await openApp({ TRUST_PROXY: '1', ...env }, { clock, openDrawing: drawing.open });
}

async function get(path: string, client: string): Promise<Answer> {
  const startMs = clock.nowMs();
  const answer = await app.inject({ url: `/api/${path}`, headers: { 'x-forwarded-for': client } });
  const detail = answer.statusCode === 200 ? '' : answer.body;
  return { status: answer.statusCode, waitedMs: clock.nowMs() - startMs, detail };
}

type Crowd = {
  /** Called every quarter of a second: the rate of the limits of a client. */
  readonly attack: (quarter: number) => readonly Promise<Answer>[];
  /** Called every `everyMs` once the attack has lasted for half of the time. */
  readonly visit: (number: number) => Promise<Answer>;
  readonly everyMs: number;
  readonly forMs: number;
};

/** The response that the victim had, and those of the attackers. */
async function run({ attack, visit, everyMs, forMs }: Crowd) {
  const attacks: Promise<Answer>[] = [];
  const visits: Promise<Answer>[] = [];
  for (let ms = 0; ms < forMs; ms += stepMs) {
    if (ms % 250 === 0) attacks.push(...attack(ms / 250));
    if (ms >= forMs / 2 && ms % everyMs === 0) visits.push(visit(visits.length));
    await pass(stepMs);
  }
  await pass(10_000);
  return { attacks: await Promise.all(attacks), visits: await Promise.all(visits) };
}

async function pass(forMs: number): Promise<void> {
  for (let ms = 0; ms < forMs; ms += stepMs) {
    await clock.advance(stepMs);
    for (let turn = 0; turn < turnsPerStep; turn += 1) await setImmediate();
  }
}

/** Within `withinMs`, and a step: the response comes in real time, between two steps of the clock. */
function expectServed(answers: readonly Answer[], withinMs: number): void {
  expect(answers.length).toBeGreaterThan(3);
  expect(answers.filter(({ status }) => status !== 200)).toEqual([]);
  expect(Math.max(...answers.map(({ waitedMs }) => waitedMs))).toBeLessThanOrEqual(
    withinMs + stepMs,
  );
}

const refusedOf = (answers: readonly Answer[]) =>
  answers.filter(({ status }) => status === 503).length;

describe('games of Roblox', () => {
  it('are found for another client within four seconds while one asks for four each second', async () => {
    const roblox = await startFakeRoblox();
    // Places from 1 on for those who attack, from 9001 on for the victim.
    for (const first of [1, 9001]) {
      for (let placeId = first; placeId < first + 800; placeId += 1) {
        roblox.addGame({ placeId, universeId: placeId + 100_000, name: `Game ${placeId}` });
      }
    }
    await open(roblox.settings, roblox);
    const { visits, attacks } = await run({
      attack: (quarter) => [get(`roblox/game/${1 + quarter}`, '203.0.113.1')],
      visit: (number) => get(`roblox/game/${9001 + number}`, victim),
      everyMs: 2000,
      forMs: 80_000,
    });
    expectServed(visits, 4000);
    expect(refusedOf(attacks)).toBeGreaterThan(100);
  });
});

describe('invites', () => {
  // As often as the victim has a turn of its own: one in three, or one in five.
  it.each([
    ['two clients', ['203.0.113.1', '198.51.100.1'], 13_000],
    ['a network', Array.from({ length: 50 }, (_, index) => `203.0.113.${index + 1}`), 22_000],
  ])(
    'are found for another client within seven seconds while %s use them up',
    async (_, crowd, everyMs) => {
      const platform = await startFakeGuildPlatform();
      platform.inventInvites();
      const urls = { DISCORD_API_URL: platform.url, DISCORD_CDN_URL: platform.picturesUrl };
      await open(urls, platform);
      const { visits } = await run({
        attack: (quarter) =>
          [0, 1].map((index) => {
            const number = quarter * 2 + index;
            return get(`chat/invite/greedy-${number}`, crowd[number % crowd.length]!);
          }),
        visit: (number) => get(`chat/invite/modest-${number}`, victim),
        everyMs,
        forMs: 200_000,
      });
      expectServed(visits, 7000);
      expect(platform.calls.length).toBeLessThanOrEqual(5 + 210 / 4);
    },
  );
});

describe('players', () => {
  it.each([
    ['names', (number: number) => `Greedy${number}`, 50 + 62 * 1.25],
    [
      'profiles',
      (number: number) => `${number.toString(16).padStart(8, '0')}00004000800000000000cafe`,
      100 + 62 * 30,
    ],
  ])('are found for another client while some use up the %s', async (_, reference, maxCalls) => {
    const accounts = await startFakeAccountService();
    for (let number = 0; number < 10; number += 1) {
      const uuid = (number + 1).toString(16).padStart(32, '0');
      accounts.addPlayer({ name: `Modest${number}`, uuid });
    }
    await open({ MOJANG_API_URL: accounts.url, MOJANG_SESSION_URL: accounts.url }, accounts);
    const tenFrom = (first: number) =>
      Array.from({ length: 10 }, (__, index) => `value=${reference(first + index)}`).join('&');
    const { visits, attacks } = await run({
      attack: (quarter) =>
        Array.from({ length: 6 }, (__, index) => {
          const values = tenFrom((quarter * 6 + index) * 10);
          return get(`blockgame/render/composition?${values}`, `203.0.${index}.1`);
        }),
      visit: (number) => get(`blockgame/player/Modest${number}`, victim),
      // As often as it has a turn of its own: one in seven.
      everyMs: 6000,
      forMs: 52_000,
    });
    expectServed(visits, 2000);
    expect(refusedOf(attacks)).toBeGreaterThan(100);
    expect(accounts.calls.length).toBeLessThanOrEqual(maxCalls + 2 * visits.length);
  });

  it('are refused with the place of their name; cached ones need no turn', async () => {
    const accounts = await startFakeAccountService();
    accounts.addPlayer({ name: 'Known', uuid: '1'.padStart(32, '0') });
    await open({ MOJANG_API_URL: accounts.url, MOJANG_SESSION_URL: accounts.url }, accounts);
    const knownPath = 'blockgame/player/Known';
    const first = get(knownPath, victim);
    await pass(1000);
    expect((await first).status).toBe(200);
    const composition = (...names: readonly string[]) =>
      get(`blockgame/render/composition?${names.map((name) => `value=${name}`).join('&')}`, victim);
    const crowd = Array.from({ length: 60 }, (_, row) =>
      composition(...Array.from({ length: 10 }, (__, index) => `Name_${row}_${index}`)),
    );
    await pass(stepMs);
    const refused = await composition('sample-fox', 'Newcomer');
    expect(refused).toMatchObject({ status: 503, waitedMs: 0 });
    expect(refused.detail).toBe(
      '{"detail":"query.value[1]: Too many requests wait for Mojang; try again shortly."}',
    );
    expect(await get(knownPath, victim)).toMatchObject({ status: 200, waitedMs: 0 });
    await pass(10_000);
    const statuses = new Set((await Promise.all(crowd)).map(({ status }) => status));
    expect(statuses).toEqual(new Set([404, 503]));
  });
});
