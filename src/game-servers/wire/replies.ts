import type { Socket } from 'node:net';
import { abortable } from '../../async/deadline.ts';
import { NetError } from '../../net/net-error.ts';
import type { Taken } from './varint.ts';

/** Most bytes that one server is listened to, over all its packets (a status with its icon has 20 kB). */
export const maxReplyBytes = 256 * 1024;

/** Takes one message off the front of `bytes`; null while it is not complete. */
export type TakeMessage<T> = (bytes: Buffer) => Taken<T> | null;

export type Replies = {
  /**
   * The next message, as soon as `take` finds it complete. One call at a time.
   * Rejects with NetError 'too-large', 'unreachable' (closed without a byte), 'garbage' (closed in
   * the middle), what `take` throws, or the signal's reason.
   */
  readonly next: <T>(take: TakeMessage<T>, signal: AbortSignal) => Promise<T>;
};

/**
 * What a socket receives, collected and taken off message by message. `take` is asked again with
 * every chunk, so it should tell cheaply that a message is not complete.
 */
export function listenToReplies(socket: Socket): Replies {
  const received = createReceived();
  let problem: NetError | null = null;
  let wake: (() => void) | undefined;
  socket.on('data', (chunk: Buffer) => {
    if (problem === null && received.total() + chunk.length > maxReplyBytes) {
      problem = new NetError('too-large');
      socket.destroy();
    }
    if (problem === null) received.append(chunk);
    wake?.();
  });
  const end = (): void => {
    // Whoever says something and leaves speaks another language.
    problem ??= new NetError(received.total() === 0 ? 'unreachable' : 'garbage');
    wake?.();
  };
  // A server that has said its last word ('end') says nothing more, even while it holds the line.
  socket.on('end', end);
  socket.on('close', end);

  return {
    next: async <T>(take: TakeMessage<T>, signal: AbortSignal): Promise<T> => {
      const message = Promise.withResolvers<Taken<T>>();
      wake = () => {
        try {
          const taken = take(received.bytes());
          if (taken !== null) message.resolve(taken);
          else if (problem !== null) message.reject(problem);
        } catch (error) {
          message.reject(error);
        }
      };
      wake();
      const { value, length } = await abortable(message.promise, signal);
      received.drop(length);
      return value;
    },
  };
}

/** Grows by doubling, so that a server that drips byte by byte costs no more than one that does not. */
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
