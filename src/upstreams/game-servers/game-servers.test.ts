import type { Socket } from 'node:net';
import { setImmediate as setImmediatePromise } from 'node:timers/promises';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import * as fc from 'fast-check';
import { afterEach, describe, expect, it, vi } from 'vitest';
import {
  endOfRequest,
  kickPacket,
  legacyScript,
  modernScript,
  packet,
  pong,
  startFakeBedrockServer,
  startFakeJavaServer,
  statusPacket,
  varInt,
  type BedrockScript,
  type JavaScript,
} from '../../../test/support/fake-game-server.ts';
import { freePort } from '../../../test/support/free-port.ts';
import type { ResolvedAddress } from '../net/name-lookup.ts';
import { NetError } from '../net/net-error.ts';
import { createSafeDatagrams } from '../net/safe-datagrams.ts';
import { createSafeDial } from '../net/safe-dial.ts';
import { type StatusLimits, defaultLimits } from './fetch-status.ts';
import { statusRequest } from './java/modern-ping.ts';
import { createGameServers, type FetchOptions } from './game-servers.ts';
import type { OfflineReason, ServerStatus } from './server-status.ts';
import { parseTarget, type Edition } from './target.ts';

setFlagsFromString('--expose-gc');
/** Without flags given to the process: the function of a new context. */
const collectGarbage: unknown = runInNewContext('gc');

async function heapUsed(): Promise<number> {
  for (let i = 0; i < 3; i += 1) {
    if (typeof collectGarbage === 'function') collectGarbage();
    await setImmediatePromise();
  }
  return process.memoryUsage().heapUsed;
}

const cleanUps: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const cleanUp of cleanUps.splice(0)) await cleanUp();
});

async function java(script: JavaScript, host?: string) {
  const server = await startFakeJavaServer(script, host);
  cleanUps.push(server.close);
  return server;
}

async function bedrock(script: BedrockScript, host?: string) {
  const server = await startFakeBedrockServer(script, host);
  cleanUps.push(server.close);
  return server;
}

type World = {
  readonly limits?: Partial<StatusLimits>;
  readonly names?: Readonly<Record<string, readonly string[] | 'dns-failure'>>;
  readonly srv?: Readonly<Record<string, { readonly host: string; readonly port: number }>>;
  readonly allowPrivateAddresses?: boolean;
  readonly nowMs?: () => number;
  /** How nobody is reached at 192.0.2.1. */
  readonly fails?: ConstructorParameters<typeof NetError>[0];
  /** A look-up that is never answered. */
  readonly hangs?: 'name' | 'srv';
};

const realTimeout = globalThis.setTimeout;

const never = (): Promise<never> => new Promise(() => {});

/** Enough for a server on loopback, however busy the machine is. */
const limits: Partial<StatusLimits> = {
  timeoutMs: 30_000,
  connectTimeoutMs: 10_000,
  legacyDelayMs: 30_000,
};
/** For servers that keep silent when they are asked in the modern way. */
const impatient: World = { limits: { legacyDelayMs: 100 } };
/** For what never answers. */
const brief: World = { limits: { timeoutMs: 400, legacyDelayMs: 100 } };

function open(world: World = {}) {
  const { names = {}, srv = {}, allowPrivateAddresses = true } = world;
  const srvAsked: string[] = [];
  const dialled: string[] = [];
  const dial = createSafeDial({
    allowPrivateAddresses,
    lookup: async (name) => {
      if (world.hangs === 'name') await never();
      const addresses = names[name];
      if (addresses === undefined) throw new Error('ENOTFOUND');
      if (addresses === 'dns-failure') throw new NetError('dns-failure');
      return addresses.map((address): ResolvedAddress => ({
        address,
        family: address.includes(':') ? 6 : 4,
      }));
    },
    ...(!allowPrivateAddresses && {
      openSocket: ({ addresses }) => {
        dialled.push(...addresses.map(({ address }) => address));
        throw new Error('no socket may be opened in this test');
      },
    }),
  });
  const timeoutsMs: number[] = [];
  const connectTcp: typeof dial.connectTcp = (options) => {
    timeoutsMs.push(options.timeoutMs);
    if (options.host === '192.0.2.1') throw new NetError(world.fails ?? 'unreachable');
    return dial.connectTcp(options);
  };
  const servers = createGameServers({
    dial: { ...dial, connectTcp },
    datagrams: createSafeDatagrams(dial),
    lookupSrv: async (name) => {
      srvAsked.push(name);
      if (world.hangs === 'srv') await never();
      const target = srv[name];
      return target === undefined ? [] : [target];
    },
    nowMs: world.nowMs ?? (() => performance.timeOrigin + performance.now()),
    limits: { ...limits, ...world.limits },
  });
  const ask = (
    host: string,
    edition: Edition = 'java',
    options: FetchOptions = {},
  ): Promise<ServerStatus> => servers.fetchStatus(parseTarget(host, edition), options);
  return { ask, srvAsked, dialled, timeoutsMs };
}

