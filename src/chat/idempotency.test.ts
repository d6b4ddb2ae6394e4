import { expect, test } from 'vitest';
import { createProcessRecords } from './idempotency.ts';

const dayMs = 86_400_000;

/** How many of these records the process keeps; the newest among them. */
async function keptOf(count: number, record: string): Promise<number> {
  const records = createProcessRecords();
  for (let number = 0; number < count; number += 1) {
    await records.claim(String(number), '', dayMs);
    await records.replace(String(number), record, dayMs);
  }
  let kept = 0;
  // The newest first: claiming one that is gone stores it anew.
  for (let number = count - 1; number >= 0; number -= 1) {
    if ((await records.claim(String(number), record, dayMs)) === null) break;
    kept += 1;
  }
  return kept;
}

test('the process keeps 10,000 records', async () => {
  expect(await keptOf(10_500, '{}')).toBe(10_000);
});

test('the process keeps 64 MiB of records', async () => {
  const record = 'x'.repeat(64 * 1024);
  expect(await keptOf(1100, record)).toBe(1022);
});
