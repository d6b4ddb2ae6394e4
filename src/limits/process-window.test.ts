import { array, assert, constantFrom, integer, property, record } from 'fast-check';
import { describe, expect, test } from 'vitest';
import { clientOf, type Client } from './client.ts';
import { createProcessWindow, type ProcessWindow } from './process-window.ts';

const windowMs = 60_000;

function client(number: number): Client {
  return { high: 0xffff_ffff, low: number >>> 0 };
}

function windowOf(max: number, mostClients?: number): { window: ProcessWindow; wind: Wind } {
  let now = 1_000_000_000_000;
  const wind: Wind = (byMs) => {
    now += byMs;
    return now;
  };
  const clients = mostClients === undefined ? {} : { mostClients };
  const window = createProcessWindow({ nowMs: () => now, max, windowMs, seed: 7, ...clients });
  return { window, wind };
}

type Wind = (byMs: number) => number;

describe('a window', () => {
  test('has its places, then none, until it ends', () => {
    const { window, wind } = windowOf(3);
    const endsAtMs = wind(0) + windowMs;
    expect(window.take(client(1), 1)).toEqual({ isTaken: true, taken: 1, endsAtMs });
    wind(59_000);
    expect(window.take(client(1), 1)).toEqual({ isTaken: true, taken: 2, endsAtMs });
    expect(window.take(client(1), 1)).toEqual({ isTaken: true, taken: 3, endsAtMs });
    expect(window.take(client(1), 1)).toEqual({ isTaken: false, taken: 3, endsAtMs });
    wind(999);
    expect(window.take(client(1), 1)).toEqual({ isTaken: false, taken: 3, endsAtMs });
    const next = wind(1) + windowMs;
    expect(window.take(client(1), 1)).toEqual({ isTaken: true, taken: 1, endsAtMs: next });
  });

  test('starts with the first request of its client, not with the clock', () => {
    const { window, wind } = windowOf(3);
    const first = window.take(client(1), 1);
    wind(30_000);
    const second = window.take(client(2), 1);
    expect(second.endsAtMs - first.endsAtMs).toBe(30_000);
  });

  test('is not started by looking', () => {
    const { window, wind } = windowOf(3);
    expect(window.take(client(1), 0)).toEqual({
      isTaken: true,
      taken: 0,
      endsAtMs: wind(0) + windowMs,
    });
    wind(30_000);
    expect(window.take(client(1), 1).endsAtMs).toBe(wind(0) + windowMs);
    expect(window.find(client(2))).toBeUndefined();
  });

  test('gives a place back, once, and only while it runs', () => {
    const { window, wind } = windowOf(2);
    const first = window.take(client(1), 1);
    window.take(client(1), 1);
    window.giveBack(client(1), first);
    expect(window.take(client(1), 1)).toMatchObject({ isTaken: true, taken: 2 });
    wind(windowMs);
    window.take(client(1), 1);
    window.giveBack(client(1), first);
    expect(window.find(client(1))?.taken).toBe(1);
    window.giveBack(client(2), first);
    expect(window.find(client(2))).toBeUndefined();
  });

  test('is what it is made', () => {
    const { window, wind } = windowOf(5);
    const endsAtMs = wind(0) + 10_000;
    window.put(client(1), { taken: 5, endsAtMs });
    expect(window.take(client(1), 1)).toEqual({ isTaken: false, taken: 5, endsAtMs });
    wind(10_000);
    expect(window.take(client(1), 1)).toMatchObject({ isTaken: true, taken: 1 });
  });
});

test('all clients together behave as each alone would', () => {
  const step = record({
    who: integer({ min: 0, max: 5 }),
    afterMs: constantFrom(0, 1, 500, 20_000, 59_999, 60_000, 150_000),
  });
  assert(
    property(array(step, { maxLength: 60 }), (steps) => {
      const { window, wind } = windowOf(3);
      const plain = new Map<number, { taken: number; endsAtMs: number }>();
      for (const { who, afterMs } of steps) {
        const now = wind(afterMs);
        const running = plain.get(who);
        const state =
          running !== undefined && running.endsAtMs > now
            ? running
            : { taken: 0, endsAtMs: now + windowMs };
        const isTaken = state.taken < 3;
        if (isTaken) plain.set(who, { ...state, taken: state.taken + 1 });
        const expected = { isTaken, taken: plain.get(who)?.taken, endsAtMs: state.endsAtMs };
        expect(window.take(client(who), 1)).toEqual(expected);
      }
    }),
    { numRuns: 300 },
  );
});

describe('bounds', () => {
  test('holds as many clients as it is told to, and forgets the oldest half first', () => {
    const { window } = windowOf(1, 8);
    for (let number = 0; number < 8; number += 1) window.take(client(number), 1);
    expect(window.take(client(0), 1).isTaken).toBe(false);
    expect(window.take(client(7), 1).isTaken).toBe(false);
    window.take(client(8), 1);
    expect(window.take(client(4), 1).isTaken).toBe(false);
    expect(window.find(client(0))).toBeUndefined();
  });

  test('tells clients apart whose addresses are alike', () => {
    const { window } = windowOf(1, 4096);
    const addresses = [
      ...Array.from({ length: 1000 }, (_, i) => `10.0.${i >> 8}.${i & 255}`),
      ...Array.from({ length: 1000 }, (_, i) => `2001:db8:${i.toString(16)}::1`),
    ];
    for (const address of addresses) {
      const found = clientOf(address);
      expect(found && window.take(found, 1).isTaken, address).toBe(true);
    }
  });

  test('a million addresses take less than 200 MB', () => {
    const { window } = windowOf(240);
    const beforeBytes = memoryBytes();
    for (let number = 0; number < 1_000_000; number += 1) window.take(client(number * 7), 1);
    expect(memoryBytes() - beforeBytes).toBeLessThan(200_000_000);
    expect(window.find(client(0))?.taken).toBe(1);
    expect(window.find(client(999_999 * 7))?.taken).toBe(1);
  });
});

function memoryBytes(): number {
  const { heapUsed, arrayBuffers } = process.memoryUsage();
  return heapUsed + arrayBuffers;
}