const status = {
  version: { name: 'Paper 1.21.4', protocol: 769 },
  players: { online: 3, max: 20 },
  description: { text: 'Hello' },
};

const online = expect.objectContaining({
  players: { online: 3, max: 20, sample: [], info: [], listed: [] },
  version: expect.objectContaining({ name: 'Paper 1.21.4', protocol: 769, protocolName: '1.21.4' }),
});

describe('a Java server', () => {
  it('is queried with the modern ping', async () => {
    const server = await java(modernScript(statusPacket(status)));
    const answer = await open().ask(`127.0.0.1:${server.port}`);
    expect(answer).toMatchObject({
      edition: 'java',
      port: server.port,
      srv: null,
      details: online,
    });
    expect(answer.latencyMs).toBeGreaterThanOrEqual(0);
    expect(server.connections()).toBe(1);
    // The host as it was asked for; then the ping.
    const request = statusRequest({ host: '127.0.0.1', port: server.port });
    expect(server.received[0]?.subarray(0, request.length)).toEqual(request);
    await server.allClosed();
  });

  it.each(['[::1]', 'localhost', 'name.example', 'third.example'])(
    'is found as %s',
    async (host) => {
      const server = await java(modernScript(statusPacket(status)), '::1');
      const names = {
        localhost: ['::1'],
        'name.example': ['::1'],
        // Nobody listens at the first two, and nobody would ask the fourth.
        'third.example': ['127.0.0.1', '127.0.0.2', '::1', '::2'],
      };
      const { ask, timeoutsMs } = open({ names });
      const { details, ip } = await ask(`${host}:${server.port}`);
      expect([details, ip]).toEqual([online, '::1']);
      // Only the last may take as long as all together.
      const before = host === 'third.example' ? [10_000, 10_000] : [];
      expect(timeoutsMs).toEqual([...before, 30_000]);
    },
  );

  it.each(['unreachable', 'timeout'] as const)(
    'is asked at its second address if the first one ends with %s',
    async (fails) => {
      const server = await java(modernScript(statusPacket(status)));
      const { ask } = open({ fails, names: { 'two.example': ['192.0.2.1', '127.0.0.1'] } });
      const { details, ip } = await ask(`two.example:${server.port}`);
      expect([details, ip]).toEqual([online, '127.0.0.1']);
    },
  );

  it('that never answers the ping delays the result only briefly', async () => {
    const server = await java(modernScript(statusPacket(status), false));
    // By this clock the status takes no time, and what is left is the moment of a busy machine.
    const timers: number[] = [];
    const spy = vi.spyOn(globalThis, 'setTimeout').mockImplementation((run, ms = 0) => {
      timers.push(ms);
      return realTimeout(run, ms);
    });
    const answer = await open({ nowMs: () => 7 }).ask(`127.0.0.1:${server.port}`);
    spy.mockRestore();
    expect(answer.details).toEqual(online);
    expect(answer.latencyMs).toBe(0);
    expect(timers).toContain(100);
    await server.allClosed();
  });

  it.each<[string, (socket: Socket) => void]>([
    ['closes the line', (socket) => socket.end()],
    ['tears the line', (socket) => socket.resetAndDestroy()],
    ['answers with garbage', (socket) => void socket.write('HTTP/1.1 400 Bad Request\r\n\r\n')],
    ['answers with another token', (socket) => void socket.write(packet(1, Buffer.alloc(8, 9)))],
  ])('is online when it %s after the status', async (_name, then) => {
    const server = await java((socket, received) => {
      const end = endOfRequest(received);
      if (end !== null) socket.write(statusPacket(status), () => then(socket));
    });
    expect((await open().ask(`127.0.0.1:${server.port}`)).details).toEqual(online);
  });

  it('may send its status in several packets', async () => {
    const server = await java((socket, received) => {
      if (endOfRequest(received) !== received.length) return;
      const bytes = statusPacket(status);
      const drip = (at: number): void => {
        if (at >= bytes.length || socket.destroyed) return;
        socket.write(bytes.subarray(at, at + 7), () => setImmediate(drip, at + 7));
      };
      drip(0);
    });
    expect((await open().ask(`127.0.0.1:${server.port}`)).details).toEqual(online);
  });

  it.each<[string, JavaScript]>([
    ['closes the connection', legacyScript('Old§2§10')],
    [
      'throws the new question out',
      (socket, received) =>
        void socket.end(kickPacket(received[0] === 0xfe ? 'Old§2§10' : 'Protocol error')),
    ],
    [
      'is silent to the new question',
      (socket, received) => {
        if (received[0] === 0xfe) socket.end(kickPacket('Old§2§10'));
      },
    ],
  ])('is queried with the legacy ping if it %s', async (_name, script) => {
    const server = await java(script);
    const { details } = await open(impatient).ask(`127.0.0.1:${server.port}`);
    expect(details).toMatchObject({ players: { online: 2, max: 10 }, version: null });
    await server.allClosed();
  });

  it('may be slow: a legacy ping in between does no harm', async () => {
    let answer = (): unknown => undefined;
    const server = await java((socket, received) => {
      if (received[0] === 0xfe) {
        socket.destroy();
        // Long after whoever asked has heard of that.
        setTimeout(() => answer(), 100);
      } else if (endOfRequest(received) === received.length) {
        answer = () => socket.write(statusPacket(status));
      }
    });
    expect((await open(impatient).ask(`127.0.0.1:${server.port}`)).details).toEqual(online);
    expect(server.connections()).toBe(2);
  });
});

