import { describe, expect, it } from 'vitest';
import {
  canonicalHost,
  isPrivateName,
  isPublicAddress,
  literalAddress,
  isGamePort,
  isPicturePort,
  networkOf,
} from './address-rules.ts';

describe('isPublicAddress: edges of every special block', () => {
  // [address before the block, its first, its last, address after it]; null: no public neighbour.
  const edges: readonly (readonly [string | null, string, string, string | null])[] = [
    [null, '0.0.0.0', '0.255.255.255', '1.0.0.0'],
    ['9.255.255.255', '10.0.0.0', '10.255.255.255', '11.0.0.0'],
    ['100.63.255.255', '100.64.0.0', '100.127.255.255', '100.128.0.0'],
    ['126.255.255.255', '127.0.0.0', '127.255.255.255', '128.0.0.0'],
    ['169.253.255.255', '169.254.0.0', '169.254.255.255', '169.255.0.0'],
    ['172.15.255.255', '172.16.0.0', '172.31.255.255', '172.32.0.0'],
    ['191.255.255.255', '192.0.0.0', '192.0.0.255', '192.0.1.0'],
    ['192.0.1.255', '192.0.2.0', '192.0.2.255', '192.0.3.0'],
    ['192.31.195.255', '192.31.196.0', '192.31.196.255', '192.31.197.0'],
    ['192.52.192.255', '192.52.193.0', '192.52.193.255', '192.52.194.0'],
    ['192.88.98.255', '192.88.99.0', '192.88.99.255', '192.88.100.0'],
    ['192.167.255.255', '192.168.0.0', '192.168.255.255', '192.169.0.0'],
    ['192.175.47.255', '192.175.48.0', '192.175.48.255', '192.175.49.0'],
    ['198.17.255.255', '198.18.0.0', '198.19.255.255', '198.20.0.0'],
    ['198.51.99.255', '198.51.100.0', '198.51.100.255', '198.51.101.0'],
    ['203.0.112.255', '203.0.113.0', '203.0.113.255', '203.0.114.0'],
    ['223.255.255.255', '224.0.0.0', '239.255.255.255', null],
    [null, '240.0.0.0', '255.255.255.255', null],
    [null, '::', '1fff:ffff:ffff:ffff:ffff:ffff:ffff:ffff', '2000::'],
    ['2000:ffff::', '2001::', '2001:1ff:ffff:ffff:ffff:ffff:ffff:ffff', '2001:200::'],
    ['2001:db7:ffff::', '2001:db8::', '2001:db8:ffff::ffff', '2001:db9::'],
    ['2001:ffff::', '2002::', '2002:ffff:ffff::', '2003::'],
    ['2620:4f:7fff::', '2620:4f:8000::', '2620:4f:8000:ffff::', '2620:4f:8001::'],
    ['3ffe:ffff::', '3fff::', '3fff:fff:ffff::', '3fff:1000::'],
    [
      '3fff:ffff:ffff:ffff:ffff:ffff:ffff:ffff',
      '4000::',
      'ffff:ffff:ffff:ffff:ffff:ffff:ffff:ffff',
      null,
    ],
  ];

  it.each(edges)('%s | %s … %s | %s', (before, first, last, after) => {
    expect(isPublicAddress(first)).toBe(false);
    expect(isPublicAddress(last)).toBe(false);
    for (const neighbour of [before, after]) {
      if (neighbour !== null) expect(isPublicAddress(neighbour), neighbour).toBe(true);
    }
  });
});

describe('isPublicAddress: special blocks by name', () => {
  it.each(['2001:2::1', '2001:10::1', '2001:20::1', '2001:30::1', 'fe80::1'])(
    '%s is refused',
    (address) => {
      expect(isPublicAddress(address)).toBe(false);
    },
  );

  it.each(['1.1.1.1', '93.184.216.34', '2606:4700:4700::1111', '2A00:1450:4001:82A::200E'])(
    '%s is allowed',
    (address) => {
      expect(isPublicAddress(address)).toBe(true);
    },
  );
});

describe('isPublicAddress fails closed', () => {
  it.each([
    '',
    ' ',
    'example.com',
    '8.8.8',
    '8.8.8.8.',
    '8.8.8.8 ',
    '08.8.8.8',
    '0x8.8.8.8',
    '134744072',
    '8.8.8.256',
    '8.8.8.8/32',
    '[2606:4700::1111]',
    '2606:4700::1111%eth0',
    '2606:4700:::1111',
    '2606::4700::1111',
    '::ffff:8.8.8.8.8',
    '8.8.8.8\0',
  ])('%j', (text) => {
    expect(isPublicAddress(text)).toBe(false);
  });
});

