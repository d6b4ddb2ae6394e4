import { PNG } from 'pngjs';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import {
  type Behaviour,
  type Endpoint,
  type FakeAccountService,
  startFakeAccountService,
} from '../../test/support/fake-account-service.ts';
import { createFakeClock, type FakeClock } from '../../test/support/fake-clock.ts';
import { createCircuitBreaker } from '../async/circuit-breaker.ts';
import { LineupError } from '../errors/lineup-error.ts';
import { NetError } from '../net/net-error.ts';
import { createUpstreamClient, type UpstreamClient } from '../net/upstream-client.ts';
import { type AccountService, createAccountService } from './account-service.ts';

const notch = { name: 'Notch', uuid: '069a79f444e94726a5befca90e38aaf5' };
const jeb = { name: 'jeb_', uuid: '853c80ef3c3749fdaa49938b674adae6' };
const hash = 'ab'.repeat(32);
const png = PNG.sync.write(new PNG({ width: 64, height: 64 }));

let fake: FakeAccountService;
let clock: FakeClock;
let service: AccountService;
let clients: UpstreamClient[] = [];

/** `timeoutMs` shortens the service's own five seconds, so that a test need not wait for them. */
function connect(baseUrl: string, timeoutMs?: number): AccountService {
  const upstream = (name: string) => {
    const client = createUpstreamClient({ baseUrl, name, userAgent: 'test' });
    clients.push(client);
    const request: UpstreamClient['request'] = (asked) =>
      client.request({ ...asked, ...(timeoutMs !== undefined && { timeoutMs }) });
    const breaker = createCircuitBreaker({ nowMs: clock.nowMs, failureLimit: 3, openMs: 1000 });
    return { client: { request }, breaker, name, serviceName: 'Mojang' };
  };
  return createAccountService({
    api: upstream('api'),
    session: upstream('session'),
    textures: upstream('textures'),
    texturesUrl: baseUrl,
  });
}

const padded = (length: number) => Buffer.concat([png, Buffer.alloc(length - png.length)]);

/** Names that are asked for together. */
const findAccounts = (one: AccountService, names: readonly string[]) =>
  Promise.all(names.map((name) => one.findAccount(name, 'client')));

/** A client whose queue is full. */
const fullClient = { request: () => Promise.reject(new NetError('busy')) };

beforeEach(async () => {
  fake = await startFakeAccountService();
  clock = createFakeClock();
  fake.addPlayer({ ...notch, skin: { hash, model: 'slim' }, cape: 'c'.repeat(64) });
  fake.addPlayer(jeb);
  fake.addTexture(hash, png);
  service = connect(fake.url);
});
afterEach(async () => {
  await fake.close();
  await Promise.all(clients.map((client) => client.close()));
  clients = [];
});

/** One question to each endpoint; what a trouble does must be the same for all. */
const questions: Record<Endpoint, (one: AccountService) => Promise<unknown>> = {
  lookup: (one) => findAccounts(one, ['Notch']),
  bulk: (one) => findAccounts(one, ['Notch', 'jeb_']),
  profile: (one) => one.findProfile(notch.uuid, 'client'),
  texture: (one) => one.fetchTexture(hash),
};
const endpoints: Endpoint[] = ['lookup', 'bulk', 'profile', 'texture'];

async function codeOf(promise: Promise<unknown>): Promise<string> {
  const error: unknown = await promise.then(
    () => 'answered',
    (reason: unknown) => reason,
  );
  return error instanceof LineupError ? error.code : String(error);
}

