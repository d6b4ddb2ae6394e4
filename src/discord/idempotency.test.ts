import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { startRedisServer, type RedisServer } from '../../test/support/redis-server.ts';
import { createProcessRecords, mostRecords, once, type RecordStore } from './idempotency.ts';
import { createSharedRecords } from './shared-records.ts';

let server: RedisServer;
/** Of the records; Redis counts lifetimes by its own clock. */
let nowMs: number;
beforeAll(async () => {
  server = await startRedisServer();
});
afterAll(() => server.close());
beforeEach(async () => {
  nowMs = 1_800_000_000_000;
  await server.client.flushall();
});

const stores: readonly (readonly [string, () => RecordStore])[] = [
  ['in the process', () => createProcessRecords(() => nowMs)],
  ['in Redis', () => createSharedRecords(server.client, () => nowMs)],
];

const record = (bytes: number) => 'x'.repeat(bytes - mostRecords.besides);

async function keep(records: RecordStore, key: string, text: string, client: string) {
  expect(await records.claim(key, 'claimed')).toBeNull();
  await records.keep(key, text, client);
  nowMs += 1;
}

/** Which of these keys have a record; those that have none are claimed and released. */
async function keptOf(records: RecordStore, keys: readonly string[]): Promise<string[]> {
  const kept: string[] = [];
  for (const key of keys) {
    if ((await records.claim(key, 'claimed')) === null) await records.release(key);
    else kept.push(key);
  }
  return kept;
}

describe.each(stores)('records %s', (_where, open) => {
  it('of a client take 1 MiB, then its oldest go', async () => {
    const records = open();
    await keep(records, 'of another', record(1024), 'another');
    const keys = Array.from({ length: 66 }, (__, index) => `key ${index}`);
    for (const key of keys) await keep(records, key, record(16 * 1024), 'one');
    expect(await keptOf(records, keys)).toEqual(keys.slice(2));
    expect(await keptOf(records, ['of another'])).toEqual(['of another']);
  });

  it('of all take 64 MiB, then the oldest go', async () => {
    const records = open();
    const keys = Array.from({ length: 66 }, (__, index) => `key ${index}`);
    for (const key of keys) await keep(records, key, record(1024 * 1024), `client of ${key}`);
    expect(await keptOf(records, keys)).toEqual(keys.slice(2));
  });

  it('are counted no more once they have expired', async () => {
    const records = open();
    const keys = Array.from({ length: 64 }, (__, index) => `key ${index}`);
    for (const key of keys.slice(0, 32)) await keep(records, key, record(16 * 1024), 'one');
    nowMs += 86_400_000;
    for (const key of keys.slice(0, 32)) await server.client.del(`lineup:idempotency:${key}`);
    for (const key of keys) await keep(records, key, record(16 * 1024), 'one');
    expect(await keptOf(records, keys)).toEqual(keys);
  });

  it('are claimed until they are kept or released', async () => {
    const records = open();
    expect(await records.claim('a', 'first')).toBeNull();
    expect(await records.claim('a', 'second')).toBe('first');
    await records.release('a');
    expect(await records.claim('a', 'third')).toBeNull();
    await records.keep('a', 'kept', 'one');
    expect(await records.claim('a', 'fourth')).toBe('kept');
  });
});

it('Redis holds a hash of the client only, and nothing for ever', async () => {
  await keep(
    createSharedRecords(server.client, () => nowMs),
    'a',
    record(1024),
    '192.0.2.1',
  );
  for (const key of await server.client.keys('*')) {
    expect(await server.client.pttl(key), key).toBeGreaterThan(0);
    expect(key + (await server.client.dump(key))).not.toContain('192.0.2.1');
  }
});

it('whoever has webhook, key and body, but another token, is another client of another webhook', async () => {
  const records = createProcessRecords();
  const response = { status: 200, contentType: 'application/json', bytes: Buffer.from('secret') };
  const parts = async () => [Buffer.from('body')];
  const postWith = (token: string, answer: typeof response) =>
    once(
      records,
      { key: 'k', client: 'c', webhook: { id: '1', token }, parts },
      async () => answer,
    );
  await postWith('its token', response);
  const other = { ...response, bytes: Buffer.from('own') };
  expect(Buffer.from((await postWith('made up', other)).bytes).toString()).toBe('own');
  expect(Buffer.from((await postWith('its token', other)).bytes).toString()).toBe('secret');
});
