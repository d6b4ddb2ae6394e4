import { describe, expect, test } from 'vitest';
import { createFakeClock } from '../../test/support/fake-clock.ts';
import { bytesCodec, createRedisTier, jsonCodec, orNull, type Codec } from './redis-tier.ts';
import { createRemembered } from './remembered.ts';
import type { Tier } from './tiered-load.ts';

type Account = { readonly name: string };

const accounts = orNull(
  jsonCodec(
    (value): value is Account =>
      typeof value === 'object' && value !== null && 'name' in value && value.name !== '',
  ),
);

type Written = { readonly bytes: Uint8Array; readonly lifetimeMs: number };

/** A store in memory that shows what is in it, and can be away. */
function createStore() {
  const written = new Map<string, Written>();
  const store = {
    isAway: false,
    written,
    readMany: async (keys: readonly string[]) =>
      store.isAway ? undefined : keys.map((key) => written.get(key)?.bytes ?? null),
    write: (key: string, bytes: Uint8Array, lifetimeMs: number) =>
      void written.set(key, { bytes, lifetimeMs }),
  };
  return store;
}

function tierOver<T>(
  store: ReturnType<typeof createStore>,
  codec: Codec<T>,
  lifetimeMs: (value: T) => number = () => 60_000,
): { tier: Tier<T>; reads: [string, number][]; clock: ReturnType<typeof createFakeClock> } {
  const reads: [string, number][] = [];
  const clock = createFakeClock();
  const onRead = (outcome: string, keys: number) => void reads.push([outcome, keys]);
  const { nowMs } = clock;
  const tier = createRedisTier({ store, name: 'accounts', nowMs, codec, lifetimeMs, onRead });
  return { tier, reads, clock };
}

describe('what goes in comes out', () => {
  test('as data', async () => {
    const { tier, clock } = tierOver(createStore(), accounts);
    const entry = { value: { name: 'Ünï 😀' }, storedAtMs: clock.nowMs() - 1234.5 };
    tier.write('a', entry);
    expect(await tier.read(['a'])).toEqual([entry]);
  });

  test('as bytes, also of a piece of a larger buffer', async () => {
    const { tier, clock } = tierOver(
      createStore(),
      bytesCodec(() => true),
    );
    const value = Uint8Array.of(9, 9, 1, 2, 3, 9).subarray(2, 5);
    tier.write('a', { value, storedAtMs: clock.nowMs() });
    const [entry] = await tier.read(['a']);
    expect([...(entry?.value ?? [])]).toEqual([1, 2, 3]);
    // Nor does it hold on to what was read along with it.
    expect(entry?.value.buffer.byteLength).toBe(3);
  });

  test('also "there is none", and several at once in their order', async () => {
    const { tier, clock } = tierOver(createStore(), accounts);
    const storedAtMs = clock.nowMs();
    tier.write('none', { value: null, storedAtMs });
    tier.write('a', { value: { name: 'a' }, storedAtMs });
    expect(await tier.read(['a', 'missing', 'none'])).toEqual([
      { value: { name: 'a' }, storedAtMs },
      undefined,
      { value: null, storedAtMs },
    ]);
  });

  test('under a key that says what it is, but not of whom', () => {
    const store = createStore();
    const { tier, clock } = tierOver(store, accounts);
    tier.write('https://host/skin.png?token=secret', { value: null, storedAtMs: clock.nowMs() });
    const [key = ''] = store.written.keys();
    expect(key).toMatch(/^lineup:1:cache:accounts:[\w-]{43}$/);
  });
});

describe('how long it is kept', () => {
  test.each([
    [60_000, 60_000],
    [1234.9, 1234],
    [Number.POSITIVE_INFINITY, 86_400_000],
    [0, undefined],
    [-5, undefined],
    [Number.NaN, undefined],
  ])('asked for %d ms: %s', (asked, kept) => {
    const store = createStore();
    const { tier, clock } = tierOver(store, accounts, () => asked);
    tier.write('a', { value: { name: 'a' }, storedAtMs: clock.nowMs() });
    expect([...store.written.values()][0]?.lifetimeMs).toBe(kept);
  });

  test('what is too large to be fetched in time is not written', () => {
    const store = createStore();
    const { tier, clock } = tierOver(
      store,
      bytesCodec(() => true),
    );
    const storedAtMs = clock.nowMs();
    tier.write('fits', { value: new Uint8Array(1024 * 1024 - 8), storedAtMs });
    tier.write('large', { value: new Uint8Array(1024 * 1024 - 7), storedAtMs });
    expect(store.written.size).toBe(1);
  });
});

