import { Socket } from 'node:net';
import { describe, expect, it } from 'vitest';
import { NetError } from './net-error.ts';
import { createSafeDial, createSafeLookup } from './safe-dial.ts';
import { fakeLookup, loopbackSockets, startRawServer } from '../../../test/support/net-fakes.ts';

const { lookup } = fakeLookup({
  'public.example': ['93.184.216.34', '2606:2800::1'],
  'private.example': ['127.0.0.1'],
  // Nothing listens on the first two; the second is not even a loopback of this port.
  'second.example': ['127.0.0.2', '::1', '127.0.0.1'],
});

const echo = () => startRawServer((socket, head) => socket.end(`heard ${head}`));

async function firstWords(socket: Socket): Promise<string> {
  socket.write('hello\r\n\r\n');
  const chunks: Buffer[] = [];
  for await (const chunk of socket) chunks.push(Buffer.from(chunk));
  return Buffer.concat(chunks).toString();
}

describe('connectTcp', () => {
  it('connects to the checked addresses of a name', async () => {
    const server = await echo();
    const { openSocket, dialled } = loopbackSockets();
    const dial = createSafeDial({ allowPrivateAddresses: false, lookup, openSocket });
    const socket = await dial.connectTcp({
      host: 'public.example',
      port: server.port,
      timeoutMs: 30_000,
    });
    expect(await firstWords(socket)).toBe('heard hello');
    expect(dialled).toEqual(['93.184.216.34', '2606:2800::1']);
    await server.close();
  });

  it('tries the next address when one fails', async () => {
    const server = await echo();
    const dial = createSafeDial({ allowPrivateAddresses: true, lookup });
    const socket = await dial.connectTcp({
      host: 'second.example',
      port: server.port,
      timeoutMs: 30_000,
    });
    expect(socket.remoteAddress).toBe('127.0.0.1');
    expect(await firstWords(socket)).toBe('heard hello');
    await server.close();
  });

  it.each(['127.0.0.1', '127.1', '[::ffff:7f00:1]'])('connects to the literal %s', async (host) => {
    const server = await echo();
    const dial = createSafeDial({ allowPrivateAddresses: true, lookup });
    const socket = await dial.connectTcp({ host, port: server.port, timeoutMs: 30_000 });
    expect(await firstWords(socket)).toBe('heard hello');
    await server.close();
  });

  it.each(['127.0.0.1', '0x7f.1', 'private.example', 'localhost', '::1'])(
    'opens no socket to %s',
    async (host) => {
      const { openSocket, dialled } = loopbackSockets();
      const dial = createSafeDial({ allowPrivateAddresses: false, lookup, openSocket });
      await expect(dial.connectTcp({ host, port: 25565, timeoutMs: 30_000 })).rejects.toMatchObject(
        {
          kind: 'blocked-address',
        },
      );
      expect(dialled).toEqual([]);
    },
  );

  it('fails if the port is closed', async () => {
    const server = await echo();
    await server.close();
    const dial = createSafeDial({ allowPrivateAddresses: true, lookup });
    await expect(
      dial.connectTcp({ host: '127.0.0.1', port: server.port, timeoutMs: 30_000 }),
    ).rejects.toMatchObject({ kind: 'unreachable' });
  });

  it('gives up on a silent host, and destroys the socket', async () => {
    const silent = new Socket();
    const dial = createSafeDial({
      allowPrivateAddresses: false,
      lookup,
      openSocket: () => silent,
    });
    await expect(
      dial.connectTcp({ host: 'public.example', port: 1, timeoutMs: 20 }),
    ).rejects.toMatchObject({ kind: 'timeout' });
    expect(silent.destroyed).toBe(true);
  });

  it('gives up when its caller aborts', async () => {
    const controller = new AbortController();
    const silent = new Socket();
    const dial = createSafeDial({
      allowPrivateAddresses: false,
      lookup,
      openSocket: () => silent,
    });
    const connected = dial.connectTcp({
      host: 'public.example',
      port: 1,
      timeoutMs: 600_000,
      signal: controller.signal,
    });
    controller.abort(new NetError('aborted'));
    await expect(connected).rejects.toMatchObject({ kind: 'aborted' });
  });
});

const signal = (): AbortSignal => new AbortController().signal;

