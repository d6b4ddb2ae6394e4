import { expect, test } from 'vitest';
import { createShares } from './shares.ts';

test('one client gets at most its share, all clients together at most the total', () => {
  const { take } = createShares({ perClient: 3, total: 5 });
  expect(take('a', 2)).not.toBeNull();
  expect(take('a', 2)).toBeNull();
  expect(take('a')).not.toBeNull();
  expect(take('b', 3)).toBeNull();
  expect(take('b', 2)).not.toBeNull();
  expect(take('c')).toBeNull();
});

test('a share that is released twice is credited once', () => {
  const { take } = createShares({ perClient: 1, total: 2 });
  const release = take('a');
  release?.();
  release?.();
  expect(take('a')).not.toBeNull();
  expect(take('a')).toBeNull();
  expect(take('b')).not.toBeNull();
  expect(take('c')).toBeNull();
});