/** A value as it is kept: its time, then its bytes. */
function stamp(ms: number, ...body: readonly number[]): Uint8Array {
  const bytes = new Uint8Array(8 + body.length);
  new DataView(bytes.buffer).setFloat64(0, ms);
  bytes.set(body, 8);
  return bytes;
}

const text = (json: string): number[] => [...new TextEncoder().encode(json)];
const failing = () => Promise.reject(new Error('was asked'));

describe('what is in the store is not trusted', () => {
  test.each<[string, Uint8Array]>([
    ['nothing', new Uint8Array()],
    ['half a time', new Uint8Array(7)],
    ['a time alone', stamp(1e12)],
    ['no time', stamp(Number.NaN, 1, ...text('{"name":"a"}'))],
    ['an endless time', stamp(Number.POSITIVE_INFINITY, 1, ...text('{"name":"a"}'))],
    ['a time before all time', stamp(-1, 1, ...text('{"name":"a"}'))],
    ['another kind', stamp(1e12, 2, ...text('{"name":"a"}'))],
    ['no JSON', stamp(1e12, 1, ...text('{"name"'))],
    ['no text', stamp(1e12, 1, 255, 254)],
    ['another value', stamp(1e12, 1, ...text('{"name":""}'))],
    ['none, and more', stamp(1e12, 0, 0)],
    ['text of somebody else', new TextEncoder().encode('a value of another program')],
  ])('%s', async (_name, bytes) => {
    const store = createStore();
    const { tier, reads } = tierOver(store, accounts);
    tier.write('a', { value: null, storedAtMs: 1 });
    const [key = ''] = store.written.keys();
    store.written.set(key, { bytes, lifetimeMs: 1 });
    expect(await tier.read(['a'])).toEqual([undefined]);
    expect(reads).toEqual([
      ['hit', 0],
      ['miss', 1],
    ]);
  });

  test('a time that is yet to come is now', async () => {
    const store = createStore();
    const { tier, clock } = tierOver(store, accounts);
    tier.write('a', { value: null, storedAtMs: clock.nowMs() + 3_600_000 });
    expect(await tier.read(['a'])).toEqual([{ value: null, storedAtMs: clock.nowMs() }]);
  });
});

test('a store that is away is an empty one', async () => {
  const store = createStore();
  const { tier, reads, clock } = tierOver(store, accounts);
  tier.write('a', { value: null, storedAtMs: clock.nowMs() });
  store.isAway = true;
  expect(await tier.read(['a', 'b'])).toEqual([undefined, undefined]);
  expect(reads).toEqual([['skipped', 2]]);
});

test('what one memory has loaded, another one takes from the store without asking', async () => {
  const store = createStore();
  const clock = createFakeClock();
  const { nowMs } = clock;
  const open = () =>
    createRemembered<Account | null>({
      clock,
      maxBytes: 1e6,
      sizeBytes: () => 10,
      freshMs: 60_000,
      staleMs: 600_000,
      tier: createRedisTier({
        store,
        name: 'accounts',
        nowMs,
        codec: accounts,
        lifetimeMs: () => 600_000,
      }),
    });
  const [first, second] = [open(), open()];
  const trace = { asked: false };
  await first.get('a', async () => ({ name: 'loaded' }), trace);
  expect(trace.asked).toBe(true);
  const other = { asked: false };
  expect(await second.get('a', failing, other)).toEqual({ name: 'loaded' });
  expect(other.asked).toBe(false);
  // As old there as here: no instance makes it fresh again.
  await clock.advance(60_000);
  const third = open();
  expect(await third.get('a', async () => ({ name: 'newer' }), { asked: false })).toEqual({
    name: 'newer',
  });
});
