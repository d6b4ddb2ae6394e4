import { describe, expect, it } from 'vitest';
import { createFakeClock } from '../../test/support/fake-clock.ts';
import type { CacheContext } from '../cache/context.ts';
import { createCache } from '../cache/swr-cache.ts';
import { LineupError } from '../errors/lineup-error.ts';
import { robloxCacheRules } from './cached.ts';
import type { EndpointName } from './endpoints.ts';
import { createPeople } from './people.ts';
import type { Platform } from './platform.ts';

/** People of a platform that answers by endpoint. */
function setUp(answers: Partial<Record<EndpointName, unknown>>) {
  const clock = createFakeClock();
  const platform: Platform = {
    call: async (endpoint, { shape }) => {
      const answer = answers[endpoint];
      if (answer instanceof Error) throw answer;
      if (!shape.Check(answer)) throw new TypeError('an answer of another shape');
      return answer;
    },
    reserve: () => undefined,
    hasKey: false,
    guardsOf: () => ({
      isRefusing: () => false,
      timeoutError: () => new LineupError('upstream-timeout'),
    }),
  };
  const base = { clock, maxBytes: 1_000_000 };
  const { names, users, profiles, counts } = robloxCacheRules;
  const people = createPeople({
    platform,
    clock,
    caches: {
      names: createCache({ ...base, ...names }),
      users: createCache({ ...base, ...users }),
      profiles: createCache({ ...base, ...profiles }),
      counts: createCache({ ...base, ...counts }),
    },
  });
  const context: CacheContext = { sourceHit: false };
  return { clock, people, context };
}

it('a user is found by a former name, and is called by the present one', async () => {
  const wire = { id: 1, name: 'Now', displayName: 'N', hasVerifiedBadge: false };
  const { clock, people, context } = setUp({
    usersByName: { data: [{ ...wire, requestedUsername: 'Before' }] },
  });
  const found = people.find({ name: 'bEFORE' }, context);
  await clock.advance(50);
  expect(await found).toEqual({ id: 1, name: 'Now', displayName: 'N', verified: false });
});

describe('the numbers of a user', () => {
  it('are fresh for a quarter of an hour', async () => {
    const { clock, people, context } = setUp({
      friendCount: { count: 3 },
      followerCount: { count: 9 },
    });
    expect(await people.counts(1, context)).toEqual({ friends: 3, followers: 9 });
    expect(context.expiresAt).toBe(clock.nowMs() + 15 * 60_000);
  });

  it('are not fresh if one is missing', async () => {
    const { people, context } = setUp({
      friendCount: { count: 3 },
      followerCount: new LineupError('upstream-failed'),
    });
    expect(await people.counts(1, context)).toEqual({ friends: 3, followers: null });
    expect(context.expiresAt).toBe(0);
  });
});