describe('names', () => {
  it('one name is looked up by itself, in any letter case', async () => {
    expect(await findAccounts(service, ['NOTCH'])).toEqual([notch]);
    expect(fake.calls).toEqual([
      {
        endpoint: 'lookup',
        method: 'GET',
        path: '/minecraft/profile/lookup/name/notch',
        names: null,
      },
    ]);
  });

  it('several are looked up in one call, in whatever order the results arrive', async () => {
    const accounts = await findAccounts(service, ['notch', 'nobody', 'JEB_']);
    expect(accounts).toEqual([notch, null, jeb]);
    expect(fake.calls.map((call) => [call.endpoint, call.names])).toEqual([
      ['bulk', ['notch', 'nobody', 'jeb_']],
    ]);
  });

  it('more than ten take more than one call', async () => {
    const names = Array.from({ length: 23 }, (_, index) => `player_${index}`);
    for (const [index, name] of names.entries()) {
      fake.addPlayer({ name, uuid: index.toString(16).padStart(32, '0') });
    }
    const accounts = await findAccounts(service, names);
    expect(accounts.map((account) => account?.name)).toEqual(names);
    expect(fake.calls.map((call) => call.names?.length)).toEqual([10, 10, 3]);
  });

  it.each([204, 404] as const)('an unknown one (status %i) is null', async (status) => {
    fake.sayUnknownAs(status);
    expect(await findAccounts(service, ['nobody'])).toEqual([null]);
  });

  it('an account of another name is no valid response', async () => {
    fake.behave(
      { kind: 'garbage', body: JSON.stringify({ id: jeb.uuid, name: 'jeb_' }) },
      'lookup',
    );
    expect(await codeOf(findAccounts(service, ['Notch']))).toBe('upstream-failed');
  });

  it('one that the service refuses fails alone, not the others of the same call', async () => {
    fake.refuseName('Bad_Name');
    const found = await Promise.allSettled(
      ['Notch', 'bad_name', 'nobody', 'jeb_'].map((name) => service.findAccount(name, 'client')),
    );
    expect(found.map((one) => (one.status === 'fulfilled' ? one.value : one.reason.code))).toEqual([
      notch,
      'upstream-failed',
      null,
      jeb,
    ]);
    expect([fake.count('bulk'), fake.count('lookup')]).toEqual([1, 4]);
  });

  it.each([404, 403, 429, 500])('a bulk call that fails with %i is not retried', async (status) => {
    fake.behave({ kind: 'status', status }, 'bulk');
    expect(await codeOf(findAccounts(service, ['Notch', 'jeb_']))).toBe('upstream-failed');
    expect(fake.count()).toBe(1);
  });

  it('a missing bulk endpoint does not make names unknown', async () => {
    fake.behave({ kind: 'status', status: 404 }, 'bulk');
    expect(await codeOf(findAccounts(service, ['Notch', 'jeb_']))).toBe('upstream-failed');
  });
});

describe('profiles', () => {
  it('contain account and textures', async () => {
    expect(await service.findProfile(notch.uuid, 'client')).toEqual({
      ...notch,
      skin: { hash, model: 'slim' },
      cape: 'c'.repeat(64),
    });
    expect(await service.findProfile(jeb.uuid, 'client')).toEqual({
      ...jeb,
      skin: null,
      cape: null,
    });
    expect(fake.calls[0]?.path).toBe(`/session/minecraft/profile/${notch.uuid}`);
  });

  it.each([204, 404] as const)('an unknown one (status %i) is null', async (status) => {
    fake.sayUnknownAs(status);
    expect(await service.findProfile('f'.repeat(32), 'client')).toBeNull();
  });

  it('one of another account is no valid response', async () => {
    const body = JSON.stringify({ id: jeb.uuid, name: 'jeb_', properties: [] });
    fake.behave({ kind: 'garbage', body }, 'profile');
    expect(await codeOf(service.findProfile(notch.uuid, 'client'))).toBe('upstream-failed');
  });

  it('broken textures are a failure that the circuit breaker does not count', async () => {
    fake.addPlayer({ ...notch, packedTextures: 'bm90IGpzb24=' });
    for (let times = 0; times < 10; times += 1) {
      expect(await codeOf(service.findProfile(notch.uuid, 'client'))).toBe('upstream-failed');
    }
    expect(await service.findProfile(jeb.uuid, 'client')).toEqual({
      ...jeb,
      skin: null,
      cape: null,
    });
  });
});

