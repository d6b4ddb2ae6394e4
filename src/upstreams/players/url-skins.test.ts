import { describe, expect, it } from 'vitest';
import { createFakeClock } from '../../../test/support/fake-clock.ts';
import type { CacheContext } from '../../common/cache/context.ts';
import { playerCaches } from './cached.ts';
import { createCache } from '../../common/cache/swr-cache.ts';
import { LineupError } from '../../common/errors/lineup-error.ts';
import { NetError, type NetErrorKind } from '../net/net-error.ts';
import type { FetchLimits } from '../net/safe-fetch.ts';
import { createUrlSkins } from './url-skins.ts';

const bytes = new TextEncoder().encode('a skin, for all that is known here');
const url = 'https://skins.example/a.png';

type Outcome = Uint8Array | Error;

/** Skins from a door that answers what it is told to. */
function setUp(...outcomes: Outcome[]) {
  const clock = createFakeClock();
  const asked: { readonly url: string; readonly limits: FetchLimits }[] = [];
  const fetchBytes = async (one: string, limits: FetchLimits) => {
    asked.push({ url: one, limits });
    const outcome = outcomes.length > 1 ? outcomes.shift() : outcomes[0];
    if (outcome instanceof Uint8Array) return { bytes: outcome };
    throw outcome ?? new Error('nothing was to be fetched');
  };
  const cache = createCache({ ...playerCaches.urlSkins, clock, maxBytes: 1024 * 1024 });
  const skins = createUrlSkins(fetchBytes, cache);
  const load = (one = url, context: CacheContext = { sourceHit: false }) =>
    skins.load(one, context);
  return { clock, asked, load };
}

/** The public error that a load ends with. */
async function errorOf(loading: Promise<unknown>): Promise<LineupError> {
  const error: unknown = await loading.then(
    () => 'loaded',
    (reason: unknown) => reason,
  );
  expect(error).toBeInstanceOf(LineupError);
  return error instanceof LineupError ? error : new LineupError('internal');
}

describe('a data URL', () => {
  it.each(['data:image/png;base64,AAAA', 'DATA:,x', ' data:,x', '\tDaTa:,x'])(
    '%j is decoded each time, without requests or caching',
    async (one) => {
      const { load, asked } = setUp(bytes, bytes.slice(1));
      const context = { sourceHit: false };
      expect((await load(one, context)).sheet).toEqual(bytes);
      expect((await load(one, context)).sheet).toEqual(bytes.slice(1));
      expect([context.sourceHit, asked.length]).toEqual([false, 2]);
    },
  );

  it('that is malformed is the client’s error', async () => {
    const { load } = setUp(new NetError('bad-data-url'));
    expect((await errorOf(load('data:'))).code).toBe('bad-request');
  });
});

describe('errors', () => {
  const statuses = {
    'bad-url': 400,
    'long-url': 400,
    scheme: 400,
    credentials: 400,
    'bad-data-url': 400,
    'blocked-port': 400,
    'blocked-address': 400,
    'blocked-host': 400,
    'dns-failure': 502,
    'too-large': 400,
    unresolvable: 502,
    unreachable: 502,
    timeout: 502,
    'too-many-redirects': 502,
    'bad-redirect': 502,
    'http-status': 502,
    'invalid-response': 502,
    aborted: 502,
    busy: 503,
  } as const satisfies Record<NetErrorKind, number>;
  const kinds = Object.keys(statuses).filter((kind): kind is NetErrorKind => kind in statuses);
  it.each(kinds)('%s has its own status', async (kind) => {
    const status = statuses[kind];
    const cause = new NetError(kind, { cause: new Error('10.1.2.3 said no') });
    const error = await errorOf(setUp(cause).load());
    expect(error.status).toBe(status);
    // The sentences of the door are made for strangers; what really happened stays in the log.
    expect(error.message).toBe(cause.message);
    expect(error.cause).toMatchObject({ service: 'skin URLs', cause });
    expect(error.retryAfterSeconds !== undefined).toBe(status === 503);
  });

  it('any other error is internal, and passed on as it is', async () => {
    const fault = new TypeError('x is not a function');
    await expect(setUp(fault).load()).rejects.toBe(fault);
  });
});
