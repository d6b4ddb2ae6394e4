import { expect, test, vi } from 'vitest';
import { closeWithin } from './close-within.ts';

const longMs = 60_000;
const patient = { timeoutMs: longMs, idleMs: longMs };
const server = { closeIdleConnections: () => {} };

test('gives up on a close that does not finish', async () => {
  const close = () => new Promise(() => {});
  const impatient = { ...patient, timeoutMs: 1 };
  await expect(closeWithin({ close, server }, impatient)).resolves.toBe('late');
});

test('passes on the error of a failed close, and leaves no timer', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  const close = () => Promise.reject(new Error('stuck'));
  await expect(closeWithin({ close, server }, patient)).rejects.toThrow('stuck');
  expect(vi.getTimerCount()).toBe(0);
  vi.useRealTimers();
});
