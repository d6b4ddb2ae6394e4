import { PNG } from 'pngjs';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import {
  type FakeAccountService,
  startFakeAccountService,
} from '../../../test/support/fake-account-service.ts';
import { createFakeClock } from '../../../test/support/fake-clock.ts';
import { LineupError } from '../../common/errors/lineup-error.ts';
import { createServiceClient } from '../net/service-client.ts';
import { createUpstreamClient, type UpstreamClient } from '../net/upstream-client.ts';
import { type AccountService, accountRules, createAccountService } from './account-service.ts';

const notch = { name: 'Notch', uuid: '069a79f444e94726a5befca90e38aaf5' };
const jeb = { name: 'jeb_', uuid: '853c80ef3c3749fdaa49938b674adae6' };
const hash = 'a5'.repeat(32);
const png = PNG.sync.write(new PNG({ width: 64, height: 64 }));

let fake: FakeAccountService;
let client: UpstreamClient;
let service: AccountService;

const padded = (length: number) => Buffer.concat([png, Buffer.alloc(length - png.length)]);

/** Names that are asked for together. */
const findAccounts = (names: readonly string[]) =>
  Promise.all(names.map((name) => service.findAccount(name, 'client')));

beforeEach(async () => {
  fake = await startFakeAccountService();
  fake.addPlayer({ ...notch, skin: { hash, model: 'slim' }, cape: 'c'.repeat(64) });
  fake.addPlayer(jeb);
  fake.addTexture(hash, png);
  client = createUpstreamClient({ baseUrl: fake.url, name: 'test', userAgent: 'test' });
  const clock = createFakeClock();
  const open = () => createServiceClient(accountRules('Mojang'), { name: 'test', client, clock });
  const texturesUrl = `${fake.url}/mirror/`;
  service = createAccountService({ api: open(), session: open(), textures: open(), texturesUrl });
});
afterEach(async () => {
  await fake.close();
  await client.close();
});

async function codeOf(promise: Promise<unknown>): Promise<string> {
  const error: unknown = await promise.then(
    () => 'answered',
    (reason: unknown) => reason,
  );
  return error instanceof LineupError ? error.code : String(error);
}

describe('names', () => {
  it('more than ten take more than one call', async () => {
    const names = Array.from({ length: 23 }, (_, index) => `player_${index}`);
    for (const [index, name] of names.entries()) {
      fake.addPlayer({ name, uuid: index.toString(16).padStart(32, '0') });
    }
    const accounts = await findAccounts(names);
    expect(accounts.map((account) => account?.name)).toEqual(names);
    expect(fake.calls.map((call) => call.names?.length)).toEqual([10, 10, 3]);
  });

  it('an account of another name is no valid response', async () => {
    fake.behave(
      { kind: 'garbage', body: JSON.stringify({ id: jeb.uuid, name: 'jeb_' }) },
      'lookup',
    );
    expect(await codeOf(findAccounts(['Notch']))).toBe('upstream-failed');
  });

  it.each([404, 403, 429, 500])('a bulk call that fails with %i is not retried', async (status) => {
    fake.behave({ kind: 'status', status }, 'bulk');
    expect(await codeOf(findAccounts(['Notch', 'jeb_']))).toBe('upstream-failed');
    expect(fake.count()).toBe(1);
  });
});

describe('profiles', () => {
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
  it('are named by the configured host, below its path', () => {
    expect(service.textureUrl(hash)).toBe(`${fake.url}/mirror/texture/${hash}`);
  });

  it('are accepted up to 1 MiB', async () => {
    fake.addTexture('1'.repeat(64), padded(1024 * 1024));
    fake.addTexture('2'.repeat(64), padded(1024 * 1024 + 1));
    expect((await service.fetchTexture('1'.repeat(64)))?.byteLength).toBe(1024 * 1024);
    expect(await codeOf(service.fetchTexture('2'.repeat(64)))).toBe('upstream-failed');
  });
});

it.each([
  ['30', 30_000],
  ['0', 0],
  [undefined, 0],
  ['Wed, 21 Oct 2026 07:28:00 GMT', 0],
  ['-5', 0],
  ['1e9', 0],
  ['99999999', 0],
])('Retry-After: %s is a back-off of %i ms', (retryAfter, expectedMs) => {
  const headers = retryAfter === undefined ? {} : { 'retry-after': retryAfter };
  const response = { status: 429, headers, bytes: new Uint8Array() };
  expect(accountRules('Mojang').backOffMsOf?.(response)).toBe(expectedMs);
});
