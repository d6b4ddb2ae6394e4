import { describe, expect, it } from 'vitest';
import { readMods } from './mods.ts';

/** Packs bytes as Forge does since 1.18: fifteen bits a unit, the number of bytes in front. */
function pack(bytes: Buffer, length = bytes.length): string {
  const units = [length & 0x7fff, (length >>> 15) & 0x7fff];
  let held = 0;
  let bits = 0;
  for (const byte of bytes) {
    bits |= byte << held;
    held += 8;
    if (held < 15) continue;
    units.push(bits & 0x7fff);
    bits >>>= 15;
    held -= 15;
  }
  if (held > 0) units.push(bits & 0x7fff);
  return String.fromCharCode(...units);
}

function text(value: string): Buffer {
  const bytes = Buffer.from(value);
  return Buffer.concat([Buffer.from([bytes.length]), bytes]);
}

const packed = Buffer.concat([
  Buffer.from([0, 0, 3]),
  // One channel and a version; no channel and no version; none and a version.
  Buffer.from([2]),
  text('create'),
  text('0.5.1'),
  text('main'),
  text('1'),
  Buffer.from([1]),
  Buffer.from([1]),
  text('server_tool'),
  Buffer.from([0]),
  text('jei'),
  text('19.0.0'),
  Buffer.from([0]),
]);

const three = [
  { id: 'create', version: '0.5.1' },
  { id: 'server_tool', version: null },
  { id: 'jei', version: '19.0.0' },
];

const modsOf = (status: Parameters<typeof readMods>[0]) => readMods(status).mods;

describe('readMods', () => {
  it('distinguishes no list from an empty list', () => {
    expect(readMods({})).toEqual({ mods: null, modsTruncated: null });
    expect(modsOf({ modinfo: { type: 'FML', modList: [] } })).toEqual([]);
  });

  it('reads the form of 1.7 to 1.12', () => {
    const modList = [{ modid: 'Forge', version: '10.13.4' }, { modid: 7 }, 'x', { modid: 'b' }];
    expect(modsOf({ modinfo: { type: 'FML', modList } })).toEqual([
      { id: 'Forge', version: '10.13.4' },
      { id: 'b', version: null },
    ]);
  });

  it('reads the form of 1.13 to 1.17', () => {
    const mods = [
      { modId: 'forge', modmarker: '36.2' },
      { modId: 'tool', modmarker: 'OHNOES\u{1f631}\u{1f631}' },
      { modId: 'any', modmarker: 'ANY' },
    ];
    expect(modsOf({ forgeData: { mods, fmlNetworkVersion: 2 } })).toEqual([
      { id: 'forge', version: '36.2' },
      { id: 'tool', version: null },
      { id: 'any', version: null },
    ]);
  });

  it('unpacks the form since 1.18', () => {
    expect(modsOf({ forgeData: { mods: [], d: pack(packed) } })).toEqual(three);
  });

  it('keeps the mods before damaged data', () => {
    expect(modsOf({ forgeData: { d: pack(packed.subarray(0, 40)) } })).toEqual(three.slice(0, 2));
    expect(modsOf({ forgeData: { d: pack(packed, 40) } })).toEqual(three.slice(0, 2));
  });

  it.each([
    ['nothing', ''],
    ['a size and no bytes', '\u7fff\u7fff'],
    ['a number of mods and none', pack(Buffer.from([0, 0xff, 0xff]))],
    ['units that hold more than fifteen bits', '\uffff'.repeat(100)],
  ])('survives %s', (_name, d) => {
    expect(modsOf({ forgeData: { d } })).toEqual([]);
  });

  it('does not loop up to the announced number of channels', () => {
    const d = pack(Buffer.from([0, 0, 1, 0xff, 0xff, 0xff, 0xff, 7, 1, 97]));
    expect(modsOf({ forgeData: { d } })).toEqual([{ id: 'a', version: null }]);
  });

  it('keeps a thousand mods at most', () => {
    const modList = Array.from({ length: 4000 }, (_, i) => ({ modid: `m${i}`, version: '1' }));
    expect(modsOf({ modinfo: { modList } })).toHaveLength(1000);
  });

  it.each([
    ['a list', { forgeData: { mods: [] } }, false],
    ['a list cut short', { forgeData: { mods: [], truncated: true } }, true],
    ['a packed list', { forgeData: { d: pack(packed) } }, false],
    [
      'one cut short',
      { forgeData: { d: pack(Buffer.concat([Buffer.from([1]), packed.subarray(1)])) } },
      true,
    ],
    ['one cut short on the way', { forgeData: { d: pack(packed.subarray(0, 40)) } }, true],
    ['the oldest list', { modinfo: { modList: [] } }, false],
  ])('reports for %s whether the list is complete', (_name, status, isTruncated) => {
    expect(readMods(status).modsTruncated).toBe(isTruncated);
  });
});