const names = {
  'good.example': ['93.184.216.34', '2606:2800::1'],
  'private.example': ['10.0.0.1'],
  'split.example': ['93.184.216.34', '127.0.0.1'],
  'split6.example': ['93.184.216.34', '::1'],
  'mapped.example': ['::ffff:127.0.0.1'],
  'zone.example': ['fe80::1%eth0'],
  'empty.example': [],
  'nonsense.example': ['nonsense'],
  'printer.local': ['93.184.216.34'],
} as const;

function safeLookup(allowPrivateAddresses = false) {
  const named = fakeLookup(names);
  const resolve = createSafeLookup({ allowPrivateAddresses, lookup: named.lookup });
  return { resolve, asked: named.asked };
}

describe('createSafeLookup', () => {
  it('returns all addresses of a public name, after one look-up of its canonical form', async () => {
    const { resolve, asked } = safeLookup();
    expect(await resolve('GOOD.example', signal())).toEqual([
      { address: '93.184.216.34', family: 4 },
      { address: '2606:2800::1', family: 6 },
    ]);
    expect(asked).toEqual(['good.example']);
  });

  it.each(['private.example', 'split.example', 'split6.example', 'mapped.example', 'zone.example'])(
    'refuses %s',
    async (name) => {
      const { resolve } = safeLookup();
      await expect(resolve(name, signal())).rejects.toMatchObject({ kind: 'blocked-address' });
    },
  );

  it.each(['printer.local', 'localhost', 'x.localhost', '127.1', '[::1]', '0x7f000001'])(
    'refuses %s without a query',
    async (host) => {
      const { resolve, asked } = safeLookup();
      await expect(resolve(host, signal())).rejects.toMatchObject({ kind: 'blocked-address' });
      expect(asked).toEqual([]);
    },
  );

  it.each(['unknown.example', 'empty.example', 'nonsense.example'])(
    'finds nothing for %s',
    async (name) => {
      const { resolve } = safeLookup();
      await expect(resolve(name, signal())).rejects.toMatchObject({ kind: 'unresolvable' });
    },
  );

  it.each(['', 'a b', '1.2.3.4.5', 'a/b', ':::'])('%j is no host', async (host) => {
    const { resolve, asked } = safeLookup();
    await expect(resolve(host, signal())).rejects.toMatchObject({ kind: 'bad-url' });
    expect(asked).toEqual([]);
  });

  it('returns a public literal as it is', async () => {
    const { resolve, asked } = safeLookup();
    expect(await resolve('0x5db8d822', signal())).toEqual([
      { address: '93.184.216.34', family: 4 },
    ]);
    expect(asked).toEqual([]);
  });

  it('allows every address if private addresses are allowed', async () => {
    const { resolve } = safeLookup(true);
    expect(await resolve('split.example', signal())).toHaveLength(2);
    expect(await resolve('printer.local', signal())).toHaveLength(1);
    expect(await resolve('127.1', signal())).toEqual([{ address: '127.0.0.1', family: 4 }]);
    await expect(resolve('nonsense.example', signal())).rejects.toMatchObject({
      kind: 'unresolvable',
    });
  });

  it('does not wait for a look-up that hangs', async () => {
    const controller = new AbortController();
    const hanging = createSafeLookup({
      allowPrivateAddresses: false,
      lookup: () => new Promise(() => {}),
    });
    const found = hanging('slow.example', controller.signal);
    controller.abort(new NetError('timeout'));
    await expect(found).rejects.toMatchObject({ kind: 'timeout' });
  });
});

it.each([
  [64, 'refused'],
  [65, 'not even read'],
])('of many addresses, a private one at place %i is %s', async (place, outcome) => {
  const many = Array.from({ length: 100 }, (_, i) => (i + 1 === place ? '10.0.0.1' : '1.1.1.1'));
  const named = fakeLookup({ 'many.example': many });
  const resolve = createSafeLookup({ allowPrivateAddresses: false, lookup: named.lookup });
  const found = resolve('many.example', signal()).then(
    () => 'not even read',
    () => 'refused',
  );
  expect(await found).toBe(outcome);
});

it('uses at most two addresses of a family', async () => {
  const four = Array.from({ length: 4000 }, (_, i) => `93.184.${i >> 8}.${i & 255}`);
  const named = fakeLookup({ 'many.example': ['2606:2800::1', ...four] });
  const resolve = createSafeLookup({ allowPrivateAddresses: false, lookup: named.lookup });
  const found = await resolve('many.example', signal());
  expect(found.map(({ address }) => address)).toEqual(['93.184.0.0', '93.184.0.1', '2606:2800::1']);
});
