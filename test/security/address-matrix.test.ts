import * as fc from 'fast-check';
import { expect, it } from 'vitest';
import { isPublicAddress, literalAddress } from '../../src/upstreams/net/address-rules.ts';
import { createSafeFetch } from '../../src/upstreams/net/safe-fetch.ts';
import { fakeLookup, limits, loopbackSockets } from '../support/net-fakes.ts';

// Every way to write an IPv4 address. Which addresses are public is tested in `address-rules.test.ts`.

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

const everySpelling = { ...ipv4Spellings, ...transparentEmbeddings, ...closedEmbeddings };

it.each(Object.entries(everySpelling))(
  'a private address is refused before any look-up and any socket, %s',
  async (_how, spell) => {
    const { lookup, asked } = fakeLookup({});
    const { openSocket, dialled } = loopbackSockets();
    const options = { allowPrivateAddresses: false, userAgent: 'test', lookup, openSocket };
    const fetched = createSafeFetch(options).fetchBytes(
      `http://${spell([10, 1, 2, 3])}/`,
      limits(),
    );
    await expect(fetched).rejects.toMatchObject({ kind: 'blocked-address' });
    expect({ asked, dialled }).toEqual({ asked: [], dialled: [] });
  },
);

it('any spelling is judged by the address that it reaches, any closed embedding refused', () => {
  const number = fc.oneof(
    fc.constantFrom(0, 10, 100, 127, 169, 172, 192, 198, 203, 254, 255),
    fc.integer({ min: 0, max: 255 }),
  );
  const spelling = fc.constantFrom(...Object.values(everySpelling));
  const isClosed = new Set(Object.values(closedEmbeddings));
  fc.assert(
    fc.property(fc.tuple(number, number, number, number), spelling, (quad, spell) => {
      const literal = literalAddress(spell(quad)) ?? 'no literal';
      const isPublic = !isClosed.has(spell) && isPublicAddress(dotted(quad));
      expect([literal, isPublicAddress(literal)]).toEqual([literal, isPublic]);
      if (Object.values(ipv4Spellings).includes(spell)) expect(literal).toBe(dotted(quad));
    }),
    { numRuns: 1000 },
  );
});

it('no text makes the rules throw, and only addresses are allowed', () => {
  const piece = fc.constantFrom(...'. : :: [ ] % 0x 1 ffff 127 / a'.split(' '));
  const text = fc.oneof(
    fc.string({ unit: 'binary' }),
    fc.array(piece).map((pieces) => pieces.join('')),
  );
  fc.assert(
    fc.property(text, (host) => {
      expect(literalAddress(host) ?? '').toMatch(/^[0-9a-f.:]*$/);
      if (isPublicAddress(host)) expect(host).toMatch(/^[0-9a-fA-F.:]+$/);
    }),
    { numRuns: 1000 },
  );
});
