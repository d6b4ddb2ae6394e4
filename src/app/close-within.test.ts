import { expect, test } from 'vitest';
import { closeWithin } from './close-within.ts';

const longMs = 60_000;
const patient = { timeoutMs: longMs, idleMs: longMs };
const server = { closeIdleConnections: () => {} };

test('waits for a close that finishes', async () => {
  let isClosed = false;
  const close = async () => {
    await new Promise((done) => setImmediate(done));
    isClosed = true;
  };
  await expect(closeWithin({ close, server }, patient)).resolves.toBe('drained');
  expect(isClosed).toBe(true);
});

test('gives up on a close that does not finish', async () => {
  const close = () => new Promise(() => {});
  const impatient = { ...patient, timeoutMs: 1 };
  await expect(closeWithin({ close, server }, impatient)).resolves.toBe('late');
});

test('passes on the error of a failed close', async () => {
  const close = () => Promise.reject(new Error('stuck'));
  await expect(closeWithin({ close, server }, patient)).rejects.toThrow('stuck');
});
