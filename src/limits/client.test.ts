import { isIPv4 } from 'node:net';
import {
  assert,
  boolean,
  constantFrom,
  integer,
  oneof,
  property,
  record,
  stringMatching,
  tuple,
} from 'fast-check';
import { describe, expect, test } from 'vitest';
import { clientName, clientOf } from './client.ts';

function nameOf(address: string): string | null {
  const client = clientOf(address);
  return client && clientName(client);
}

test('every IPv4 address is its own 32 bits', () => {
  const octet = integer({ min: 0, max: 255 });
  assert(
    property(tuple(octet, octet, octet, octet), (octets) => {
      const low = Buffer.from(octets).readUInt32BE();
      expect(clientOf(octets.join('.'))).toEqual({ high: 0xffff_ffff, low });
    }),
  );
});

test('every IPv6 address is its first 64 bits, however it is written', () => {
  const group = oneof(constantFrom(0, 0, 1, 0xffff), integer({ min: 0, max: 0xffff }));
  const groups = tuple(group, group, group, group, group, group, group, group);
  // Where a run of zeros is left out, if at all; leading zeros; letters of either case.
  const style = record({ gap: integer({ min: 0, max: 8 }), long: boolean(), capital: boolean() });
  assert(
    property(groups, style, (parts, { gap, long, capital }) => {
      const written = parts.map((part) => part.toString(16).padStart(long ? 4 : 1, '0'));
      const end = parts.findIndex((part, index) => index >= gap && part !== 0);
      const stop = end === -1 ? 8 : end;
      const text =
        stop > gap
          ? `${written.slice(0, gap).join(':')}::${written.slice(stop).join(':')}`
          : written.join(':');
      const bits = parts
        .slice(0, 4)
        .map((part) => part.toString(16).padStart(4, '0'))
        .join('');
      const isMapped = parts.slice(0, 5).every((part) => part === 0) && parts[5] === 0xffff;
      if (isMapped) return;
      expect(clientOf(capital ? text.toUpperCase() : text), text).toEqual({
        high: Number.parseInt(bits.slice(0, 8), 16),
        low: Number.parseInt(bits.slice(8), 16),
      });
    }),
    { numRuns: 3000 },
  );
});

test('an address is what Node takes for one', () => {
  assert(
    property(stringMatching(/^[\d.]{1,16}$/), (text) => {
      expect(clientOf(text) !== null).toBe(isIPv4(text));
    }),
    { numRuns: 1000 },
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
    ['2001:db8::1', '2001:db8::192.0.2.1'],
  ])('%s and %s', (one, other) => {
    expect(nameOf(one)).not.toBeNull();
    expect(nameOf(one)).toBe(nameOf(other));
  });
});

test('different clients', () => {
  const addresses = [
    '0.0.0.0',
    '0.0.0.1',
    '192.0.2.1',
    '192.0.2.2',
    '255.255.255.255',
    '::1',
    '1::',
    '0:0:0:1::',
    '2001:db8:1:2::1',
    '2001:db8:1:3::1',
    '2001:db8:2:2::1',
    '64:ff9b::192.0.2.1',
  ];
  expect(new Set(addresses.map(nameOf)).size).toBe(addresses.length);
});

test.each([
  '',
  'unknown',
  'localhost',
  '192.0.2',
  '192.0.2.256',
  '192.0.2.1.1',
  '192.0.2.',
  '.192.0.2',
  '192..2.1',
  '192.0.2.01',
  '192.0.2.00',
  '1.2.3.4 ',
  '0x7f.0.0.1',
  '2001:db8',
  ':::',
  '[::1',
  '_hidden',
  `192.0.2.1${'0'.repeat(50)}`,
  '192.0.2.1:4711:1',
])('%j is no address', (text) => {
  expect(clientOf(text)).toBeNull();
});
