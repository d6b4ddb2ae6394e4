import { expect } from 'vitest';

type Bytes = Uint8Array | Uint8ClampedArray;

/** The first difference of two buffers, if any: fast, with a short message. */
export function expectSameBytes(actual: Bytes, expected: Bytes): void {
  expect(actual.length).toBe(expected.length);
  const at = actual.findIndex((byte, i) => byte !== expected[i]);
  expect({ at, byte: actual[at] }).toEqual({ at: -1, byte: undefined });
}
