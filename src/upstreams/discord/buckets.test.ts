import { expect, test } from 'vitest';
import { createFakeClock } from '../../../test/support/fake-clock.ts';
import { createBuckets } from './sender.ts';

const headers = {
  'x-ratelimit-limit': '5',
  'x-ratelimit-remaining': '0',
  'x-ratelimit-reset-after': '1.25',
  'x-ratelimit-bucket': 'abc_-1',
};

/** Buckets that a response with these headers has told of, by an edit with webhook `a`. */
function told(more: Record<string, string> = {}) {
  const buckets = createBuckets(createFakeClock().nowMs);
  const response = { status: 204, headers: { ...headers, ...more }, bytes: new Uint8Array() };
  buckets.learn('a', 'edit', response);
  return buckets;
}

test('a bucket named in headers belongs to one webhook, even if others share the name', () => {
  const buckets = told();
  expect(buckets.waitMs('a', 'edit')).toBe(1250);
  expect(buckets.take('a', 'edit')).toBe(false);
  expect([buckets.waitMs('b', 'edit'), buckets.waitMs('a', 'execute')]).toEqual([0, 0]);
  buckets.learn('b', 'execute', { status: 204, headers, bytes: new Uint8Array() });
  expect(buckets.waitMs('a', 'execute')).toBe(1250);
});

test.each([
  ['x-ratelimit-limit', ''],
  ['x-ratelimit-limit', '0'],
  ['x-ratelimit-limit', '-1'],
  ['x-ratelimit-remaining', 'NaN'],
  ['x-ratelimit-remaining', '0x0'],
  ['x-ratelimit-reset-after', '1e9'],
  ['x-ratelimit-reset-after', '1, 2'],
])('headers with %s are ignored: %s', (name, value) => {
  expect(told({ [name]: value }).waitMs('a', 'edit')).toBe(0);
});

test('a limit holds for an hour at most', () => {
  expect(told({ 'x-ratelimit-reset-after': '99999999' }).waitMs('a', 'edit')).toBe(3_600_000);
});

test.each(['', 'a b', 'a:b', 'a'.repeat(65)])('the name "%s" is ignored', (name) => {
  const buckets = told({ 'x-ratelimit-bucket': name });
  buckets.learn('b', 'execute', {
    status: 204,
    headers: { ...headers, 'x-ratelimit-bucket': name },
    bytes: new Uint8Array(),
  });
  expect([buckets.waitMs('a', 'edit'), buckets.waitMs('a', 'execute')]).toEqual([1250, 0]);
});

test('a late response does not return what other requests have used', () => {
  const buckets = createBuckets(createFakeClock().nowMs);
  const learn = (remaining: string) => {
    const more = { ...headers, 'x-ratelimit-remaining': remaining };
    buckets.learn('a', 'execute', { status: 204, headers: more, bytes: new Uint8Array() });
  };
  for (const expected of [true, true, true]) expect(buckets.take('a', 'execute')).toBe(expected);
  learn('2');
  // The response to the first of the three.
  learn('4');
  const taken = [1, 2, 3].map(() => buckets.take('a', 'execute'));
  expect(taken).toEqual([true, true, false]);
});
