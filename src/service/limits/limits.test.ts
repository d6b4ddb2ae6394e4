import { describe, expect, test } from 'vitest';
import { createLimits, clientKey, unknownClient } from './limits.ts';
import { isIP, isIPv4 } from 'node:net';
import { assert, boolean, constantFrom, integer, oneof, property, string, tuple } from 'fast-check';

test('every IPv6 address is its first 64 bits, however it is written', () => {
  const group = oneof(constantFrom(0, 0, 1, 0xffff), integer({ min: 0, max: 0xffff }));
  const groups = tuple(group, group, group, group, group, group, group, group);
  assert(
    property(groups, boolean(), boolean(), (parts, isLong, isCapital) => {
      const isMapped = parts.slice(0, 5).every((part) => part === 0) && parts[5] === 0xffff;
      if (isMapped) return;
      const text = parts.map((part) => part.toString(16).padStart(isLong ? 4 : 1, '0')).join(':');
      const expected = parts.slice(0, 4).map((part) => part.toString(16));
      expect(clientKey(isCapital ? text.toUpperCase() : text)).toBe(expected.join(':'));
    }),
  );
});

test('an IPv4 address is its own key, and nothing else is a client', () => {
  const octet = integer({ min: 0, max: 300 });
  assert(
    property(tuple(octet, octet, octet, octet), (octets) => {
      const text = octets.join('.');
      expect(clientKey(text)).toBe(isIPv4(text) ? text : unknownClient);
    }),
  );
  assert(
    property(string({ maxLength: 40 }), (text) => {
      if (isIP(text) === 0 && !/[[\]:%]/.test(text)) expect(clientKey(text)).toBe(unknownClient);
    }),
  );
});

describe('one client', () => {
  test.each([
    ['192.0.2.1', '::ffff:192.0.2.1'],
    ['192.0.2.1', '::FFFF:c000:201'],
    ['192.0.2.1', '0:0:0:0:0:ffff:192.0.2.1'],
    ['192.0.2.1', '192.0.2.1:4711'],
    ['2001:db8:1:2::1', '2001:db8:1:2:ffff:ffff:ffff:ffff'],
    ['2001:db8:1:2::1', '2001:0DB8:0001:0002::'],
    ['2001:db8:1:2::1', '[2001:db8:1:2::9]:443'],
    ['fe80::1', 'fe80::2%eth0'],
    ['fe80::1', 'fe80::2%br_lan'],
    ['2001:db8::1', '2001:db8::192.0.2.1'],
  ])('%s and %s', (one, other) => {
    expect(clientKey(one)).not.toBe(unknownClient);
    expect(clientKey(one)).toBe(clientKey(other));
  });
});

test.each([
  undefined,
  '',
  'unknown',
  '192.0.2',
  '192.0.2.01',
  '0x7f.1',
  '2001:db8',
  '[::1',
  '1.2.3.4 ',
])('%j is no address', (text) => {
  expect(clientKey(text)).toBe(unknownClient);
});

const startMs = 1_000_000_000_001;
const resetsAtMs = startMs + 60_000;
const client = '192.0.2.1';

function limiterOf(apiMax: number, webhookMax: number) {
  let now = startMs;
  const limiter = createLimits({ nowMs: () => now, apiMax, webhookMax });
  return { ...limiter, wind: (byMs: number) => void (now += byMs) };
}

describe('the stricter limits', () => {
  test('lose no token if the general limit refuses', async () => {
    const { take, wind } = limiterOf(2, 1);
    await take(client, 'api');
    wind(30_000);
    await take(client, 'webhook-post');
    expect(await take(client, 'webhook-post')).toEqual({
      limit: 1,
      remaining: 0,
      resetsAtMs,
      retryAfterSeconds: 30,
    });
  });

  test('report no more tokens than the general limit has left', async () => {
    const { take } = limiterOf(2, 2);
    await take(client, 'api');
    expect(await take(client, 'webhook-post')).toMatchObject({ limit: 2, remaining: 0 });
  });
});