const endless: JavaScript = (socket) => {
  const flood = (): void => {
    if (!socket.destroyed) socket.write(Buffer.alloc(65_536, 0x80), flood);
  };
  flood();
};

const drip: JavaScript = (socket) => {
  socket.write(Buffer.concat([varInt(200_000), Buffer.from([0])]));
  const timer = setInterval(() => socket.write('x'), 5);
  socket.on('close', () => clearInterval(timer));
};

describe('a Java server that misbehaves is offline', () => {
  it.each<[string, JavaScript, OfflineReason?]>([
    ['silent', () => {}, 'timeout'],
    ['closes at once', (socket) => socket.destroy(), 'refused'],
    ['tears the line', (socket) => socket.resetAndDestroy(), 'refused'],
    ['drips', drip, 'timeout'],
    ['never ends', endless],
    ['throws us out', (socket) => void socket.write(statusPacket({ text: '§cToo many requests' }))],
    ['speaks HTTP', (socket) => void socket.end('HTTP/1.1 400 Bad Request\r\n\r\n')],
    [
      'more than is listened to',
      (socket) => void socket.write(packet(0, Buffer.alloc(2 ** 18 - 1))),
    ],
    ['half a packet', (socket) => void socket.end(statusPacket(status).subarray(0, 40))],
    ['no JSON', (socket) => void socket.write(statusPacket('{"players":'))],
    ['an old answer that lies', (socket) => void socket.end(Buffer.from([0xff, 0xff, 0xff, 0]))],
  ])('%s', async (_name, script, reason = 'not_a_game_server') => {
    const server = await java(script);
    const answer = await open(brief).ask(`127.0.0.1:${server.port}`);
    expect(answer).toEqual({
      edition: 'java',
      port: server.port,
      ip: '127.0.0.1',
      srv: null,
      latencyMs: null,
      retrievedAtMs: expect.any(Number),
      details: null,
      query: null,
      offlineReason: reason,
    });
    await server.allClosed();
  });

  it('and its status keeps no other bytes of the reply in memory', async () => {
    let reply = 0;
    const server = await java((socket, received, connection) => {
      const name = `${(reply += 1)} ${'x'.repeat(200_000)}`;
      const sample = Array.from({ length: 10 }, () => ({ name: 'y'.repeat(4000), id: null }));
      const told = { version: { name, protocol: 1 }, players: { online: 1, max: 1, sample } };
      modernScript(statusPacket(told))(socket, received, connection);
    });
    const { ask } = open();
    const kept = [await ask(`127.0.0.1:${server.port}`)];
    const before = await heapUsed();
    while (kept.length <= 60) kept.push(await ask(`127.0.0.1:${server.port}`));
    const grown = ((await heapUsed()) - before) / 60;
    expect(kept.at(-1)?.details?.version?.name).toMatch(/^\d+ x{120,}$/);
    // Its reply has 240 kB.
    expect(grown).toBeLessThan(40_000);
  });

  it('whatever it sends, and its sockets are closed', async () => {
    let bytes: Uint8Array = new Uint8Array();
    const server = await java((socket) => void socket.end(bytes));
    const { ask } = open({ limits: { timeoutMs: 300 } });
    const whole = statusPacket(status);
    const reply = fc.oneof(
      fc.uint8Array({ maxLength: 64 }),
      fc
        .tuple(fc.nat(whole.length - 1), fc.nat(255), fc.nat(whole.length))
        .map(([at, byte, length]) => {
          const changed = Buffer.from(whole);
          changed[at] = byte;
          return changed.subarray(0, length);
        }),
      fc.json().map((json) => statusPacket(json)),
    );
    await fc.assert(
      fc.asyncProperty(reply, async (sent) => {
        bytes = sent;
        const answer = await ask(`127.0.0.1:${server.port}`);
        expect(typeof answer.retrievedAtMs).toBe('number');
      }),
      { numRuns: 150 },
    );
    await server.allClosed();
  });

  it('at once if its port is closed', async () => {
    const port = await freePort();
    const answer = await open().ask(`127.0.0.1:${port}`);
    expect(answer).toMatchObject({ details: null, offlineReason: 'refused', ip: '127.0.0.1' });
  });

  it.each(['name', 'srv'] as const)('if the look-up of its %s never ends', async (hangs) => {
    const { ask } = open({ hangs, limits: { timeoutMs: 200 } });
    expect(await ask('slow.example')).toMatchObject({ details: null, srv: null });
  });

  it.each([
    ['nowhere.example', 'unknown_host'],
    ['broken.example', 'dns_failure'],
  ])('if %s does not resolve: %s', async (host, offlineReason) => {
    const { ask } = open({ names: { 'broken.example': 'dns-failure' } });
    expect(await ask(`${host}:25570`)).toMatchObject({ details: null, offlineReason, ip: null });
  });
});

