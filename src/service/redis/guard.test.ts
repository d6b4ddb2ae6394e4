import { describe, expect, test } from 'vitest';
import { createFakeClock } from '../../../test/support/fake-clock.ts';
import { createGuard } from './redis.ts';

function guarded() {
  const clock = createFakeClock();
  const guard = createGuard(clock, 50);
  let asked = 0;
  return {
    clock,
    guard,
    asked: () => asked,
    ask: <T>(response: () => Promise<T>) =>
      guard.call(() => {
        asked += 1;
        return response();
      }),
  };
}

const well = async () => 'well';
const failing = () => Promise.reject(new Error('down'));
const hanging = () => new Promise<string>(() => {});

describe('a call', () => {
  test('returns the reply, and leaves no timer behind', async () => {
    const { ask, clock } = guarded();
    expect(await ask(well)).toBe('well');
    expect(clock.pending()).toBe(0);
  });

  test('ignores a late reply, whatever it is', async () => {
    const { ask, clock } = guarded();
    const late = Promise.withResolvers<string>();
    const asking = ask(() => late.promise);
    await clock.advance(50);
    expect(await asking).toBeUndefined();
    late.reject(new Error('late'));
    await clock.advance(1000);
    expect(await ask(well)).toBe('well');
  });
});

describe('backing off', () => {
  test('starts after failures in a row', async () => {
    const { ask, asked, guard, clock } = guarded();
    await Promise.all([ask(failing), ask(failing)]);
    expect(guard.isBackingOff()).toBe(false);
    await ask(failing);
    expect(guard.isBackingOff()).toBe(true);
    expect(await ask(well)).toBeUndefined();
    await clock.advance(999);
    expect(await ask(well)).toBeUndefined();
    expect(asked()).toBe(3);
  });

  test('starts after a single timeout: nobody waits a second time', async () => {
    const { ask, asked, clock, guard } = guarded();
    const asking = ask(hanging);
    await clock.advance(50);
    expect(await asking).toBeUndefined();
    expect(guard.isBackingOff()).toBe(true);
    expect(await ask(well)).toBeUndefined();
    expect(asked()).toBe(1);
    await clock.advance(1000);
    expect(await ask(well)).toBe('well');
    expect(await ask(well)).toBe('well');
  });

  test('does not start after a reply that arrived during a pause of the process', async () => {
    const { ask, clock, guard } = guarded();
    const response = Promise.withResolvers<string>();
    const asking = ask(() => response.promise);
    // The timer is due; with the turn that follows it comes the answer.
    clock.startTimer(50, () => response.resolve('in time'));
    await clock.advance(50);
    expect(await asking).toBe('in time');
    expect(guard.isBackingOff()).toBe(false);
  });

  test('does not start after failures that are not in a row', async () => {
    const { ask, guard } = guarded();
    for (const response of [failing, failing, well, failing, failing, well]) await ask(response);
    expect(guard.isBackingOff()).toBe(false);
  });

  test('ends with one probing call, for which other calls do not wait', async () => {
    const { ask, asked, clock } = guarded();
    for (const response of [failing, failing, failing]) await ask(response);
    await clock.advance(1000);
    const probe = Promise.withResolvers<string>();
    const probing = ask(() => probe.promise);
    expect(await ask(well)).toBeUndefined();
    expect(asked()).toBe(4);
    probe.resolve('back');
    expect(await probing).toBe('back');
    expect(await ask(well)).toBe('well');
  });

  test('ends with a new connection', async () => {
    const { ask, guard } = guarded();
    for (const response of [failing, failing, failing]) await ask(response);
    guard.reset();
    expect(await ask(well)).toBe('well');
  });
});
