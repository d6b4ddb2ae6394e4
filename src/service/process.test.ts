import { expect, test, vi } from 'vitest';
import { closeWithin, listenSentence, createStopHandler, watchParent } from './process.ts';
import { createServer } from 'node:net';
import { once } from 'node:events';
import { createFakeClock } from '../../test/support/fake-clock.ts';

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

test('an address of another machine is said to be none of this one', async () => {
  const place = { host: '192.0.2.1', port: 8080, setting: 'PORT' };
  const [error]: unknown[] = await once(createServer().listen(0, place.host), 'error').catch(
    (reason: unknown) => [reason],
  );
  expect(listenSentence(error, place)).toBe('HOST: 192.0.2.1 is not an address of this machine.');
});

test('what nobody thought of is told as it is', () => {
  const place = { host: '::', port: 80, setting: 'METRICS_PORT' };
  expect(listenSentence(new Error('no luck'), place)).toBe(
    "The service can't listen at ::, port 80: Error: no luck",
  );
});

function recordStops() {
  const clock = createFakeClock();
  const events: string[] = [];
  const handler = createStopHandler(clock, {
    stop: (signal) => events.push(signal),
    quit: () => events.push('quit'),
  });
  return { clock, events, ...handler };
}

test('copies of a signal within a second are one signal', async () => {
  const { clock, events, onSignal } = recordStops();
  for (const passedMs of [0, 0, 5, 994]) {
    await clock.advance(passedMs);
    onSignal('SIGINT');
    onSignal('SIGTERM');
  }
  expect(events).toEqual(['SIGINT']);
});

test('a signal a second after the first ends the process', async () => {
  const { clock, events, onSignal } = recordStops();
  onSignal('SIGTERM');
  await clock.advance(600);
  onSignal('SIGTERM');
  // Measured from the first, not from the one before.
  await clock.advance(400);
  onSignal('SIGINT');
  expect(events).toEqual(['SIGTERM', 'quit']);
});

test('a lost parent stops the service, and never ends it at once', async () => {
  const { clock, events, onSignal, onParentLost } = recordStops();
  onParentLost();
  await clock.advance(5000);
  onParentLost();
  expect(events).toEqual(['SIGHUP']);
  onSignal('SIGTERM');
  expect(events).toEqual(['SIGHUP', 'quit']);
});

test('a lost parent is noticed once', async () => {
  const clock = createFakeClock();
  let [parentId, lost] = [7, 0];
  watchParent(
    clock,
    () => parentId,
    () => {
      lost += 1;
    },
  );
  await clock.advance(60_000);
  expect(lost).toBe(0);
  parentId = 1;
  await clock.advance(60_000);
  expect([lost, clock.pending()]).toEqual([1, 0]);
});
