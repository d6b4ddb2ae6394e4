import { expect, it } from 'vitest';
import { createBulkLookup } from './bulk-lookup.ts';

/** Looks these up at the same time; `bulk` cannot. */
async function lookUp(keys: readonly string[]) {
  const singles: unknown[] = [];
  const reserved: unknown[] = [];
  const find = createBulkLookup<string>({
    service: {
      reserve: (clients) => {
        reserved.push(clients);
        return undefined;
      },
    },
    maxKeys: 10,
    single: async (key, clients) => {
      singles.push([key, clients]);
      return key.toUpperCase();
    },
    bulk: async () => null,
  });
  const found = await Promise.all(keys.map((key) => find(key, `client of ${key}`)));
  return { found, singles, reserved };
}

it('one key takes the token of its call alone; several that are looked up one by one take one each', async () => {
  const alone = await lookUp(['a']);
  expect(alone).toMatchObject({ found: ['A'], singles: [['a', undefined]] });
  expect(alone.reserved).toHaveLength(1);
  const both = await lookUp(['a', 'b']);
  const clients = ['client of a', 'client of b'];
  expect(both).toMatchObject({
    found: ['A', 'B'],
    singles: [
      ['a', clients],
      ['b', clients],
    ],
  });
});
