import type { Socket } from 'node:net';
import { abortable } from '../../../common/async/clock.ts';
import { NetError } from '../../net/net-error.ts';
import type { Taken } from './byte-reader.ts';

/** Most bytes read from one server, over all packets (a status with its icon has 20 kB). */
export const maxReplyBytes = 256 * 1024;

/** Takes one message from the front of `bytes`; null while it is incomplete. */
export type TakeMessage<T> = (bytes: Buffer) => Taken<T> | null;

/** Collects what a socket receives, as messages; `take` is called again with every chunk. */
export function listenToReplies(socket: Socket) {
  const received = createReceived();
  let problem: NetError | null = null;
  let notify: (() => void) | undefined;
  socket.on('data', (chunk: Buffer) => {
    if (problem === null && received.total() + chunk.length > maxReplyBytes) {
      problem = new NetError('too-large');
      socket.destroy();
    }
    if (problem === null) received.append(chunk);
    notify?.();
  });
  const end = (): void => {
    // A server that sends data and then closes uses another protocol.
    problem ??= new NetError(received.total() === 0 ? 'unreachable' : 'invalid-response');
    notify?.();
  };
  // After 'end' the server sends nothing more, even if the connection stays open.
  socket.on('end', end);
  socket.on('close', end);

  return {
    /**
     * Resolves to the next message, as soon as `take` finds it complete. One call at a time. Rejects with
     * NetError 'too-large', 'unreachable' (closed without a byte), 'invalid-response' (closed in the middle),
     * errors of `take`, or the signal's reason.
     */
    next: async <T>(take: TakeMessage<T>, signal: AbortSignal): Promise<T> => {
      const message = Promise.withResolvers<Taken<T>>();
      notify = () => {
        try {
          const taken = take(received.bytes());
          if (taken !== null) message.resolve(taken);
          else if (problem !== null) message.reject(problem);
        } catch (error) {
          message.reject(error);
        }
      };
      notify();
      const { value, length } = await abortable(message.promise, signal);
      received.drop(length);
      return value;
    },
  };
}

/** Grows by doubling, so that a server that sends byte by byte costs no more. */
function createReceived() {
  let store = Buffer.alloc(4096);
  let start = 0;
  let end = 0;
  let total = 0;
  return {
    append: (chunk: Buffer): void => {
      if (end + chunk.length > store.length) {
        const grown = Buffer.alloc(Math.max(store.length * 2, end + chunk.length));
        store.copy(grown, 0, 0, end);
        store = grown;
      }
      end += chunk.copy(store, end);
      total += chunk.length;
    },
    bytes: (): Buffer => store.subarray(start, end),
    drop: (length: number): void => void (start += length),
    total: (): number => total,
  };
}
