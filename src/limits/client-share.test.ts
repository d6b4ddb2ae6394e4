import { expect, test } from 'vitest';
import { createFakeClock } from '../../test/support/fake-clock.ts';
import { createClientShare } from './client-share.ts';

test('a client has 300 uncached look-ups a minute; others, and the service itself, have their own', async () => {
  const clock = createFakeClock();
  const admit = createClientShare(clock.nowMs);
  for (let index = 0; index < 300; index += 1) expect(admit('a')).toBeUndefined();
  await clock.advance(20_500);
  expect(admit('a')).toMatchObject({ code: 'overloaded', status: 503, retryAfterSeconds: 40 });
  expect([admit('b'), admit(undefined)]).toEqual([undefined, undefined]);
  await clock.advance(39_500);
  expect(admit('a')).toBeUndefined();
});
