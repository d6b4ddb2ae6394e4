import { hash } from 'node:crypto';
import { brotliDecompressSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { loadAssets, openAssets, type AssetName } from './assets.ts';

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

test('files are compressed before anybody asks for them, those of a first load as well as can be', async () => {
  const assets = await openAssets();
  const sent = async (name: AssetName) => {
    const document = assets.documents.get(assets.pathOf(name));
    await expect.poll(() => document?.compressed.has('br')).toBe(true);
    const bytes = (await document?.compressed.get('br')) ?? new Uint8Array();
    expect(brotliDecompressSync(bytes).equals(document?.bytes ?? bytes)).toBe(true);
    return bytes.length;
  };
  expect((await sent('page.js')) + (await sent('base.js'))).toBeLessThan(21_000);
  expect(await sent('style.css')).toBeLessThan(9400);
  expect(await sent('swagger-ui.css')).toBeLessThan(20_500);
});
