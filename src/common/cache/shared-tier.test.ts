import { describe, expect, test } from 'vitest';
import { createFakeClock } from '../../../test/support/fake-clock.ts';
import { createSharedTier } from './shared-tier.ts';

type Account = { readonly name: string };

type Shape<T> = { readonly Check: (value: unknown) => value is T };

const accounts: Shape<Account | null> = {
  Check: (value): value is Account | null =>
    value === null || (typeof value === 'object' && 'name' in value && value.name !== ''),
};
const files: Shape<Uint8Array> = { Check: (value) => value instanceof Uint8Array };

type Written = { readonly bytes: Uint8Array; readonly lifetimeMs: number };

/** A store in memory that shows what is in it, and can be away. */
function createStore() {
  const written = new Map<string, Written>();
  const store = {
    isAway: false,
    written,
    read: async (key: string) => (store.isAway ? undefined : (written.get(key)?.bytes ?? null)),
    write: (key: string, bytes: Uint8Array, lifetimeMs: number) =>
      void written.set(key, { bytes, lifetimeMs }),
  };
  return store;
}

function tierOver<T>(
  store: ReturnType<typeof createStore>,
  shape: Shape<T>,
  times: { readonly staleMs: number; readonly negativeMs?: number; readonly sharedMs?: number } = {
    staleMs: 60_000,
    negativeMs: 60_000,
  },
) {
  const clock = createFakeClock();
  const { nowMs } = clock;
  const tier = createSharedTier<T>({ store, name: 'accounts', nowMs, shape, ...times });
  if (tier === undefined) throw new Error('no tier');
  return { tier, clock };
}

describe('stored values are read back', () => {
  test('as data', async () => {
    const { tier, clock } = tierOver(createStore(), accounts);
    const entry = { value: { name: 'Ünï 😀' }, storedAtMs: clock.nowMs() - 1234.5 };
    tier.write('a', entry);
    expect(await tier.read('a')).toEqual(entry);
  });

  test('as bytes, also of a piece of a larger buffer', async () => {
    const { tier, clock } = tierOver(createStore(), files);
    const value = Uint8Array.of(9, 9, 1, 2, 3, 9).subarray(2, 5);
    tier.write('a', { value, storedAtMs: clock.nowMs() });
    const entry = await tier.read('a');
    expect([...(entry?.value ?? [])]).toEqual([1, 2, 3]);
    // Nor does it hold on to what was read along with it.
    expect(entry?.value.buffer.byteLength).toBe(3);
  });

  test('a cached absence', async () => {
    const { tier, clock } = tierOver(createStore(), accounts);
    const storedAtMs = clock.nowMs();
    tier.write('none', { value: null, storedAtMs });
    tier.write('a', { value: { name: 'a' }, storedAtMs });
    expect(await tier.read('a')).toEqual({ value: { name: 'a' }, storedAtMs });
    expect(await tier.read('missing')).toBeUndefined();
    expect(await tier.read('none')).toEqual({ value: null, storedAtMs });
  });

  test('under a key that names the kind of value, but no user', () => {
    const store = createStore();
    const { tier, clock } = tierOver(store, accounts);
    tier.write('https://host/skin.png?token=secret', { value: null, storedAtMs: clock.nowMs() });
    const [key = ''] = store.written.keys();
    expect(key).toMatch(/^lineup:2:cache:accounts:[\w-]{43}$/);
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
  ])('a lifetime of %d ms: %s', (staleMs, kept) => {
    const store = createStore();
    const { tier, clock } = tierOver(store, accounts, { staleMs });
    tier.write('a', { value: { name: 'a' }, storedAtMs: clock.nowMs() });
    expect([...store.written.values()][0]?.lifetimeMs).toBe(kept);
  });

  test('an absence for its own lifetime, and nothing beyond the lifetime of the store', () => {
    const store = createStore();
    const times = { staleMs: 60_000, negativeMs: 900, sharedMs: 5000 };
    const { tier, clock } = tierOver(store, accounts, times);
    const storedAtMs = clock.nowMs();
    tier.write('none', { value: null, storedAtMs });
    tier.write('a', { value: { name: 'a' }, storedAtMs });
    expect([...store.written.values()].map((one) => one.lifetimeMs)).toEqual([900, 5000]);
  });

  test('values too large to be read in time are not written', () => {
    const store = createStore();
    const { tier, clock } = tierOver(store, files);
    const storedAtMs = clock.nowMs();
    tier.write('fits', { value: new Uint8Array(1024 * 1024 - 9), storedAtMs });
    tier.write('large', { value: new Uint8Array(1024 * 1024 - 8), storedAtMs });
    expect(store.written.size).toBe(1);
  });
});

/** A value as it is kept: its time, its kind, then its bytes. */
function stamp(ms: number, ...body: readonly number[]): Uint8Array {
  const bytes = new Uint8Array(8 + body.length);
  new DataView(bytes.buffer).setFloat64(0, ms);
  bytes.set(body, 8);
  return bytes;
}

const text = (json: string): number[] => [...new TextEncoder().encode(json)];

describe('stored data is not trusted', () => {
  test.each<[string, Uint8Array]>([
    ['nothing', new Uint8Array()],
    ['half a time', new Uint8Array(7)],
    ['a time alone', stamp(1e12)],
    ['no time', stamp(Number.NaN, 1, ...text('{"name":"a"}'))],
    ['an endless time', stamp(Number.POSITIVE_INFINITY, 1, ...text('{"name":"a"}'))],
    ['a time before all time', stamp(-1, 1, ...text('{"name":"a"}'))],
    ['another kind', stamp(1e12, 3, ...text('{"name":"a"}'))],
    ['bytes for data', stamp(1e12, 2, ...text('{"name":"a"}'))],
    ['no JSON', stamp(1e12, 1, ...text('{"name"'))],
    ['no text', stamp(1e12, 1, 255, 254)],
    ['another value', stamp(1e12, 1, ...text('{"name":""}'))],
    ['none, and more', stamp(1e12, 0, 0)],
    ['text of somebody else', new TextEncoder().encode('a value of another program')],
  ])('%s', async (_name, bytes) => {
    const store = createStore();
    const { tier } = tierOver(store, accounts);
    tier.write('a', { value: null, storedAtMs: 1 });
    const [key = ''] = store.written.keys();
    store.written.set(key, { bytes, lifetimeMs: 1 });
    expect(await tier.read('a')).toBeUndefined();
  });

  test('a timestamp in the future counts as now', async () => {
    const store = createStore();
    const { tier, clock } = tierOver(store, accounts);
    tier.write('a', { value: null, storedAtMs: clock.nowMs() + 3_600_000 });
    expect(await tier.read('a')).toEqual({ value: null, storedAtMs: clock.nowMs() });
  });
});

test('an unavailable store acts as an empty one', async () => {
  const store = createStore();
  const { tier, clock } = tierOver(store, accounts);
  tier.write('a', { value: null, storedAtMs: clock.nowMs() });
  store.isAway = true;
  expect(await tier.read('a')).toBeUndefined();
});