describe('textures', () => {
  it('are returned as sent', async () => {
    expect(Buffer.from((await service.fetchTexture(hash)) ?? [])).toEqual(png);
    expect(fake.calls[0]?.path).toBe(`/texture/${hash}`);
  });

  it('that no longer exist are null', async () => {
    expect(await service.fetchTexture('f'.repeat(64))).toBeNull();
  });

  it('are fetched from the configured host, below its path', () => {
    expect(service.textureUrl(hash)).toBe(`${fake.url}/texture/${hash}`);
    expect(connect(`${fake.url}/mirror/`).textureUrl(hash)).toBe(
      `${fake.url}/mirror/texture/${hash}`,
    );
  });

  it('are accepted up to 1 MiB', async () => {
    fake.addTexture('1'.repeat(64), padded(1024 * 1024));
    fake.addTexture('2'.repeat(64), padded(1024 * 1024 + 1));
    expect((await service.fetchTexture('1'.repeat(64)))?.byteLength).toBe(1024 * 1024);
    expect(await codeOf(service.fetchTexture('2'.repeat(64)))).toBe('upstream-failed');
  });
});

describe('failures', () => {
  const troubles: [string, Behaviour][] = [
    ...[301, 400, 401, 403, 418, 429, 500, 502, 503].map((status): [string, Behaviour] => [
      `status ${status}`,
      { kind: 'status', status },
    ]),
    ['a page instead of an answer', { kind: 'garbage' }],
    ['an empty answer', { kind: 'garbage', body: '' }],
    ['an answer without end', { kind: 'endless' }],
    ['a closed connection', { kind: 'close' }],
    ['a connection closed half way', { kind: 'close-midway' }],
  ];
  describe.each(troubles)('%s', (_what, behaviour) => {
    it.each(endpoints)('of %s is a failure', async (endpoint) => {
      // Names that a bulk call is refused for are looked up one by one.
      fake.behave(behaviour, endpoint, ...(endpoint === 'bulk' ? (['lookup'] as const) : []));
      expect(await codeOf(questions[endpoint](service))).toBe('upstream-failed');
      fake.behave({ kind: 'normal' });
      await clock.advance(60_000);
      expect(await codeOf(questions[endpoint](service))).toBe('answered');
    });
  });

  it.each(endpoints)('no response of %s is a timeout', async (endpoint) => {
    fake.behave({ kind: 'hang' });
    expect(await codeOf(questions[endpoint](connect(fake.url, 50)))).toBe('upstream-timeout');
  });

  it.each(endpoints)('a %s that arrives byte by byte is a timeout', async (endpoint) => {
    fake.behave({ kind: 'drip' });
    expect(await codeOf(questions[endpoint](connect(fake.url, 80)))).toBe('upstream-timeout');
  });

  it('a closed port is a failure', async () => {
    const { url } = fake;
    await fake.close();
    expect(await codeOf(connect(url).findProfile(notch.uuid, 'client'))).toBe('upstream-failed');
    fake = await startFakeAccountService();
  });

  it('errors reveal nothing internal', async () => {
    fake.behave({ kind: 'status', status: 500 });
    const error: unknown = await service
      .findProfile(notch.uuid, 'client')
      .catch((reason: unknown) => reason);
    expect(error).toBeInstanceOf(LineupError);
    expect(String(error)).not.toMatch(/500|127\.0\.0\.1|session/);
  });
});

