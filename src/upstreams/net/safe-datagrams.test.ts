import { createSocket } from 'node:dgram';
import { once } from 'node:events';
import { afterEach, describe, expect, it } from 'vitest';
import { NetError } from './net-error.ts';
import { createSafeDatagrams, type DatagramExchange } from './safe-datagrams.ts';
import { createSafeDial } from './safe-dial.ts';
import { fakeLookup } from '../../../test/support/net-fakes.ts';

const cleanUps: (() => void)[] = [];
afterEach(() => {
  for (const cleanUp of cleanUps.splice(0)) cleanUp();
});

/** Answers the n-th datagram with these. */
async function startPeer(responses: (heard: string, count: number) => readonly string[]) {
  const socket = createSocket('udp4');
  const heard: string[] = [];
  socket.on('message', (message, from) => {
    heard.push(message.toString());
    for (const response of responses(message.toString(), heard.length)) {
      socket.send(response, from.port, from.address);
    }
  });
  socket.bind(0, '127.0.0.1');
  await once(socket, 'listening');
  cleanUps.push(() => socket.close());
  return { socket, port: socket.address().port, heard };
}

const { lookup } = fakeLookup({
  'peer.example': ['127.0.0.1'],
  'private.example': ['10.0.0.1'],
});
const dial = createSafeDial({ allowPrivateAddresses: true, lookup });
const datagrams = createSafeDatagrams(dial);

function question(
  port: number,
  changes: Partial<DatagramExchange<string>> = {},
): DatagramExchange<string> {
  return {
    host: 'peer.example',
    port,
    timeoutMs: 30_000,
    sendAtMs: [0],
    question: (attempt) => Buffer.from(`question ${attempt}`),
    read: (message) => (Buffer.from(message).toString().startsWith('yes') ? 'yes' : null),
    ...changes,
  };
}

function refuse(): string {
  throw new NetError('invalid-response');
}

describe('exchange', () => {
  it('sends to a checked address and reads its response', async () => {
    const { port, heard } = await startPeer(() => ['yes']);
    expect(await datagrams.exchange(question(port))).toBe('yes');
    expect(heard).toEqual(['question 0']);
  });

  it('retries until it is answered, and skips datagrams that are no response', async () => {
    const { port, heard } = await startPeer((_, count) => (count < 3 ? ['no', ''] : ['no', 'yes']));
    expect(await datagrams.exchange(question(port, { sendAtMs: [0, 20, 40] }))).toBe('yes');
    expect(heard).toEqual(['question 0', 'question 1', 'question 2']);
  });

  it('ignores datagrams from other addresses', async () => {
    const stranger = createSocket('udp4');
    cleanUps.push(() => stranger.close());
    const { socket, port } = await startPeer(() => []);
    socket.on('message', (_message, from) => stranger.send('yes', from.port, from.address));
    await expect(datagrams.exchange(question(port, { timeoutMs: 150 }))).rejects.toMatchObject({
      kind: 'timeout',
    });
  });

  it('fails if the port is closed', async () => {
    const { socket, port } = await startPeer(() => []);
    cleanUps.length = 0;
    socket.close();
    await once(socket, 'close');
    // Its deadline is longer than a test may take.
    const asked = datagrams.exchange(question(port, { timeoutMs: 600_000 }));
    await expect(asked).rejects.toMatchObject({ kind: 'unreachable' });
  });

  it.each([
    [11, { maxBytes: 11 }],
    [256 * 1024, {}],
  ])('reads %i bytes at most, whatever they are, with %j', async (max, changes) => {
    const responseOf = (bytes: number) =>
      createSafeDatagrams(dial, (_to, { onMessage }) => {
        for (const message of [Buffer.alloc(bytes - 3), Buffer.from('yes')]) {
          setImmediate(() => onMessage(message));
        }
        return { send: () => {}, close: () => {} };
      }).exchange(question(19_132, changes));
    expect(await responseOf(max)).toBe('yes');
    await expect(responseOf(max + 1)).rejects.toMatchObject({ kind: 'too-large' });
  });

  it('fails with the error of the reader', async () => {
    const { port } = await startPeer(() => ['yes']);
    await expect(datagrams.exchange(question(port, { read: refuse }))).rejects.toMatchObject({
      kind: 'invalid-response',
    });
  });

  it('ends when its caller aborts', async () => {
    const { port } = await startPeer(() => []);
    const controller = new AbortController();
    const options = { timeoutMs: 600_000, signal: controller.signal };
    const asked = datagrams.exchange(question(port, options));
    controller.abort(new NetError('aborted'));
    await expect(asked).rejects.toMatchObject({ kind: 'aborted' });
  });

  it.each(['127.0.0.1', '0x7f.1', '[::1]', 'private.example', 'localhost'])(
    'opens no socket to %s',
    async (host) => {
      const opened: string[] = [];
      const closed = createSafeDatagrams(
        createSafeDial({ allowPrivateAddresses: false, lookup }),
        ({ address }) => {
          opened.push(address);
          return { send: () => {}, close: () => {} };
        },
      );
      const asked = closed.exchange(question(19_132, { host }));
      await expect(asked).rejects.toMatchObject({ kind: 'blocked-address' });
      expect(opened).toEqual([]);
    },
  );
});
