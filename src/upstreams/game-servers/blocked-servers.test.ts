import { hash } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { isBlocked, readBlockedServers } from './blocked-servers.ts';

const list = (...patterns: readonly string[]) =>
  readBlockedServers(patterns.map((pattern) => hash('sha1', pattern, 'hex')).join('\n'));

describe('the list of blocked servers', () => {
  it.each<[string, string, boolean]>([
    ['mc.example.com', 'mc.example.com', true],
    ['MC.Example.com', 'mc.example.com', true],
    ['mc.example.com', '*.mc.example.com', true],
    ['mc.example.com', '*.example.com', true],
    ['mc.example.com', '*.com', true],
    ['mc.example.com', 'example.com', false],
    ['example.com', '*.other.com', false],
    ['1.2.3.4', '1.2.3.4', true],
    ['1.2.3.4', '1.2.3.*', true],
    ['1.2.3.4', '1.2.*', true],
    ['1.2.3.4', '1.*', true],
    ['1.2.3.4', '*.3.4', false],
    ['2001:db8::1', '2001:db8::1', true],
  ])('%s by %s: %s', (host, pattern, expected) => {
    expect(isBlocked(list(pattern), [host])).toBe(expected);
  });

  it('is searched for every name of a server', () => {
    expect(isBlocked(list('*.hoster.example'), ['a.example', 'n1.hoster.example'])).toBe(true);
    expect(isBlocked(list('*.hoster.example'), [])).toBe(false);
  });

  it('skips lines that are no digest', () => {
    expect(
      readBlockedServers('<html>\n\nabc\nDA39A3EE5E6B4B0D3255BFEF95601890AFD80709\n').size,
    ).toBe(0);
    expect(readBlockedServers(`${'ab'.repeat(20)}\r\n${'ab'.repeat(20)}\n`).size).toBe(1);
  });
});
