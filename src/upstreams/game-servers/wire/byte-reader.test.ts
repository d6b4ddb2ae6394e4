import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createByteReader, decodeVarInt, encodeVarInt } from './byte-reader.ts';

const vectors: readonly (readonly [number, string])[] = [
  [0, '00'],
  [1, '01'],
  [127, '7f'],
  [128, '8001'],
  [255, 'ff01'],
  [256, '8002'],
  [340, 'd402'],
  [25_565, 'ddc701'],
  [2_097_151, 'ffff7f'],
  [2_147_483_647, 'ffffffff07'],
  [-1, 'ffffffff0f'],
  [-2_147_483_648, '8080808008'],
];

describe('VarInts', () => {
  it.each(vectors)('%i is %s', (value, hex) => {
    expect(encodeVarInt(value).toString('hex')).toBe(hex);
    expect(decodeVarInt(Buffer.from(hex, 'hex'))).toEqual({ value, length: hex.length / 2 });
  });

  it('are read back as written, at any offset', () => {
    fc.assert(
      fc.property(fc.integer(), fc.nat(9), (value, offset) => {
        const bytes = Buffer.concat([Buffer.alloc(offset, 0xff), encodeVarInt(value)]);
        expect(decodeVarInt(bytes, offset)).toEqual({ value, length: bytes.length - offset });
      }),
    );
  });

  it.each(['', '80', 'ffffff', 'ffffffff'])('%s is not complete', (hex) => {
    expect(decodeVarInt(Buffer.from(hex, 'hex'))).toBeNull();
  });

  it.each(['ffffffffff', '808080808000', 'ffffffffffff01'])('%s is too long', (hex) => {
    expect(() => decodeVarInt(Buffer.from(hex, 'hex'))).toThrow(
      expect.objectContaining({ kind: 'invalid-response' }),
    );
  });
});

const read = (hex: string) => createByteReader(Buffer.from(hex, 'hex'));

describe('createByteReader', () => {
  it('reads from front to back', () => {
    const whole = read('d4027f63ddffffffffffffffff03e282acaa');
    expect([whole.varInt(), whole.uint8(), whole.uint16(), whole.int64()]).toEqual([
      340,
      127,
      25_565,
      -1n,
    ]);
    expect(whole.string()).toBe('€');
    expect(whole.bytes(1)).toHaveLength(1);
    expect(() => whole.bytes(1)).toThrow();
  });

  it.each<[string, string, (reader: ReturnType<typeof createByteReader>) => unknown]>([
    ['an empty one', '', (reader) => reader.uint8()],
    ['half a number', '01', (reader) => reader.uint16()],
    ['a VarInt without an end', 'ff', (reader) => reader.varInt()],
    ['a string that is shorter than it says', '0561', (reader) => reader.string()],
    ['a string of negative length', 'ffffffff0f61', (reader) => reader.string()],
    ['a string of two gigabytes', 'ffffffff0761', (reader) => reader.string()],
  ])('refuses %s', (_name, hex, act) => {
    expect(() => act(read(hex))).toThrow(expect.objectContaining({ kind: 'invalid-response' }));
  });
});
