import { expect, test } from 'vitest';
import { createFakeClock } from '../../../test/support/fake-clock.ts';
import { createDnsHealth } from './name-lookup.ts';
import { NetError } from './net-error.ts';

/** Names cannot be resolved until `recover` is called. */
function setUp() {
  const clock = createFakeClock();
  let isAnswering = false;
  let probes = 0;
  const health = createDnsHealth({
    clock,
    probe: async () => {
      probes += 1;
      return isAnswering;
    },
  });
  const fail = (reason: unknown) => health.watch(Promise.reject(reason)).catch(() => {});
  return { ...health, clock, fail, probes: () => probes, recover: () => (isAnswering = true) };
}

test.each([
  ['dns-failure', false, 1],
  ['unresolvable', true, 0],
  ['timeout', true, 0],
  ['aborted', true, 0],
] as const)(
  'a look-up that ends with %s: well is %s after %i probes',
  async (kind, isHealthy, probes) => {
    const health = setUp();
    await health.fail(new NetError(kind));
    await health.clock.advance(0);
    expect([health.isHealthy(), health.probes()]).toEqual([isHealthy, probes]);
  },
);

test.each([
  ['is found', (health) => health.watch(Promise.resolve('1.1.1.1')), true],
  ['does not exist', ({ fail }) => fail(new NetError('unresolvable')), true],
  ['fails as the others did', ({ fail }) => fail(new NetError('dns-failure')), false],
  ['was given up', ({ fail }) => fail(new NetError('aborted')), false],
  ['fails in another way', ({ fail }) => fail(new Error('a defect')), false],
] satisfies [string, (health: ReturnType<typeof setUp>) => unknown, boolean][])(
  'after a failure, a name that %s',
  async (_what, lookUp, isHealthy) => {
    const health = setUp();
    await health.fail(new NetError('dns-failure'));
    await health.clock.advance(0);
    await lookUp(health);
    expect([health.isHealthy(), health.probes()]).toEqual([isHealthy, 1]);
  },
);

test('while it is ill, a probe is made every five seconds, by whoever asks', async () => {
  const health = setUp();
  await health.fail(new NetError('dns-failure'));
  await health.clock.advance(4999);
  await health.fail(new NetError('dns-failure'));
  expect([health.isHealthy(), health.probes()]).toEqual([false, 1]);
  health.recover();
  await health.clock.advance(1);
  expect([health.isHealthy(), health.probes()]).toEqual([false, 2]);
  await health.clock.advance(60_000);
  expect([health.isHealthy(), health.probes()]).toEqual([true, 2]);
});