describe('literalAddress', () => {
  it.each([
    ['127.0.0.1', '127.0.0.1'],
    ['0X7F.1', '127.0.0.1'],
    ['0', '0.0.0.0'],
    ['0x', '0.0.0.0'],
    ['①②⑦.0.0.①', '127.0.0.1'],
    ['127.0.0.1\u00AD', '127.0.0.1'],
    ['::1', '::1'],
    ['[::1]', '::1'],
    ['[0:0:0:0:0:0:0:1]', '::1'],
    ['[::ffff:127.0.0.1]', '::ffff:7f00:1'],
    ['fe80::1%eth0', 'fe80::1'],
    ['[fe80::1%25eth0]', 'fe80::1'],
    ['[2A00:1450::0001]', '2a00:1450::1'],
  ])('%j → %s', (spelling, canonical) => {
    expect(literalAddress(spelling)).toBe(canonical);
  });

  it.each([
    'example.com',
    'localhost',
    '127.0.0.1.example.com',
    '1.2.3.4.5',
    '256.1.1.1',
    '08.1.1.1',
    '0xffffffffff',
    '127.0.0.1/8',
    'user@127.0.0.1',
    '127.0.0.1:80',
    '127.0.0.1#',
    '127.0.0.1?',
    '127.0.0.1\\',
    '127.0.0.1 ',
    '[127.0.0.1]',
    '[::1',
    '::1]',
    ':::1',
    '',
    '.',
  ])('%j is no literal', (name) => {
    expect(literalAddress(name)).toBeNull();
  });
});

describe('canonicalHost', () => {
  it.each([
    ['Skins.Example', 'skins.example'],
    ['bücher.example', 'xn--bcher-kva.example'],
    ['lo%63alhost', 'localhost'],
    ['_minecraft._tcp.example.com', '_minecraft._tcp.example.com'],
    ['a b', null],
    ['a/b', null],
    ['a:80', null],
    ['', null],
    ['example.com\n', null],
    ['ex%00ample', null],
    [`${'a.'.repeat(126)}a`, `${'a.'.repeat(126)}a`],
    [`${'a.'.repeat(126)}aa`, null],
  ])('%j → %j', (host, canonical) => {
    expect(canonicalHost(host)).toBe(canonical);
  });
});

describe('isPrivateName', () => {
  it.each([
    'localhost',
    'LOCALHOST',
    'localhost.',
    'localhost..',
    'lo%63alhost',
    'ｌｏｃａｌｈｏｓｔ',
    'a.localhost',
    'localhost.localdomain',
    'printer.local',
    'metadata.google.internal',
    'metadata.google.internal.',
    'router.home.arpa',
    'home.arpa',
    'nas.lan',
    'wiki.corp',
    'wiki.intranet',
    'db.private',
    'tv.home',
  ])('%j is private', (name) => {
    expect(isPrivateName(name)).toBe(true);
  });

  it.each([
    'localhost.example.com',
    'notlocalhost',
    'mylocal',
    'local.example',
    'arpa',
    'homearpa',
    'internal.example.com',
    '93.184.216.34',
  ])('%j is not private', (name) => {
    expect(isPrivateName(name)).toBe(false);
  });
});

const both = (port: number) => ({ picture: isPicturePort(port), game: isGamePort(port) });

describe('ports', () => {
  it.each([80, 443, 8000, 8080, 8081, 8443, 8888])('%i: pictures only', (port) => {
    expect(both(port)).toEqual({ picture: true, game: false });
  });

  it.each([1024, 3000, 5000, 8082, 19132, 19133, 25565, 25566, 30000, 65535])(
    '%i: both',
    (port) => {
      expect(both(port)).toEqual({ picture: true, game: true });
    },
  );

  const refused =
    '0 -1 65536 1.5 NaN 21 22 23 25 53 81 110 389 445 465 587 873 993 1023 1433 1521 2049 2222 2375 3306 3389 4369 ' +
    '5432 5672 5900 5984 6000 6379 6443 6667 9000 9090 9092 9200 10080 11211 15672 27017 50000 61616';
  it.each(refused.split(' '))('%s: neither', (port) => {
    expect(both(Number(port))).toEqual({ picture: false, game: false });
  });

  it('below 1024 are only 80 and 443 for pictures, and none for games', () => {
    const system = Array.from({ length: 1024 }, (_, port) => port);
    expect(system.filter(isPicturePort)).toEqual([80, 443]);
    expect(system.filter(isGamePort)).toEqual([]);
  });
});

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
