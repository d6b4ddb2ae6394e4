import { expect, test } from 'vitest';
import { createAddressTable } from './address-table.ts';

const client = (low: number) => ({ high: 0xff_ff_ff_ff, low });
const slot = (taken: number) => ({ endsAfterMs: 1 + taken, taken });

test('a table knows everybody again after it has grown', () => {
  const table = createAddressTable({ mostClients: 10_000, seed: 7 });
  for (let low = 0; low < 10_000; low += 1) expect(table.write(client(low), slot(low))).toBe(true);
  for (let low = 0; low < 10_000; low += 1) expect(table.find(client(low))).toEqual(slot(low));
  expect(table.find(client(10_000))).toBeUndefined();
});

test.each([1, 2, 2048, 2049])('a table of %i takes as many, and no more', (mostClients) => {
  const table = createAddressTable({ mostClients, seed: 7 });
  for (let low = 0; low < mostClients; low += 1) table.write(client(low), slot(1));
  expect(table.write(client(mostClients), slot(1))).toBe(false);
  expect(table.find(client(mostClients))).toBeUndefined();
  // Those that are in it can still be written.
  expect(table.write(client(0), slot(2))).toBe(true);
  expect(table.find(client(0))).toEqual(slot(2));
});
