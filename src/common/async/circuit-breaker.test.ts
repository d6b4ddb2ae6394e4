import { describe, expect, it } from 'vitest';
import { createFakeClock } from '../../../test/support/fake-clock.ts';
import { type CircuitBreaker, createCircuitBreaker, type Outcome } from './circuit-breaker.ts';

function setUp() {
  const clock = createFakeClock();
  const breaker = createCircuitBreaker({
    nowMs: clock.nowMs,
    failureLimit: 3,
    openMs: 1000,
    maxOpenMs: 3000,
  });
  return { clock, breaker };
}

async function call(breaker: CircuitBreaker, outcome: Outcome): Promise<boolean> {
  const report = await breaker.enter();
  report?.(outcome);
  return report !== null;
}

const answered: Outcome = { kind: 'answered' };
const failed: Outcome = { kind: 'failed' };
const refused: Outcome = { kind: 'refused' };
const unclear: Outcome = { kind: 'unclear' };

async function openIt(breaker: CircuitBreaker): Promise<void> {
  for (let times = 0; times < 3; times += 1) await call(breaker, failed);
}

describe('createCircuitBreaker', () => {
  it.each<[string, Outcome[], boolean]>([
    ['nothing yet', [], false],
    ['fewer failures than the limit', [failed, failed], false],
    ['as many failures in a row', [failed, failed, failed], true],
    ['failures with a success between', [failed, failed, answered, failed, failed], false],
    ['failures and calls that never got out', [failed, unclear, failed, unclear, failed], true],
    ['only calls that never got out', [unclear, unclear, unclear, unclear], false],
    ['one refusal', [refused], true],
    ['a refusal after successes', [answered, answered, refused], true],
  ])('after %s', async (_name, outcomes, isOpen) => {
    const { breaker } = setUp();
    for (const outcome of outcomes) await call(breaker, outcome);
    expect(breaker.isRefusing()).toBe(isOpen);
    expect((await breaker.enter()) === null).toBe(isOpen);
  });

  it('reports how long it stays open', async () => {
    const { clock, breaker } = setUp();
    expect(breaker.waitMs()).toBe(0);
    await call(breaker, { kind: 'refused', backOffMs: 2000 });
    await clock.advance(500);
    expect(breaker.waitMs()).toBe(1500);
    await clock.advance(1500);
    expect(breaker.waitMs()).toBe(0);
  });

  it('lets one probe through when its time is over', async () => {
    const { clock, breaker } = setUp();
    await openIt(breaker);
    await clock.advance(999);
    expect(await breaker.enter()).toBeNull();
    await clock.advance(1);
    expect(breaker.isRefusing()).toBe(false);
    const probe = await breaker.enter();
    expect(breaker.isRefusing()).toBe(true);
    probe?.(answered);
    expect(breaker.isRefusing()).toBe(false);
    await call(breaker, failed);
    await call(breaker, failed);
    expect(breaker.isRefusing()).toBe(false);
  });

  it.each([
    ['come in after it succeeded', answered, [true, true]],
    ['are refused after it failed', failed, [false, false]],
    ['are refused after it was refused', refused, [false, false]],
  ])('calls that arrive during a probe %s', async (_what, outcome, letIn) => {
    const { clock, breaker } = setUp();
    await openIt(breaker);
    await clock.advance(1000);
    const [probe, ...others] = [breaker.enter(), breaker.enter(), breaker.enter()];
    let hasEnded = false;
    const passes = Promise.all(others).finally(() => (hasEnded = true));
    await clock.advance(0);
    expect(hasEnded).toBe(false);
    (await probe)?.(outcome);
    expect((await passes).map((pass) => pass !== null)).toEqual(letIn);
  });

  it('a waiting call becomes the probe when the first one was never sent', async () => {
    const { clock, breaker } = setUp();
    await openIt(breaker);
    await clock.advance(1000);
    const [first, second, third] = [breaker.enter(), breaker.enter(), breaker.enter()];
    (await first)?.(unclear);
    const next = await second;
    expect(next).not.toBeNull();
    expect(breaker.isRefusing()).toBe(true);
    next?.(failed);
    expect(await third).toBeNull();
  });

  it('stays open longer with every failing probe, up to its ceiling', async () => {
    const { clock, breaker } = setUp();
    await openIt(breaker);
    for (const openMs of [1000, 2000, 3000, 3000]) {
      await clock.advance(openMs - 1);
      expect(breaker.isRefusing()).toBe(true);
      await clock.advance(1);
      expect(await call(breaker, failed)).toBe(true);
    }
  });

  it('resets to the shortest pause after a successful probe', async () => {
    const { clock, breaker } = setUp();
    await openIt(breaker);
    await clock.advance(1000);
    await call(breaker, failed);
    await clock.advance(2000);
    await call(breaker, answered);
    await openIt(breaker);
    expect(breaker.isRefusing()).toBe(true);
    await clock.advance(1000);
    expect(breaker.isRefusing()).toBe(false);
  });

  it.each([
    ['nothing', undefined, 1000],
    ['less than the usual pause', 10, 1000],
    ['more', 2500, 2500],
    ['far more than the ceiling', 86_400_000, 3000],
  ])('stays open as long as the upstream requested: %s', async (_name, backOffMs, openMs) => {
    const { clock, breaker } = setUp();
    await call(breaker, backOffMs === undefined ? refused : { kind: 'refused', backOffMs });
    await clock.advance(openMs - 1);
    expect(breaker.isRefusing()).toBe(true);
    await clock.advance(1);
    expect(breaker.isRefusing()).toBe(false);
  });

  it.each([answered, failed, refused])('ignores results of earlier calls: %o', async (late) => {
    const { clock, breaker } = setUp();
    const slow = await breaker.enter();
    await openIt(breaker);
    await clock.advance(500);
    slow?.(late);
    expect(breaker.isRefusing()).toBe(true);
    await clock.advance(500);
    expect(breaker.isRefusing()).toBe(false);
  });

  it('counts failures of calls that overlapped with a success', async () => {
    const { breaker } = setUp();
    const passes = await Promise.all(Array.from({ length: 4 }, breaker.enter));
    passes[0]?.(answered);
    for (const pass of passes.slice(1)) pass?.(failed);
    expect(breaker.isRefusing()).toBe(true);
  });
});
