import * as fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { isPublicAddress, literalAddress } from '../../src/net/address-rules.ts';
import { createSafeFetch } from '../../src/net/safe-fetch.ts';
import {
  fakeLookup,
  httpAnswer,
  limits,
  loopbackSockets,
  type RawServer,
  startRawServer,
} from '../support/net-kit.ts';

/**
 * Every way to write an address that a stranger must not send us to, and some that are fine, taken
 * through the whole fetch: a refused one is refused before any look-up and any socket.
 */

type Quad = readonly [number, number, number, number];
type Spelling = (quad: Quad) => string;

const whole = ([a, b, c, d]: Quad): number => ((a * 256 + b) * 256 + c) * 256 + d;
const hex = (n: number): string => n.toString(16);
const dotted: Spelling = (quad) => quad.join('.');
const words = ([a, b, c, d]: Quad): string => `${hex(a * 256 + b)}:${hex(c * 256 + d)}`;
const padded = (quad: Quad): string =>
  quad.map((n, i) => `${i === 2 ? ':' : ''}${hex(n).padStart(2, '0')}`).join('');
const fullWidth = (text: string): string =>
  text.replace(/\d/g, (digit) => String.fromCodePoint(0xff10 + Number(digit)));
const percent = (text: string): string => text.replace(/\d/g, (digit) => `%3${digit}`);

/** All spellings of an IPv4 itself that URL parsers or resolvers take. */
const ipv4Spellings: Readonly<Record<string, Spelling>> = {
  dotted,
  'trailing dot': (quad) => `${dotted(quad)}.`,
  decimal: (quad) => String(whole(quad)),
  'decimal, trailing dot': (quad) => `${whole(quad)}.`,
  hex: (quad) => `0x${hex(whole(quad))}`,
  'hex upper case': (quad) => `0X${hex(whole(quad)).toUpperCase()}`,
  octal: (quad) => `0${whole(quad).toString(8)}`,
  'octal with many zeros': (quad) => `0000000${whole(quad).toString(8)}`,
  'hex parts': (quad) => quad.map((n) => `0x${hex(n)}`).join('.'),
  'octal parts': (quad) => quad.map((n) => `0${n.toString(8)}`).join('.'),
  'padded octal parts': (quad) => quad.map((n) => `000${n.toString(8)}`).join('.'),
  'mixed parts': ([a, b, c, d]) => `0x${hex(a)}.${b}.0${c.toString(8)}.${d}`,
  'two parts': ([a, b, c, d]) => `${a}.${(b * 256 + c) * 256 + d}`,
  'three parts': ([a, b, c, d]) => `${a}.${b}.${c * 256 + d}`,
  'full-width digits': (quad) => fullWidth(dotted(quad)),
  'ideographic full stops': (quad) => quad.join('。'),
  'percent-encoded': (quad) => percent(dotted(quad)),
  'percent-encoded dots': (quad) => quad.join('%2E'),
  'soft hyphen inside': ([a, b, c, d]) => `${a}.\u00AD${b}.${c}.${d}`,
};

/** Spellings inside an IPv6 that reach the IPv4 itself: judged by it. */
const transparentEmbeddings: Readonly<Record<string, Spelling>> = {
  mapped: (quad) => `[::ffff:${dotted(quad)}]`,
  'mapped, hex': (quad) => `[::ffff:${words(quad)}]`,
  'mapped, long': (quad) => `[0000:0000:0000:0000:0000:FFFF:${padded(quad)}]`,
  NAT64: (quad) => `[64:ff9b::${dotted(quad)}]`,
  'NAT64, hex': (quad) => `[64:ff9b::${words(quad)}]`,
  ISATAP: (quad) => `[2a00:1450::5efe:${words(quad)}]`,
  'ISATAP, global': (quad) => `[2a00:1450::200:5efe:${words(quad)}]`,
};

