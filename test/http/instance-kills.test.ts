import { beforeAll, expect, it } from 'vitest';
import { runKillScenario, type KillOutcome } from '../support/kill-scenario.ts';

// Two instances as processes, one of which is killed, and Redis, which is killed as well.

const webhooks = 6;
const messagesEach = 10;
const kills = [
  { at: 0.2, what: 'instance' },
  { at: 0.5, what: 'redis' },
] as const;

let outcome: KillOutcome;
beforeAll(async () => {
  outcome = await runKillScenario({
    webhooks,
    messagesEach,
    kills,
  });
}, 120_000);

it('every queued message arrives once, in order', () => {
  const { accepted, uncertain, arrived, waiting } = outcome;
  expect(waiting).toBe(0);
  expect(arrived.size).toBe(webhooks);
  for (const [webhook, contents] of accepted) {
    const all = arrived.get(webhook) ?? [];
    expect(all.filter((content) => !uncertain.has(content))).toEqual(contents);
    expect(new Set(all).size).toBe(all.length);
    expect(contents.length + uncertain.size).toBeGreaterThanOrEqual(messagesEach);
  }
});

it('the limits of the platform are never exceeded', () => {
  expect(outcome.refusals).toBe(0);
  expect(outcome.maxInASecond).toBeLessThanOrEqual(50);
});

it('no request fails except those in progress at the killed instance', () => {
  expect(outcome.failures).toEqual([]);
  expect(outcome.pictures).toBeGreaterThan(100);
  // A client has one post in progress at each kill, and a webhook one call: a repeated one is one that
  // was not noted in time.
  expect(outcome.uncertain.size).toBeLessThanOrEqual(webhooks * kills.length);
  expect(outcome.repeats).toBeLessThanOrEqual(webhooks * kills.length);
});