describe('the circuit breaker', () => {
  it.each(endpoints)(
    'of %s opens after repeated failures, and a probe closes it',
    async (endpoint) => {
      fake.behave({ kind: 'status', status: 500 }, endpoint);
      for (let times = 0; times < 8; times += 1) {
        expect(await codeOf(questions[endpoint](service))).toBe('upstream-failed');
      }
      expect(fake.count()).toBe(3);
      fake.behave({ kind: 'normal' });
      expect(await codeOf(questions[endpoint](service))).toBe('upstream-failed');
      await clock.advance(1000);
      expect(await codeOf(questions[endpoint](service))).toBe('answered');
      expect(fake.count()).toBe(4);
    },
  );

  it.each<[string, Behaviour, number]>([
    ['it said so', { kind: 'status', status: 429, headers: { 'retry-after': '17' } }, 17],
    ['it is left alone that long', { kind: 'status', status: 429 }, 1],
  ])('reports how long to wait if %s', async (_why, behaviour, seconds) => {
    fake.behave(behaviour, 'profile');
    const failed = () => service.findProfile(notch.uuid, 'client').catch((error: unknown) => error);
    expect(await failed()).toMatchObject({ retryAfterSeconds: seconds });
    await clock.advance(500);
    const wait = { code: 'upstream-failed', retryAfterSeconds: Math.ceil(seconds - 0.5) };
    expect(await failed()).toMatchObject(wait);
    expect(fake.count()).toBe(1);
  });

  it('reports no wait if none is known', async () => {
    fake.behave({ kind: 'status', status: 500 }, 'profile');
    const error: unknown = await service
      .findProfile(notch.uuid, 'client')
      .catch((reason: unknown) => reason);
    expect(error).toMatchObject({ retryAfterSeconds: undefined });
  });

  it.each([429, 403])('opens at once on %i', async (status) => {
    fake.behave({ kind: 'status', status });
    await codeOf(service.findProfile(notch.uuid, 'client'));
    await codeOf(service.findProfile(jeb.uuid, 'client'));
    expect(fake.count()).toBe(1);
  });

  it.each([
    ['30', 29_999, 1],
    ['0', 999, 1],
    ['Wed, 21 Oct 2026 07:28:00 GMT', 999, 1],
    ['-5', 999, 1],
    ['1e9', 999, 1],
    ['99999999', 999, 1],
  ])('Retry-After: %s keeps it open for %i ms and %i more', async (retryAfter, shutMs, moreMs) => {
    fake.behave({ kind: 'status', status: 429, headers: { 'retry-after': retryAfter } });
    await codeOf(service.findProfile(notch.uuid, 'client'));
    fake.behave({ kind: 'normal' });
    await clock.advance(shutMs);
    expect(await codeOf(service.findProfile(notch.uuid, 'client'))).toBe('upstream-failed');
    await clock.advance(moreMs);
    expect(await codeOf(service.findProfile(notch.uuid, 'client'))).toBe('answered');
  });

  it('stays closed on a 404 and on errors of a single request', async () => {
    for (const status of [204, 404, 400, 410]) {
      fake.behave({ kind: 'status', status }, 'profile');
      for (let times = 0; times < 5; times += 1)
        await codeOf(service.findProfile(notch.uuid, 'client'));
    }
    expect(fake.count()).toBe(20);
  });

  it('stays closed if our own queue is full', async () => {
    const breaker = createCircuitBreaker({ nowMs: clock.nowMs, failureLimit: 3 });
    const upstream = { client: fullClient, breaker, name: 'api', serviceName: 'Mojang' };
    const busy = createAccountService({
      api: upstream,
      session: upstream,
      textures: upstream,
      texturesUrl: fake.url,
    });
    for (let times = 0; times < 5; times += 1) {
      expect(await codeOf(busy.findProfile(notch.uuid, 'client'))).toBe('overloaded');
    }
    expect(breaker.isRefusing()).toBe(false);
  });

  it('is separate for each host', async () => {
    fake.behave({ kind: 'status', status: 429 }, 'profile');
    await codeOf(service.findProfile(notch.uuid, 'client'));
    expect(await codeOf(service.findProfile(notch.uuid, 'client'))).toBe('upstream-failed');
    expect(await codeOf(findAccounts(service, ['Notch']))).toBe('answered');
    expect(await codeOf(service.fetchTexture(hash))).toBe('answered');
  });
});