describe('SRV records', () => {
  it('say where a server is; the handshake names the requested host', async () => {
    const server = await java(modernScript(statusPacket(status)));
    const target = { host: 'real.example', port: server.port };
    const { ask, srvAsked } = open({
      names: { 'real.example': ['127.0.0.1'] },
      srv: { '_minecraft._tcp.play.example': target },
    });
    const answer = await ask('Play.example');
    expect(answer).toMatchObject({ port: 25_565, srv: target, details: online });
    expect(srvAsked).toEqual(['_minecraft._tcp.play.example']);
    expect(server.received[0]?.toString('latin1')).toContain('play.example');
  });

  it.each<[string, number, Edition?]>([
    ['play.example:25570', 25_570],
    ['127.0.0.1', 25_565],
    ['[::1]', 25_565],
    ['localhost', 25_565],
    ['box.local', 25_565],
    ['play.example', 19_132, 'bedrock'],
  ])('are not looked up for %s, at port %i', async (host, port, edition) => {
    const { ask, srvAsked } = open({ limits: { timeoutMs: 200 } });
    expect(await ask(host, edition)).toMatchObject({ port, srv: null });
    expect(srvAsked).toEqual([]);
  });
});

describe('targets that are never contacted', () => {
  const names = { 'inside.example': ['10.0.0.7'], 'mixed.example': ['1.1.1.1', '127.0.0.1'] };
  const srv = {
    '_minecraft._tcp.trap.example': { host: 'inside.example', port: 25_570 },
    '_minecraft._tcp.literal.example': { host: '127.0.0.1', port: 25_570 },
    '_minecraft._tcp.ssh.example': { host: 'public.example', port: 22 },
    '_minecraft._tcp.redis.example': { host: 'public.example', port: 6379 },
  };

  it.each([
    '127.0.0.1',
    '[::1]',
    '[::ffff:10.0.0.1]:25570',
    '0x7f000001',
    '169.254.169.254:25570',
    'localhost',
    'db.internal:25570',
    'inside.example',
    'mixed.example:25570',
    'trap.example',
    'literal.example',
    'ssh.example',
    'redis.example',
  ])('%s', async (host) => {
    const { ask, dialled } = open({ names, srv, allowPrivateAddresses: false });
    await expect(ask(host)).rejects.toMatchObject({ code: 'forbidden-address', status: 400 });
    expect(dialled).toEqual([]);
  });

  it.each(['127.0.0.1', 'inside.example', '[fe80::1]:19133'])('%s over UDP', async (host) => {
    const { ask } = open({ names, allowPrivateAddresses: false });
    await expect(ask(host, 'bedrock')).rejects.toMatchObject({ code: 'forbidden-address' });
  });
});

