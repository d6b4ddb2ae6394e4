import { describe, expect, it, test } from 'vitest';
import { createFakeClock } from '../../../test/support/fake-clock.ts';
import { bucketOpener } from '../../common/async/token-bucket.ts';
import type { UpstreamRequest, UpstreamResponse } from '../net/upstream-client.ts';
import { hostOpener } from '../define-upstream.ts';
import { createPlatform, endpointHosts, isPictureHost, paces } from './platform.ts';

const responseOf = (status: number, body: unknown, headers = {}): UpstreamResponse => {
  const bytes = Buffer.from(JSON.stringify(body));
  return { status, headers, bytes };
};

/** A platform that finds nothing, unless the test says otherwise. */
function setUp() {
  const clock = createFakeClock();
  const calls: string[] = [];
  const world = {
    response: async (_path: string): Promise<UpstreamResponse> => responseOf(200, { data: [] }),
  };
  const openClient = (_name: string, service: string) => ({
    request: async ({ path }: Pick<UpstreamRequest, 'path'>) => {
      calls.push(`${service}${path.replace(/\?.*/, '')}`);
      return world.response(path);
    },
    close: async () => {},
  });
  const safeFetch = { fetchBytes: () => Promise.reject(new Error('no')), close: async () => {} };
  const openBucket = bucketOpener({ clock });
  const openHost = hostOpener({ clock, openBucket, openClient, safeFetch }, []);
  const hosts = Object.entries(endpointHosts('{service}'));
  const clients = hosts.map(([endpoint, host]) => [endpoint, openHost(host)]);
  const platform = createPlatform(Object.fromEntries(clients), undefined, clock);
  const byId = (client = 'client') => platform.call('usersById', { json: {}, clients: [client] });
  const byName = (client = 'client') =>
    platform.call('usersByName', { json: {}, clients: [client] });
  const votes = (client = 'client') => platform.find('votes', 1, client);
  return { clock, calls, world, platform, byId, byName, votes };
}

describe('a 429', () => {
  it('holds back its host with all endpoints, for as long as it says, and no other host', async () => {
    const { clock, calls, world, byId, byName, votes } = setUp();
    world.response = async () => responseOf(429, {}, { 'retry-after': '7' });
    await expect(byName()).rejects.toMatchObject({ code: 'upstream-failed', retryAfterSeconds: 7 });
    world.response = async () => responseOf(200, { data: [] });
    await expect(byId()).rejects.toMatchObject({ code: 'overloaded', retryAfterSeconds: 7 });
    await votes();
    expect(calls).toEqual(['users/v1/usernames/users', 'games/v1/games/votes']);
    await clock.advance(7000);
    await byId();
    expect(calls.at(-1)).toBe('users/v1/users');
  });
});

describe('a turn', () => {
  it('comes at once for twenty calls, then each second for as long as anybody waits', async () => {
    const { clock, votes } = setUp();
    const atMs: number[] = [];
    const startMs = clock.nowMs();
    const refused: unknown[] = [];
    for (let times = 0; times < 24; times += 1) {
      const note = () => atMs.push(clock.nowMs() - startMs);
      void votes(`client ${times}`).then(note, (error: unknown) => refused.push(error));
    }
    await clock.advance(0);
    await clock.advance(10_000);
    expect(atMs).toEqual([...Array.from({ length: 20 }, () => 0), 1000, 2000]);
    expect(refused).toMatchObject([{ code: 'overloaded' }, { code: 'overloaded' }]);
  });

  it('is taken by no call of an endpoint that is closed', async () => {
    const { calls, world, platform, votes } = setUp();
    world.response = async () => responseOf(403, {});
    for (let times = 0; times < 30; times += 1) {
      await expect(votes()).rejects.toMatchObject({ code: 'upstream-failed' });
    }
    world.response = async () => responseOf(200, { data: [] });
    // At once: nobody's time passes here.
    for (let times = 0; times < 19; times += 1) await platform.find('games', 1, 'client');
    expect(calls).toHaveLength(20);
  });

  it('is waited for before the circuit breaker: no probe holds up the turns of others', async () => {
    const { clock, calls, world, byId, byName } = setUp();
    world.response = async () => responseOf(500, {});
    for (let times = 0; times < 5; times += 1) await byName('greedy').catch(() => null);
    world.response = async () => responseOf(200, { data: [] });
    for (let times = 0; times < 21; times += 1) void byId('greedy').catch(() => null);
    await clock.advance(0);
    await clock.advance(5000);
    for (let times = 0; times < 30; times += 1) void byId('greedy').catch(() => null);
    calls.length = 0;
    // A probe of the greedy one would wait behind its other calls.
    void byName('greedy').catch(() => null);
    const served = byName('modest');
    await clock.advance(1000);
    expect(calls.includes('users/v1/usernames/users')).toBe(true);
    expect(await served).toEqual({ data: [] });
  });
});

test.each([
  ['tr.rbxcdn.com', true],
  ['t0.tr.rbxcdn.com', true],
  ['evilrbxcdn.com', false],
  ['rbxcdn.com', false],
  ['rbxcdn.com.evil.example', false],
  ['tr.rbxcdn.com.', false],
  ['', false],
])('%s serves pictures of Roblox: %s', (hostname, expected) => {
  expect(isPictureHost(hostname)).toBe(expected);
});

test('waits one after the other leave time for their calls', () => {
  const { apis, games, users, thumbnails, pictures } = paces;
  expect(apis.maxWaitMs + games.maxWaitMs).toBeLessThanOrEqual(3600);
  expect(users.maxWaitMs + thumbnails.maxWaitMs + pictures.maxWaitMs).toBeLessThanOrEqual(4700);
});