/** Embeddings that are refused whatever they hold. */
const closedEmbeddings: Readonly<Record<string, Spelling>> = {
  compatible: (quad) => `[::${dotted(quad)}]`,
  'compatible, hex': (quad) => `[::${words(quad)}]`,
  translated: (quad) => `[::ffff:0:${dotted(quad)}]`,
  'NAT64, local': (quad) => `[64:ff9b:1::${dotted(quad)}]`,
  'NAT64, local /48': ([a, b, c, d]) =>
    `[64:ff9b:1:${hex(a * 256 + b)}:${hex(c)}:${hex(d * 256)}::]`,
  '6to4': (quad) => `[2002:${words(quad)}::1]`,
  Teredo: (quad) =>
    `[2001:0:4136:e378:8000:63bf:${words([
      quad[0] ^ 255,
      quad[1] ^ 255,
      quad[2] ^ 255,
      quad[3] ^ 255,
    ])}]`,
  'link-local ISATAP': (quad) => `[fe80::5efe:${dotted(quad)}]`,
};

const blockedHosts = [
  '[0:0:0:0:0:0:0:1]',
  '[2001:db8::1]',
  '[fd00:ec2::254]',
  'LOCALHOST.',
  'lo%63alhost',
  'ｌｏｃａｌｈｏｓｔ',
  'printer.local',
  'metadata.google.internal',
];

const publicQuads: readonly Quad[] = [
  [1, 1, 1, 1],
  [223, 255, 255, 255],
];

const namesOfPrivate: Readonly<Record<string, readonly string[]>> = {
  'loop.example': ['127.0.0.1'],
  'ten.example': ['10.1.2.3'],
  'cloud.example': ['169.254.169.254'],
  'loop6.example': ['::1'],
  'unique.example': ['fd00::1'],
  'link.example': ['fe80::1'],
  'zone.example': ['fe80::1%lo'],
  'mapped.example': ['::ffff:10.0.0.1'],
  'nat64.example': ['64:ff9b::a00:1'],
  'split.example': ['93.184.216.34', '192.168.0.1'],
  'split6.example': ['93.184.216.34', '::1'],
  'last.example': ['93.184.216.34', '93.184.216.35', '0.0.0.0'],
};

let server: RawServer;

beforeAll(async () => {
  server = await startRawServer((socket) => socket.end(httpAnswer(200, 'reached')));
});
afterAll(() => server.close());

function door() {
  const names = fakeLookup({ ...namesOfPrivate, 'public.example': ['93.184.216.34'] });
  const sockets = loopbackSockets();
  const safeFetch = createSafeFetch({
    allowPrivateAddresses: false,
    userAgent: 'test',
    lookup: names.lookup,
    openSocket: sockets.openSocket,
  });
  const fetchFrom = (host: string) =>
    safeFetch.fetchBytes(`http://${host}:${server.port}/skin.png`, limits());
  return { fetchFrom, asked: names.asked, dialled: sockets.dialled };
}

async function expectRefusedUnasked(host: string): Promise<void> {
  const { fetchFrom, asked, dialled } = door();
  await expect(fetchFrom(host), host).rejects.toMatchObject({ kind: 'blocked-address' });
  expect({ asked, dialled }).toEqual({ asked: [], dialled: [] });
}

const expectReached = async (host: string, address: string): Promise<void> => {
  const { fetchFrom, dialled } = door();
  const { bytes } = await fetchFrom(host);
  expect(Buffer.from(bytes).toString()).toBe('reached');
  expect(dialled).toEqual([address]);
};

const sizeOf = (prefixBits: number): number => 2 ** (32 - prefixBits);
const quadOf = (n: number): Quad => [
  Math.floor(n / 2 ** 24),
  Math.floor(n / 2 ** 16) % 256,
  Math.floor(n / 256) % 256,
  n % 256,
];
const spelledBy = (spellings: Readonly<Record<string, Spelling>>) =>
  fc.constantFrom(...Object.values(spellings));

const everySpelling = { ...ipv4Spellings, ...transparentEmbeddings, ...closedEmbeddings };

describe('refused before any request', () => {
  it.each(Object.entries(closedEmbeddings))('also public ones, %s', async (_how, spell) => {
    for (const quad of publicQuads) await expectRefusedUnasked(spell(quad));
  });

  it.each(blockedHosts)('%s', expectRefusedUnasked);

  it.each(['[fe80::1%25eth0]', '1.2.3.4.5', '08.0.0.1', '0xfffffffff', '[127.0.0.1]'])(
    '%s is no valid host',
    async (host) => {
      const { fetchFrom, dialled } = door();
      await expect(fetchFrom(host)).rejects.toMatchObject({ kind: 'bad-url' });
      expect(dialled).toEqual([]);
    },
  );
});