describe('one network', () => {
  it('gets a few connections at a time; the others wait, however many', async () => {
    let most = 0;
    let now = 0;
    const server = await java((socket, received, connection) => {
      if (endOfRequest(received) !== received.length) return;
      now += 1;
      most = Math.max(most, now);
      setTimeout(() => {
        now -= 1;
        modernScript(statusPacket(status), false)(socket, received, connection);
        socket.end();
      }, 2);
    }, '0.0.0.0');
    const { ask } = open({ limits: { maxPerNetwork: 2, slotMs: 30_000, maxWaitMs: 30_000 } });
    const statuses = await Promise.all(
      Array.from({ length: 100 }, (_, i) => ask(`127.0.0.${i + 1}:${server.port}`)),
    );
    for (const { details } of statuses) expect(details).toEqual(online);
    expect(most).toBeLessThanOrEqual(2);
  });

  it('gets 48 connections at once by default', async () => {
    const server = await java(modernScript(statusPacket(status)), '0.0.0.0');
    const { maxPerNetwork, slotMs, maxWaitMs } = defaultLimits;
    const { ask } = open({ limits: { maxPerNetwork, slotMs, maxWaitMs } });
    const statuses = await Promise.all(
      Array.from({ length: 48 }, (_, i) => ask(`127.0.0.${i + 1}:${server.port}`)),
    );
    expect(statuses.every(({ details }) => details !== null)).toBe(true);
    // Also where each of them stays silent: what is let in within the second that one may wait.
    expect(maxPerNetwork * (1 + Math.floor(maxWaitMs / slotMs))).toBeGreaterThanOrEqual(48);
  });

  it('is not blocked by silent servers in it', async () => {
    const silent = await java(() => {});
    const server = await java(modernScript(statusPacket(status)), '127.0.0.9');
    const { ask } = open({ limits: { maxPerNetwork: 1, slotMs: 5 } });
    const waiting = [1, 1, 1].map(() => ask(`127.0.0.1:${silent.port}`));
    await expect.poll(() => silent.connections()).toBe(3);
    expect((await ask(`127.0.0.9:${server.port}`)).details).toEqual(online);
    await silent.close();
    for (const answer of waiting) expect((await answer).details).toBeNull();
  });

  it('is shared by clients: one with many requests does not block others', async () => {
    const order: string[] = [];
    const server = await java((socket, received, connection) => {
      if (endOfRequest(received) === received.length) order.push(`${socket.localAddress}`);
      modernScript(statusPacket(status), false)(socket, received, connection);
      socket.end();
    }, '0.0.0.0');
    const { ask } = open({ limits: { maxPerNetwork: 2, slotMs: 30_000, maxWaitMs: 30_000 } });
    const busy = Array.from({ length: 10 }, (_, i) =>
      ask(`127.0.0.${i + 1}:${server.port}`, 'java', { client: 'busy' }),
    );
    await ask(`127.0.0.99:${server.port}`, 'java', { client: 'other' });
    expect(order.indexOf('127.0.0.99')).toBeLessThanOrEqual(3);
    await Promise.all(busy);
  });

  it('reports no server as offline that was contacted too late', async () => {
    const silent = await java(() => {});
    const server = await java(modernScript(statusPacket(status)), '127.0.0.9');
    const { ask } = open({ limits: { maxPerNetwork: 1, slotMs: 30_000, maxWaitMs: 20 } });
    const waiting = ask(`127.0.0.1:${silent.port}`);
    await expect(ask(`127.0.0.9:${server.port}`)).rejects.toMatchObject({
      code: 'overloaded',
      status: 503,
      retryAfterSeconds: 2,
    });
    expect(server.connections()).toBe(0);
    await silent.close();
    expect((await waiting).details).toBeNull();
  });
});

