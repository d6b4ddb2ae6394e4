import { hash } from 'node:crypto';
import { expect, test } from 'vitest';
import { loadAssets } from './assets.ts';

test('the name of a file that browsers keep for a year changes with every byte that is sent', async () => {
  const { documents } = await loadAssets();
  expect(documents.size).toBeGreaterThan(20);
  for (const [path, { bytes, policy }] of documents) {
    expect([path, policy]).toEqual([
      expect.stringContaining(`.${hash('sha256', bytes, 'hex').slice(0, 16)}.`),
      'asset',
    ]);
  }
});
