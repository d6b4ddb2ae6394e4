import { expect, test } from 'vitest';
import { hostName, proxyTrust } from './request-host.ts';

test.each([
  ['Avatars.Example.org:8080', 'avatars.example.org'],
  ['avatars.example.org.', 'avatars.example.org'],
  ['avatars.example.org.:8080', 'avatars.example.org'],
  ['[::1]:80', '[::1]'],
  ['10.0.0.7', '10.0.0.7'],
  [undefined, ''],
])('the host of %s is %s', (header, name) => {
  expect(hostName(header)).toBe(name);
});

test.each<[Parameters<typeof proxyTrust>[0], string, number, boolean]>([
  [false, '127.0.0.1', 0, false],
  [1, '127.0.0.1', 0, true],
  [1, '10.0.0.2', 1, false],
  [['127.0.0.1', '10.0.0.0/8'], '10.1.2.3', 0, true],
  [['127.0.0.1', '10.0.0.0/8'], '::ffff:127.0.0.1', 5, true],
  [['10.0.0.0/8'], '127.0.0.1', 0, false],
  [['2001:db8::/32'], '2001:db8::9', 0, true],
  [['2001:db8::/32'], '2001:db9::9', 0, false],
  [['127.0.0.1'], 'garbage', 0, false],
  [['127.0.0.1'], '', 0, false],
])('with TRUST_PROXY %j, %j at hop %i is trusted: %s', (setting, address, hop, isTrusted) => {
  expect(proxyTrust(setting)(address, hop)).toBe(isTrusted);
});
