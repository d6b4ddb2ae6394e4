import { IncomingMessage } from 'node:http';
import { Socket } from 'node:net';
import { describe, expect, test } from 'vitest';
import { clientAddressOf, proxyTrust } from './proxy-trust.ts';

function requestFrom(remoteAddress: string | undefined, forwarded?: string): IncomingMessage {
  const socket = Object.defineProperty(new Socket(), 'remoteAddress', { value: remoteAddress });
  const request = new IncomingMessage(socket);
  if (forwarded !== undefined) request.headers['x-forwarded-for'] = forwarded;
  return request;
}

describe('whom a request is made for', () => {
  const chain = '203.0.113.9, 198.51.100.7, 10.0.0.2';

  test.each<[Parameters<typeof proxyTrust>[0], string | undefined, string | undefined, string]>([
    [false, '127.0.0.1', chain, '127.0.0.1'],
    [1, '127.0.0.1', chain, '10.0.0.2'],
    [2, '127.0.0.1', chain, '198.51.100.7'],
    [3, '127.0.0.1', chain, '203.0.113.9'],
    [9, '127.0.0.1', chain, '203.0.113.9'],
    [1, '127.0.0.1', undefined, '127.0.0.1'],
    [1, '127.0.0.1', '', '127.0.0.1'],
    [1, '127.0.0.1', ' , ,', '127.0.0.1'],
    [['127.0.0.1', '10.0.0.0/8'], '127.0.0.1', chain, '198.51.100.7'],
    [['127.0.0.1', '10.0.0.0/8'], '::ffff:127.0.0.1', chain, '198.51.100.7'],
    [['10.0.0.0/8'], '127.0.0.1', chain, '127.0.0.1'],
    [['2001:db8::/32'], '2001:db8::9', '192.0.2.1', '192.0.2.1'],
    [['2001:db8::/32'], '2001:db9::9', '192.0.2.1', '2001:db9::9'],
    [['127.0.0.1'], '127.0.0.1', 'garbage', 'garbage'],
    [['127.0.0.1'], undefined, chain, ''],
  ])('%j, from %s, %s: %s', (setting, remote, forwarded, client) => {
    const trust = proxyTrust(setting);
    expect(clientAddressOf(requestFrom(remote, forwarded), trust)).toBe(client);
  });
});
