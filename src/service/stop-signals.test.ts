import { expect, test } from 'vitest';
import { createFakeClock } from '../../test/support/fake-clock.ts';
import { createStopHandler, watchParent } from './stop-signals.ts';

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
