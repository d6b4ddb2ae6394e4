import { describe, expect, it } from 'vitest';
import { parseRedirect, parseTarget } from './target-url.ts';

const strict = { allowPrivateAddresses: false };
const open = { allowPrivateAddresses: true };

describe('parseTarget', () => {
  it.each([
    ['http://skins.example/a.png', 'http://skins.example/a.png'],
    ['HTTPS://SKINS.example:8443/a?b#c', 'https://skins.example:8443/a?b#c'],
    [' http://skins.example ', 'http://skins.example/'],
    ['http://93.184.216.34/', 'http://93.184.216.34/'],
    ['http://[2606:2800::1]:8080/', 'http://[2606:2800::1]:8080/'],
    ['http://skins.example:443/', 'http://skins.example:443/'],
  ])('%j is allowed', (url, href) => {
    expect(parseTarget(url, strict).href).toBe(href);
  });

  it.each([
    ['', 'bad-url'],
    ['skins.example', 'bad-url'],
    ['http://', 'bad-url'],
    ['http://a b/', 'bad-url'],
    ['http://1.2.3.4.5/', 'bad-url'],
    ['http://[fe80::1%25eth0]/', 'bad-url'],
    ['http://skins.example:99999/', 'bad-url'],
    [`http://skins.example/${'a'.repeat(8192)}`, 'long-url'],
    ['ftp://skins.example/', 'scheme'],
    ['file:///etc/passwd', 'scheme'],
    ['javascript:alert(1)', 'scheme'],
    ['blob:http://skins.example/x', 'scheme'],
    ['gopher://127.0.0.1/', 'scheme'],
    ['ws://skins.example/', 'scheme'],
    ['skins.example:80/', 'scheme'],
    ['http://user@skins.example/', 'credentials'],
    ['http://user:pass@skins.example/', 'credentials'],
    ['http://:pass@skins.example/', 'credentials'],
    ['http://public.example@127.0.0.1/', 'credentials'],
    ['http://skins.example:22/', 'blocked-port'],
    ['https://skins.example:6667/', 'blocked-port'],
    ['http://127.0.0.1/', 'blocked-address'],
    ['http://localhost/', 'blocked-address'],
    ['http:127.0.0.1/', 'blocked-address'],
    ['http:\\\\127.0.0.1\\', 'blocked-address'],
    ['http://127.0.0.1\t/', 'blocked-address'],
  ])('%j → %s', (url, kind) => {
    expect(() => parseTarget(url, strict)).toThrow(expect.objectContaining({ kind }));
  });

  it('lifts only the address rules if private addresses are allowed', () => {
    expect(parseTarget('http://127.0.0.1:8080/', open).port).toBe('8080');
    expect(parseTarget('http://localhost/', open).hostname).toBe('localhost');
    for (const url of ['http://127.0.0.1:22/', 'http://a@127.0.0.1/', 'ftp://127.0.0.1/']) {
      expect(() => parseTarget(url, open)).toThrow();
    }
  });
});

/** A name of 253 characters; marks cost the URL parser a time that grows with their square. */
const longest = `${'a\u0301.'.repeat(84)}a`;

describe('a host', () => {
  it.each([
    (host: string) => `http://${host}/`,
    (host: string) => `HTTPS:\\\\${host}:443?a#b`,
    (host: string) => ` \n h\tttp:\t/${host}:8080`,
    (host: string) => `http:///\n//${host}\\a/b/c`,
    (host: string) => `http:${host}#/`,
  ])('%# has at most 253 characters', (urlOf) => {
    expect(parseTarget(urlOf(longest), strict).hostname).toMatch(/^(?:xn--1ca\.){84}a$/);
    const tooLong = expect.objectContaining({ kind: 'bad-url' });
    expect(() => parseTarget(urlOf(`${longest}a`), strict)).toThrow(tooLong);
    expect(() => parseTarget(urlOf(`a:b@${longest}a`), strict)).toThrow(tooLong);
  });

  it('of a redirect has at most 253 characters, with and without a scheme', () => {
    const from = new URL('https://skins.example/');
    const isBad = expect.objectContaining({ kind: 'bad-redirect' });
    for (const start of ['http://', '//', '/\t/', '\\/', ' \\\\']) {
      expect(parseRedirect(`${start}${longest}/`, from, strict).hostname).toMatch(/^xn--1ca/);
      expect(() => parseRedirect(`${start}${longest}a/`, from, strict), start).toThrow(isBad);
    }
  });

  it('is no part of a long path', () => {
    const from = new URL('https://skins.example/');
    const path = 'a'.repeat(300);
    expect(parseTarget(`http://skins.example/${path}/${path}`, strict).pathname).toContain(path);
    expect(parseRedirect(`${path}//${path}`, from, strict).hostname).toBe('skins.example');
  });
});

describe('parseRedirect', () => {
  const from = new URL('https://skins.example/deep/a.png?x=1');

  it.each([
    ['/b.png', 'https://skins.example/b.png'],
    ['b.png', 'https://skins.example/deep/b.png'],
    ['?y', 'https://skins.example/deep/a.png?y'],
    ['//cdn.example/b', 'https://cdn.example/b'],
    ['https://cdn.example/b', 'https://cdn.example/b'],
    ['http://skins.example/b', 'http://skins.example/b'],
  ])('%j → %s', (location, href) => {
    expect(parseRedirect(location, from, strict).href).toBe(href);
  });

  it.each([
    [null, 'bad-redirect'],
    ['http://', 'bad-redirect'],
    ['ftp://skins.example/', 'bad-redirect'],
    ['data:,x', 'bad-redirect'],
    ['file:///etc/passwd', 'bad-redirect'],
    ['//user@skins.example/', 'bad-redirect'],
    ['//skins.example:25/', 'bad-redirect'],
    ['http://127.0.0.1/', 'blocked-address'],
    ['//[::ffff:10.0.0.1]/', 'blocked-address'],
    ['//localhost', 'blocked-address'],
  ])('%j → %s', (location, kind) => {
    expect(() => parseRedirect(location, from, strict)).toThrow(expect.objectContaining({ kind }));
  });
});