it.each(Object.keys(namesOfPrivate))('refused once resolved: %s', async (name) => {
  const { fetchFrom, asked, dialled } = door();
  await expect(fetchFrom(name)).rejects.toMatchObject({ kind: 'blocked-address' });
  expect({ asked, dialled }).toEqual({ asked: [name], dialled: [] });
});

describe('fetched', () => {
  it.each(Object.entries(ipv4Spellings))('public addresses, %s', async (_how, spell) => {
    for (const quad of publicQuads) await expectReached(spell(quad), dotted(quad));
  });

  it.each(Object.entries(transparentEmbeddings))('public addresses, %s', async (_how, spell) => {
    for (const quad of publicQuads) {
      await expectReached(spell(quad), literalAddress(spell(quad)) ?? 'no literal');
    }
  });

  it('[2A00:1450::5]', () => expectReached('[2A00:1450::5]', '2a00:1450::5'));

  it('public.example', () => expectReached('public.example', '93.184.216.34'));
});

describe('for any address', () => {
  /** The special blocks once more, as plain arithmetic and independent of the code. */
  const privateBlocks: readonly (readonly [first: Quad, prefixBits: number])[] = [
    [[0, 0, 0, 0], 8],
    [[10, 0, 0, 0], 8],
    [[100, 64, 0, 0], 10],
    [[127, 0, 0, 0], 8],
    [[169, 254, 0, 0], 16],
    [[172, 16, 0, 0], 12],
    [[192, 0, 0, 0], 24],
    [[192, 0, 2, 0], 24],
    [[192, 31, 196, 0], 24],
    [[192, 52, 193, 0], 24],
    [[192, 88, 99, 0], 24],
    [[192, 168, 0, 0], 16],
    [[192, 175, 48, 0], 24],
    [[198, 18, 0, 0], 15],
    [[198, 51, 100, 0], 24],
    [[203, 0, 113, 0], 24],
    [[224, 0, 0, 0], 3],
  ];
  const isPrivate = (n: number): boolean =>
    privateBlocks.some(
      ([first, prefixBits]) => n >= whole(first) && n < whole(first) + sizeOf(prefixBits),
    );
  const anyQuad = fc.integer({ min: 0, max: 2 ** 32 - 1 }).map(quadOf);
  const privateQuad = fc
    .constantFrom(...privateBlocks)
    .chain(([first, prefixBits]) =>
      fc.integer({ min: 0, max: sizeOf(prefixBits) - 1 }).map((n) => quadOf(whole(first) + n)),
    );
  it('a private IPv4 is refused in any spelling and embedding', async () => {
    const spelling = spelledBy(everySpelling);
    await fc.assert(
      fc.asyncProperty(privateQuad, spelling, async (quad, spell) => {
        expect(isPublicAddress(literalAddress(spell(quad)) ?? '')).toBe(false);
        await expectRefusedUnasked(spell(quad));
      }),
      { numRuns: 500 },
    );
  });

  it('the result equals plain arithmetic, in any spelling', () => {
    const spelling = spelledBy({ ...ipv4Spellings, ...transparentEmbeddings });
    fc.assert(
      fc.property(anyQuad, spelling, (quad, spell) => {
        const literal = literalAddress(spell(quad));
        expect(isPublicAddress(literal ?? '')).toBe(!isPrivate(whole(quad)));
      }),
      { numRuns: 1000 },
    );
  });

  it('no text makes the rules throw, and only addresses are allowed', () => {
    const piece = fc.constantFrom(
      '.',
      ':',
      '::',
      '[',
      ']',
      '%',
      '0x',
      '1',
      'ffff',
      '127',
      '/',
      'a',
    );
    const text = fc.oneof(
      fc.string({ unit: 'binary' }),
      fc.array(piece).map((p) => p.join('')),
    );
    fc.assert(
      fc.property(text, (host) => {
        const literal = literalAddress(host);
        expect(literal === null || /^[0-9a-f.:]+$/.test(literal)).toBe(true);
        if (isPublicAddress(host)) expect(host).toMatch(/^[0-9a-fA-F.:]+$/);
      }),
      { numRuns: 1000 },
    );
  });
});
