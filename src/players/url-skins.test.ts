import { createHash } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { createFakeClock } from '../../test/support/fake-clock.ts';
import type { CacheContext } from '../cache/context.ts';
import { playerCacheRules } from './cached.ts';
import { createCache } from '../cache/swr-cache.ts';
import { LineupError } from '../errors/lineup-error.ts';
import { NetError, type NetErrorKind } from '../net/net-error.ts';
import type { FetchLimits } from '../net/safe-fetch.ts';
import { createUrlSkins } from './url-skins.ts';

const bytes = new TextEncoder().encode('a skin, for all that is known here');
const revision = createHash('sha256').update(bytes).digest('hex');
const url = 'https://skins.example/a.png';
const minuteMs = 60_000;
const dayMs = 24 * 60 * minuteMs;

type Outcome = Uint8Array | Error;

/** Skins from a door that answers what it is told to. */
function setUp(...outcomes: Outcome[]) {
  const clock = createFakeClock();
  const asked: { readonly url: string; readonly limits: FetchLimits }[] = [];
  const skins = createUrlSkins({
    fetchBytes: async (one, limits) => {
      asked.push({ url: one, limits });
      const outcome = outcomes.length > 1 ? outcomes.shift() : outcomes[0];
      if (outcome instanceof Uint8Array) return { bytes: outcome };
      throw outcome ?? new Error('nothing was to be fetched');
    },
    cache: createCache({ ...playerCacheRules.urlSkins, clock, maxBytes: 1024 * 1024 }),
  });
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

describe('a skin from a URL', () => {
  it('is identified by its content', async () => {
    const { load, asked } = setUp(bytes);
    const context = { sourceHit: false };
    expect(await load(url, context)).toEqual({ kind: 'own', revision, url: null, sheet: bytes });
    expect(context.sourceHit).toBe(true);
    expect(asked).toEqual([
      {
        url,
        limits: {
          maxBytes: 1024 * 1024,
          timeoutMs: 5000,
          connectTimeoutMs: 2000,
          maxRedirects: 3,
          accept: 'image/png',
        },
      },
    ]);
  });

  it('has the same revision at any URL, and another for other content', async () => {
    const [first, second, third] = await Promise.all([
      setUp(bytes).load('https://a.example/'),
      setUp(bytes).load('data:whatever'),
      setUp(bytes.slice(1)).load('https://a.example/'),
    ]);
    expect(second.revision).toBe(first.revision);
    expect(third.revision).not.toBe(first.revision);
  });
});

describe('what is cached', () => {
  it('a skin, for fifteen minutes', async () => {
    const { load, asked, clock } = setUp(bytes, bytes.slice(1));
    const first = await load();
    await clock.advance(15 * minuteMs - 1);
    const context = { sourceHit: false };
    expect(await load(url, context)).toEqual(first);
    expect([context.sourceHit, asked.length]).toEqual([false, 1]);
    await clock.advance(1);
    expect((await load()).sheet).toEqual(bytes.slice(1));
    expect(asked).toHaveLength(2);
  });

  it('an absence, for a minute', async () => {
    const { load, asked, clock } = setUp(new NetError('http-status', { status: 404 }), bytes);
    expect((await errorOf(load())).code).toBe('unknown-skin');
    await clock.advance(minuteMs - 1);
    expect((await errorOf(load())).code).toBe('unknown-skin');
    expect(asked).toHaveLength(1);
    await clock.advance(1);
    expect((await load()).sheet).toEqual(bytes);
  });

  it('no failure: the next request fetches again', async () => {
    const { load, asked } = setUp(new NetError('unreachable'), bytes);
    expect((await errorOf(load())).code).toBe('upstream-failed');
    expect((await load()).sheet).toEqual(bytes);
    expect(asked).toHaveLength(2);
  });

  it('the last good skin, for a day of failures', async () => {
    const { load, clock } = setUp(bytes, new NetError('http-status', { status: 503 }));
    await load();
    await clock.advance(dayMs);
    expect((await load()).sheet).toEqual(bytes);
    await clock.advance(1);
    expect((await errorOf(load())).code).toBe('upstream-failed');
  });

  it('each URL separately, however similar', async () => {
    const { load, asked } = setUp(bytes);
    const urls = [url, `${url}?v=2`, `${url}#a`, 'http://skins.example/a.png'];
    for (const one of urls) await load(one);
    expect(asked.map((one) => one.url)).toEqual(urls);
  });

  it('concurrent requests for one URL share one fetch', async () => {
    const { load, asked } = setUp(bytes);
    const [first, second] = await Promise.all([load(), load()]);
    expect([first === second, asked.length]).toEqual([true, 1]);
  });
});

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
    garbage: 502,
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

  it.each([
    [404, 404],
    [410, 404],
    [400, 502],
    [401, 502],
    [403, 502],
    [429, 502],
    [500, 502],
  ])('a page with status %i becomes %i', async (theirs, ours) => {
    const error = await errorOf(setUp(new NetError('http-status', { status: theirs })).load());
    expect(error.status).toBe(ours);
  });

  it('any other error is internal, and passed on as it is', async () => {
    const fault = new TypeError('x is not a function');
    await expect(setUp(fault).load()).rejects.toBe(fault);
  });
});
