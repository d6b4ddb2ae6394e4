import { expect, test } from 'vitest';
import { createFakeClock } from '../../../test/support/fake-clock.ts';
import { dayMs, minuteMs } from '../../common/async/clock.ts';
import { LineupError } from '../../common/errors/lineup-error.ts';
import type { Outcome } from './responses.ts';
import { createWebhookGuard, GuardRefusal, guardRules } from './webhook-guard.ts';

const limited: Outcome = {
  status: 429,
  kind: 'limited',
  state: 'unclear',
  retryAfterMs: 1000,
  isGlobal: false,
};
const refused = (status: number, state: 'dead' | 'unclear'): Outcome => ({
  status,
  kind: 'refused',
  state,
});

/** The code of the error for a client that calls a webhook; `null` if it may. */
function codeOf(call: () => void): unknown {
  try {
    call();
    return null;
  } catch (error) {
    return error instanceof Error && 'code' in error ? error.code : error;
  }
}

test.each([
  ['401', 'overloaded', refused(401, 'dead')],
  ['403', 'overloaded', refused(403, 'unclear')],
  ['429', 'overloaded', limited],
  ['404', null, refused(404, 'unclear')],
])('a %s counts towards a ban: %s', (_status, expected, outcome) => {
  const rules = { badResponses: 3, badResponsesPerClient: 100 };
  const clock = createFakeClock();
  const guard = createWebhookGuard(clock.nowMs, rules);
  for (const webhook of ['a', 'b']) guard.note(webhook, 'a client', outcome);
  expect(codeOf(() => guard.assertNotBlocked('unknown', 'another'))).toBeNull();
  guard.note('c', 'a client', outcome);
  expect(codeOf(() => guard.assertNotBlocked('unknown', 'another'))).toBe(expected);
});

test('a dead webhook is refused as such, whatever else its client has caused', () => {
  const rules = { badResponses: 100, badResponsesPerClient: 1 };
  const guard = createWebhookGuard(createFakeClock().nowMs, rules);
  guard.note('dead', 'a client', refused(401, 'dead'));
  expect(codeOf(() => guard.assertNotBlocked('dead', 'a client'))).toBe('unknown-webhook');
  expect(codeOf(() => guard.assertNotBlocked('other', 'a client'))).toBe('too-many-requests');
});

test('what the guard alone refuses to a client is told from the limits of the platform', () => {
  const rules = { badResponses: 3, badResponsesPerClient: 2 };
  const guard = createWebhookGuard(createFakeClock().nowMs, rules);
  const refuse = (client: string) => () => guard.assertNotBlocked('unknown', client);
  for (const webhook of ['a', 'b']) guard.note(webhook, 'a client', refused(401, 'dead'));
  expect(refuse('a client')).toThrow(GuardRefusal);
  expect(refuse('a client')).toThrow('Too many requests for webhooks that fail; try again in');
  expect(refuse('another')).not.toThrow();
  guard.note('c', 'another', refused(401, 'dead'));
  expect(refuse('another')).toThrow(LineupError);
  expect(refuse('another')).not.toThrow(GuardRefusal);
});

test('after 9,000 error responses in ten minutes only webhooks that were good within a day are called', async () => {
  const clock = createFakeClock();
  const guard = createWebhookGuard(clock.nowMs, guardRules);
  const codes = () =>
    ['good', 'unknown'].map((one) => codeOf(() => guard.assertNotBlocked(one, 'c')));
  guard.note('good', 'c', { ...limited, state: 'good' });
  await clock.advance(dayMs - 1);
  for (let index = 0; index < 8999; index += 1) guard.note('busy', 'c', limited);
  expect(codes()).toEqual([null, null]);
  guard.note('busy', 'c', limited);
  expect(codes()).toEqual([null, 'overloaded']);
  await clock.advance(2);
  expect(codes()).toEqual(['overloaded', 'overloaded']);
  await clock.advance(10 * minuteMs - 3);
  expect(codes()).toEqual(['overloaded', 'overloaded']);
  await clock.advance(1);
  expect(codes()).toEqual([null, null]);
});

test('a client is refused from its thirtieth error response, for ten minutes after its first', async () => {
  const clock = createFakeClock();
  const guard = createWebhookGuard(clock.nowMs, guardRules);
  const code = () => codeOf(() => guard.assertNotBlocked('unknown', 'c'));
  for (let index = 0; index < 29; index += 1) guard.note(`${index}`, 'c', refused(404, 'dead'));
  expect(code()).toBeNull();
  await clock.advance(10 * minuteMs - 1);
  guard.note('last', 'c', refused(403, 'unclear'));
  expect(code()).toBe('too-many-requests');
  await clock.advance(2);
  expect(code()).toBeNull();
});
