import { createServer, type Socket } from 'node:net';
import { once } from 'node:events';
import { afterEach, describe, expect, test } from 'vitest';
import { startRedisServer, until } from '../../../test/support/redis-server.ts';
import { systemClock } from '../../common/async/clock.ts';
import { openCheckedRedis } from './checked-connection.ts';
import { openRedis, type SharedRedis } from './redis.ts';

const closing: (() => void)[] = [];
afterEach(() => {
  for (const close of closing.splice(0)) close();
});

type Talk = (socket: Socket, command: string) => void;

/** What a Redis says to the questions of a connection that is being set up. */
const polite: Talk = (socket, command) => {
  if (/info/i.test(command)) socket.write('$9\r\nloading:0\r\n');
  else socket.write('+OK\r\n');
};

/** Something that listens where a Redis should be. */
async function startFake(talk: Talk, greet = '') {
  const sockets: Socket[] = [];
  const server = createServer((socket) => {
    sockets.push(socket);
    socket.on('error', () => {});
    if (greet !== '') socket.write(greet);
    socket.on('data', (bytes) => talk(socket, bytes.toString('latin1')));
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  closing.push(() => {
    for (const socket of sockets) socket.destroy();
    server.close();
  });
  const address = server.address();
  return {
    url: `redis://127.0.0.1:${typeof address === 'object' ? address?.port : 0}`,
    hasConnected: () => sockets.length > 0,
    hasLost: () => sockets.some(({ destroyed }) => destroyed),
  };
}

function open(url: string): SharedRedis {
  const redis = openRedis({ url, clock: systemClock, responseTimeoutMs: 5000 });
  closing.push(redis.close);
  return redis;
}

/** Everything that ioredis was seen to fall over, and some more. */
const nonsense: [string, string][] = [
  ['a nil', '$-1\r\n'],
  ['an array of -5', '*-5\r\n'],
  ['a bulk of -9', '$-9\r\n'],
  ['a state', '+OK\r\n'],
  ['an error', '-ERR something\r\n'],
  ['a number', ':12\r\n'],
  ['an array', '*2\r\n$1\r\na\r\n$-1\r\n'],
  ['an empty array', '*0\r\n'],
  ['a nil array', '*-1\r\n'],
  ['a message of a channel', '*3\r\n$7\r\nmessage\r\n$1\r\na\r\n$1\r\nb\r\n'],
  ['another protocol', 'HTTP/1.1 400 Bad Request\r\n\r\n'],
  ['RESP 3', '%1\r\n+a\r\n:1\r\n'],
  ['a push of RESP 3', '>1\r\n$-1\r\n'],
  ['noise', '\u0000\u0001\u00FF\r\n\r\n\n\n'],
  ['a bulk that never ends', '$536870912\r\nabc'],
  ['arrays without end', '*1\r\n'.repeat(2000)],
  ['a line without end', `+${'x'.repeat(100_000)}`],
];

type Fake = Awaited<ReturnType<typeof startFake>>;

/** Where it may stand, and until when the first command waits. */
const places: Readonly<
  Record<string, (garbage: string) => readonly [Promise<Fake>, until: 'connected' | 'lost' | 'up']>
> = {
  'right after connecting': (garbage) => [startFake(polite, garbage), 'lost'],
  'in front of the first reply': (garbage) => {
    const greeted = new Set<Socket>();
    const talk: Talk = (socket, command) => {
      if (!greeted.has(socket)) socket.write(garbage);
      greeted.add(socket);
      polite(socket, command);
    };
    return [startFake(talk), 'lost'];
  },
  'instead of every reply': (garbage) => [
    startFake((socket) => socket.write(garbage)),
    'connected',
  ],
  'after a reply': (garbage) => {
    const talk: Talk = (socket, command) => {
      if (/get|eval/i.test(command)) socket.write(`$-1\r\n${garbage}`);
      else polite(socket, command);
    };
    return [startFake(talk), 'up'];
  },
};

describe.each(Object.entries(places))('garbage %s', (_place, start) => {
  // An exception that nobody catches, and a rejection that nobody handles, fail the run.
  test.each(nonsense)('crashes neither the process nor a request: %s', async (_what, garbage) => {
    const [starting, moment] = start(garbage);
    const fake = await starting;
    const redis = open(fake.url);
    const isReached = { connected: fake.hasConnected, lost: fake.hasLost, up: redis.isUp };
    await expect.poll(isReached[moment], { message: `it is ${moment}` }).toBe(true);
    for (let times = 0; times < 3; times += 1) {
      const value = (await redis.read('a')) ?? null;
      expect(value === null || value instanceof Uint8Array).toBe(true);
    }
    if (moment === 'connected') return;
    expect((await redis.runScript('return 1', [], [])) ?? null).toBeNull();
    await expect.poll(fake.hasLost, { message: 'the connection is closed' }).toBe(true);
  });
});

test('a connection that is reset is opened anew, until one lasts', async () => {
  let resets = 0;
  const fake = await startFake((socket, command) => {
    if (!/get/i.test(command) || resets === 3) return polite(socket, command);
    resets += 1;
    socket.resetAndDestroy();
  });
  const redis = open(fake.url);
  for (const times of [1, 2, 3]) {
    await until(redis.isUp);
    expect(await redis.read('a')).toBeUndefined();
    expect(resets).toBe(times);
    await until(() => !redis.isUp());
  }
  await until(redis.isUp);
  expect(await redis.read('a')).toEqual(Buffer.from('OK'));
});

test('a reply is cut off at its limit, whatever length it announces', async () => {
  let sentBytes = 0;
  const piece = Buffer.alloc(64 * 1024, 'x');
  const fake = await startFake((socket, command) => {
    if (!/get/i.test(command)) return polite(socket, command);
    socket.write('*1000000\r\n');
    const more = (): void => {
      if (socket.destroyed) return;
      sentBytes += piece.length;
      socket.write(`$${piece.length}\r\n`);
      socket.write(piece);
      socket.write('\r\n', more);
    };
    more();
  });
  const redis = open(fake.url);
  await until(redis.isUp);
  expect(await redis.read('a')).toBeUndefined();
  await until(fake.hasLost);
  // What the kernel buffers on the way comes on top of the bound.
  expect(sentBytes).toBeLessThan(32 * 1024 * 1024);
});

test('pipelines, transactions, blocking commands and duplicates work with a real Redis', async () => {
  const server = await startRedisServer();
  const redis = openCheckedRedis(server.url, { maxRetriesPerRequest: null });
  const other = redis.duplicate();
  closing.push(
    () => redis.disconnect(),
    () => other.disconnect(),
  );
  const large = Buffer.alloc(3 * 1024 * 1024, 'é');
  await redis.set('large', large);
  expect((await redis.getBuffer('large'))?.equals(large)).toBe(true);
  const both = await redis.multi().set('a', '1').incr('a').exec();
  expect(both?.map(([, value]) => value)).toEqual(['OK', 2]);
  const popped = other.blpop('list', 0);
  await redis.pipeline().get('a').rpush('list', 'x').get('missing').exec();
  expect(await popped).toEqual(['list', 'x']);
  expect(await redis.eval('return {1, {2, "three"}, false}', 0)).toEqual([1, [2, 'three'], null]);
  await redis.set('too large', Buffer.alloc(5 * 1024 * 1024));
  await expect(
    openOnce(server.url).then((single) => single.getBuffer('too large')),
  ).rejects.toThrow();
  await server.close();
});

/** A connection that fails rather than tries again. */
async function openOnce(url: string) {
  const redis = openCheckedRedis(url, { retryStrategy: () => null, maxRetriesPerRequest: 0 });
  closing.push(() => redis.disconnect());
  return redis;
}
