import { expect, test } from 'vitest';
import { truncatedAddress } from './client-address.ts';

test.each([
  ['192.0.2.77', '192.0.2.0/24'],
  ['::ffff:192.0.2.77', '192.0.2.0/24'],
  ['2001:db8:1:2:3:4:5:6', '2001:db8:1::/48'],
  ['2001:db8::6', '2001:db8:0::/48'],
  ['::1', '0:0:0::/48'],
  ['fe80::1%eth0', 'fe80:0:0::/48'],
  ['', 'unknown'],
  [undefined, 'unknown'],
  ['secret', 'unknown'],
  ['192.0.2.77:443', 'unknown'],
  ['1.2.3.4, 5.6.7.8', 'unknown'],
])('%j: %s', (address, shown) => {
  expect(truncatedAddress(address)).toBe(shown);
});
