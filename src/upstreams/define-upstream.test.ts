import { expect, test } from 'vitest';
import { createFakeClock } from '../../test/support/fake-clock.ts';
import { bucketOpener } from '../common/async/token-bucket.ts';
import { cacheOpener, restOf } from '../common/cache/swr-cache.ts';
import {
  defineUpstream,
  hostOpener,
  openUpstreams,
  type HealthPart,
  type Host,
  type UpstreamParts,
} from './define-upstream.ts';
import { upstreams } from './upstreams.ts';

/** Opens hosts whose responses all have this status. */
function setUp(status: number) {
  const clock = createFakeClock();
  const health: HealthPart[] = [];
  const request = async () => ({ status, headers: {}, bytes: new Uint8Array() });
  const openHost = hostOpener(
    {
      clock,
      openBucket: bucketOpener({ clock }),
      openClient: () => ({ request, close: async () => {} }),
      safeFetch: { fetchBytes: () => Promise.reject(new Error('no')), close: async () => {} },
    },
    health,
  );
  const open = (host: Partial<Host> = {}) => {
    const rules = { serviceName: 'A', request: {}, meanings: { 200: 'found' } } as const;
    const service = openHost({ name: 'a', url: 'https://a.example', rules, ...host });
    const call = () => service.call({ path: '/', clients: ['client'], read: () => null });
    return { service, call };
  };
  return { health, open };
}

test('a part of /readyz is degraded once all of its hosts refuse calls', async () => {
  const { health, open } = setUp(500);
  const hosts = [open({ health: 'A' }), open({ health: 'A' }), open()];
  const isHealthy = () => health.map((part) => [part.name, part.isHealthy()]);
  const states = [];
  for (const { service, call } of hosts.slice(0, 2)) {
    while (!service.guards.isRefusing()) await expect(call()).rejects.toThrow('A isn’t answering');
    states.push(isHealthy());
  }
  expect(states).toEqual([[['A', true]], [['A', false]]]);
});

test('hosts of one name share a limit of calls, others do not', async () => {
  const { open } = setUp(200);
  const pace = { burst: 1, ratePerSecond: 0.001, maxWaitMs: 0 };
  const [first, second, other] = [open({ pace }), open({ pace }), open({ pace, name: 'b' })];
  await first.call();
  await expect(second.call()).rejects.toMatchObject({ code: 'overloaded' });
  expect(await other.call()).toBeNull();
});

test('hosts that another service named are not looked up as this machine does', async () => {
  const asked: string[][] = [];
  const lookup = (how: string) => (host: string) => {
    asked.push([how, host]);
    return Promise.reject(new Error('nobody'));
  };
  const names = {
    isHealthy: () => true,
    lookupLocal: lookup('local'),
    lookupPublic: lookup('public'),
  };
  const clock = createFakeClock();
  const parts: UpstreamParts = {
    clock,
    names,
    agent: { version: '1' },
    allowPrivateAddresses: false,
    openBucket: bucketOpener({ clock }),
    openCache: cacheOpener({ maxBytes: 0, clock }),
    samples: { find: () => null, isBundled: () => true },
  };
  const both = defineUpstream({
    settings: {},
    create: ({ deps: { openClient } }) => [
      openClient('ours', 'http://ours.example'),
      openClient('theirs', 'http://theirs.example', { isOperators: false }),
    ],
  });
  const { upstreams: opened, close } = await openUpstreams({ both }, {}, parts);
  for (const client of opened.both)
    await expect(client.request({ method: 'GET', path: '/' })).rejects.toThrow();
  expect(asked).toEqual([
    ['local', 'ours.example'],
    ['public', 'theirs.example'],
  ]);
  await close();
});

test('finished pictures have the memory that the caches of upstreams leave', () => {
  expect(restOf(Object.values(upstreams))).toBeCloseTo(18);
  expect(() => restOf([{ weight: 32 }, { weight: 32 }])).toThrow(RangeError);
});
