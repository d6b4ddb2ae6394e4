import { describe, expect, it } from 'vitest';
import { networkOf } from './address-rules.ts';

describe('networkOf', () => {
  it.each([
    ['203.0.113.9', '203.0.113.0/24'],
    ['203.0.113.255', '203.0.113.0/24'],
    ['203.0.114.9', '203.0.114.0/24'],
    ['::ffff:203.0.113.9', '203.0.113.0/24'],
    ['::ffff:cb00:7109', '203.0.113.0/24'],
    ['2001:db8:5:6::1', '2001:db8:5::/48'],
    ['2001:db8:5:ffff::', '2001:db8:5::/48'],
    ['2001:db8:6::1', '2001:db8:6::/48'],
    ['::1', '0:0:0::/48'],
    ['no address', 'no address'],
  ])('%s is in %s', (address, network) => {
    expect(networkOf(address)).toBe(network);
  });
});
