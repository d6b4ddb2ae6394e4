import { Socket } from 'node:net';
import { describe, expect, it } from 'vitest';
import { NetError } from './net-error.ts';
import { createSafeDial } from './safe-dial.ts';
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
