import { once } from 'node:events';
import { createServer, connect, type Socket } from 'node:net';
import { afterEach, expect, test } from 'vitest';
import { listenToReplies, maxReplyBytes, type TakeMessage } from './replies.ts';

const closing: (() => void)[] = [];
afterEach(() => {
  for (const close of closing.splice(0)) close();
});

/** A server that sends what it is told, and our side of the connection. */
async function connected() {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  const port = typeof address === 'object' ? (address?.port ?? 0) : 0;
  const accepted = once(server, 'connection');
  const socket = connect(port, '127.0.0.1');
  const [theirs]: Socket[] = await accepted;
  theirs!.on('error', () => {});
  closing.push(() => {
    socket.destroy();
    server.close();
  });
  return { socket, theirs: theirs!, replies: listenToReplies(socket) };
}

const { signal } = new AbortController();

/** A message of so many bytes. */
const message =
  (length: number): TakeMessage<number> =>
  (bytes) =>
    bytes.length < length ? null : { value: length, length };

test('the bound holds for all that a server sends, not for each piece', async () => {
  const { socket, theirs, replies } = await connected();
  const isTooLarge = replies.next(message(Number.POSITIVE_INFINITY), signal);
  const refused = expect(isTooLarge).rejects.toMatchObject({ kind: 'too-large' });
  const piece = Buffer.alloc(8 * 1024);
  // Small pieces, each well below the bound.
  for (let sent = 0; sent <= maxReplyBytes && !socket.destroyed; sent += piece.length) {
    theirs.write(piece);
    await once(socket, 'data');
  }
  await refused;
  expect(socket.destroyed).toBe(true);
});

test('what was taken counts on', async () => {
  const { theirs, replies } = await connected();
  const half = maxReplyBytes / 2;
  for (let i = 0; i < 2; i += 1) {
    theirs.write(Buffer.alloc(half));
    await expect(replies.next(message(half), signal)).resolves.toBe(half);
  }
  theirs.write('x');
  await expect(replies.next(message(1), signal)).rejects.toMatchObject({ kind: 'too-large' });
});

test('as much as the bound is read', async () => {
  const { theirs, replies } = await connected();
  theirs.write(Buffer.alloc(maxReplyBytes));
  await expect(replies.next(message(maxReplyBytes), signal)).resolves.toBe(maxReplyBytes);
});
