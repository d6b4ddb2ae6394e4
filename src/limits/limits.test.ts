import { expect, test } from 'vitest';
import { createLimits } from './limits.ts';

test('all windows of a million addresses together take less than 200 MB', async () => {
  const limits = createLimits({ nowMs: () => 1e12, seed: 7, apiMax: 240, webhookMax: 10 });
  const before = memoryBytes();
  for (let number = 0; number < 1_000_000; number += 1) {
    const address = `${(number >> 16) + 1}.${(number >> 8) & 255}.${number & 255}.7`;
    await limits.take(address, 'webhook');
    limits.attempt(address);
  }
  expect(memoryBytes() - before).toBeLessThan(200_000_000);
  expect(await limits.look('16.0.0.7', 'webhook')).toMatchObject({ limit: 10, remaining: 9 });
});

function memoryBytes(): number {
  const { heapUsed, arrayBuffers } = process.memoryUsage();
  return heapUsed + arrayBuffers;
}
