import { expect, test } from 'vitest';
import { closeWithin } from './drain.ts';

const longMs = 60_000;

test('waits for a close that finishes', async () => {
  let isClosed = false;
  const close = async () => {
    await new Promise((done) => setImmediate(done));
    isClosed = true;
  };
  await expect(closeWithin({ close }, longMs)).resolves.toBe('drained');
  expect(isClosed).toBe(true);
});

test('gives up on a close that does not finish', async () => {
  await expect(closeWithin({ close: () => new Promise(() => {}) }, 1)).resolves.toBe('late');
});

test('passes on why a close failed', async () => {
  await expect(
    closeWithin({ close: () => Promise.reject(new Error('stuck')) }, longMs),
  ).rejects.toThrow('stuck');
});
