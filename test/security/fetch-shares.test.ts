import type { Socket } from 'node:net';
import { afterEach, describe, expect, it } from 'vitest';
import { createSafeFetch, type SafeFetchOptions } from '../../src/upstreams/net/safe-fetch.ts';
import { createFakeClock } from '../support/fake-clock.ts';
import {
  fakeLookup,
  httpResponse,
  limits,
  loopbackSockets,
  startRawServer,
} from '../support/net-fakes.ts';

/** How the connections to one network are shared out. */

const cleanUps: (() => Promise<void>)[] = [];

afterEach(async () => {
  for (const cleanUp of cleanUps.splice(0).toReversed()) await cleanUp();
});

type HeldRequest = { readonly path: string; readonly socket: Socket };

/** A server that answers nobody before it is told to; every name leads to it. */
async function setUp(options: Partial<SafeFetchOptions> = {}) {
  const held: HeldRequest[] = [];
  const server = await startRawServer((socket, head) =>
    held.push({ socket, path: head.split(' ')[1] ?? '' }),
  );
  const { lookup } = fakeLookup({
    'one.example': ['93.184.216.34'],
    'two.example': ['93.184.216.99'],
    'three.example': ['93.184.216.7', '2606:2800:220:1::1'],
    'six.example': ['2606:2800:220:2::1'],
    'elsewhere.example': ['93.184.217.34'],
  });
  const clock = createFakeClock();
  const door = createSafeFetch({
    allowPrivateAddresses: false,
    userAgent: 'test',
    lookup,
    openSocket: loopbackSockets().openSocket,
    // Nobody has waited for too long, however busy the machine is.
    clock,
    ...options,
  });
  cleanUps.push(server.close, door.close);
  const fetch = (host: string, client?: string) =>
    door.fetchBytes(`http://${host}:${server.port}/${client ?? ''}`, limits({ client }));
  const release = (count = held.length): void => {
    for (const { socket } of held.splice(0, count)) socket.end(httpResponse(200, 'skin'));
  };
  return { held, clock, fetch, release };
}

/** What runs into the end of its test is no unhandled failure. */
const quietly = (fetches: readonly Promise<unknown>[]) => void Promise.allSettled(fetches);

describe('requests to one network', () => {
  it('are at least ten at a time, as many as a composition has', async () => {
    const { held, fetch, release } = await setUp();
    const fetches = Array.from({ length: 10 }, () => fetch('one.example'));
    await expect.poll(() => held).toHaveLength(10);
    release();
    expect(await Promise.all(fetches)).toHaveLength(10);
  });

  it.each([
    ['names', ['one.example', 'two.example', 'three.example']],
    ['families', ['three.example', 'six.example', 'six.example']],
  ])('are counted together over %s', async (_what, hosts) => {
    const { held, fetch, release } = await setUp({ maxConcurrentPerNetwork: 2 });
    const fetches = Promise.all(hosts.map((host) => fetch(host)));
    quietly([fetches]);
    await expect.poll(() => held).toHaveLength(2);
    const other = fetch('elsewhere.example');
    await expect.poll(() => held).toHaveLength(3);
    release();
    expect((await other).bytes).toHaveLength(4);
    await expect.poll(() => held).toHaveLength(1);
    release();
    expect(await fetches).toHaveLength(3);
  });

  it('leave room for other networks while one is slow', async () => {
    const { held, fetch } = await setUp({ maxConcurrent: 4, maxConcurrentPerNetwork: 2 });
    quietly(Array.from({ length: 8 }, () => fetch('one.example')));
    await expect.poll(() => held).toHaveLength(2);
    const other = fetch('elsewhere.example');
    await expect.poll(() => held).toHaveLength(3);
    held[2]?.socket.end(httpResponse(200, 'skin'));
    expect((await other).bytes).toHaveLength(4);
  });

  it('are shared out by client if others wait', async () => {
    const { held, clock, fetch, release } = await setUp({ maxConcurrentPerNetwork: 4 });
    const greedy = Array.from({ length: 40 }, (_, i) =>
      fetch(i % 2 ? 'one.example' : 'two.example', 'greedy'),
    );
    quietly(greedy);
    await expect.poll(() => held).toHaveLength(4);
    const modest = [fetch('one.example', 'modest'), fetch('two.example', 'modest')];
    // How long each has had a connection counts.
    await clock.advance(100);
    release(2);
    await expect.poll(() => held).toHaveLength(4);
    expect(held.map(({ path }) => path).toSorted()).toEqual([
      '/greedy',
      '/greedy',
      '/modest',
      '/modest',
    ]);
    release();
    expect(await Promise.all(modest)).toHaveLength(2);
  });

  it('wait for a second at most, and are then refused as busy', async () => {
    const clock = createFakeClock();
    const { held, fetch } = await setUp({ maxConcurrentPerNetwork: 1, clock });
    quietly([fetch('one.example')]);
    await expect.poll(() => held).toHaveLength(1);
    const waiting = Promise.allSettled(Array.from({ length: 200 }, () => fetch('two.example')));
    // Each has a deadline besides, and so has the one that they wait for.
    const timers = 200 + 200 + 1;
    await expect.poll(() => clock.pending()).toBe(timers);
    await clock.advance(999);
    expect(clock.pending()).toBe(timers);
    await clock.advance(1);
    for (const outcome of await waiting) {
      expect(outcome).toMatchObject({ status: 'rejected', reason: { kind: 'busy' } });
    }
    expect(held).toHaveLength(1);
  });
});