const bedrockText = 'MCPE;§aHello;766;1.21.50;3;30;77;Second;Survival;1;19132;19133;';

describe('a Bedrock server', () => {
  it.each(['127.0.0.1', '::1'])('answers at %s', async (host) => {
    const server = await bedrock((question) => [pong(question, bedrockText)], host);
    const shown = host.includes(':') ? `[${host}]` : host;
    const answer = await open().ask(`${shown}:${server.port}`, 'bedrock');
    expect(answer).toMatchObject({
      edition: 'bedrock',
      port: server.port,
      details: { players: { online: 3, max: 30 }, gamemode: 'Survival', serverId: '77' },
    });
    expect(answer.latencyMs).toBeGreaterThanOrEqual(0);
    expect(server.received[0]).toHaveLength(33);
  });

  it('is asked again if a datagram is lost', async () => {
    const server = await bedrock((question, count) =>
      count < 2 ? [] : [pong(question, bedrockText)],
    );
    const { details } = await open().ask(`127.0.0.1:${server.port}`, 'bedrock');
    expect(details?.players).toMatchObject({ online: 3 });
    expect(server.received.length).toBeGreaterThanOrEqual(2);
  });

  it('may answer the first datagram after the second was sent', async () => {
    const kept: Buffer[] = [];
    const server = await bedrock((question) => {
      kept.push(question);
      return kept.length === 2 ? [pong(kept[0] ?? question, bedrockText)] : [];
    });
    const answer = await open().ask(`127.0.0.1:${server.port}`, 'bedrock');
    expect(answer.details).not.toBeNull();
    // Counted from the question that was answered, which is the older one.
    expect(answer.latencyMs).toBeGreaterThanOrEqual(250);
  });

  it('is recognised among other datagrams', async () => {
    const server = await bedrock((question) => [
      Buffer.alloc(0),
      Buffer.from('garbage'),
      pong(question, bedrockText, { id: 0x1d }),
      pong(question, 'MCPE;Forged;1;1;9;9', { time: 5n }),
      pong(question, bedrockText),
    ]);
    const { details } = await open().ask(`127.0.0.1:${server.port}`, 'bedrock');
    expect(details?.motd.raw).toBe('§aHello\nSecond');
  });

  it.each<[string, BedrockScript]>([
    ['is silent', () => []],
    ['sends its question back', (question) => [question]],
    ['sends a datagram as large as they get', () => [Buffer.alloc(60_000, 0x1c)]],
    [
      'answers a question of somebody else',
      (question) => [pong(question, bedrockText, { time: 1n })],
    ],
  ])('is offline when it %s', async (_name, script) => {
    const server = await bedrock(script);
    const { ask } = open({ limits: { timeoutMs: 400 } });
    const answer = await ask(`127.0.0.1:${server.port}`, 'bedrock');
    expect(answer).toMatchObject({ details: null, offlineReason: 'timeout' });
  });

  it('is offline at once if its port is closed', async () => {
    const server = await startFakeBedrockServer(() => []);
    await server.close();
    const answer = await open().ask(`127.0.0.1:${server.port}`, 'bedrock');
    expect(answer).toMatchObject({ details: null, offlineReason: 'refused' });
  });
});
