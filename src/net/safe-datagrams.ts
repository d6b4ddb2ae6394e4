import { createSocket, type Socket } from 'node:dgram';
import { abortable, withDeadline } from '../async/deadline.ts';
import type { ResolvedAddress } from './name-lookup.ts';
import { netErrorOf, NetError } from './net-error.ts';
import type { SafeDial } from './safe-dial.ts';
import { translateError } from './translate-error.ts';

/** A UDP socket that sends to, and hears from, nobody but this one address. */
type DatagramSocket = {
  readonly send: (message: Uint8Array) => void;
  readonly close: () => void;
};

/** Opens one. `onError` is also told when the other side says that nobody listens there. */
export type OpenDatagramSocket = (
  to: ResolvedAddress & { readonly port: number },
  events: {
    readonly onReady: () => void;
    readonly onMessage: (message: Uint8Array) => void;
    readonly onError: (error: Error) => void;
  },
) => DatagramSocket;

export type DatagramExchange<T> = {
  readonly host: string;
  readonly port: number;
  /** Over look-up and answer together. */
  readonly timeoutMs: number;
  /** When the question is asked, counted from the first time: datagrams get lost. */
  readonly askAtMs: readonly number[];
  /** The bytes of the n-th question, made when it is sent. */
  readonly question: (attempt: number) => Uint8Array;
  /**
   * What a datagram says; null for one that is no answer to this question and is passed over. `send`
   * goes on with a conversation of several steps from the same socket.
   */
  readonly read: (message: Uint8Array, send: (message: Uint8Array) => void) => T | null;
  /** Ceiling of all datagrams together, answers or not; default 256 KiB. */
  readonly maxBytes?: number;
  readonly signal?: AbortSignal | undefined;
};

const defaultMaxBytes = 256 * 1024;

export type SafeDatagrams = {
  /**
   * Asks a checked address of `host` until it answers. Rejects with NetError 'bad-url',
   * 'blocked-address', 'unresolvable', 'unreachable', 'timeout', 'too-large', or the signal's reason.
   */
  readonly exchange: <T>(options: DatagramExchange<T>) => Promise<T>;
};

/** The UDP counterpart of the safe dial: the same address rules, and sockets bound to one peer. */
export function createSafeDatagrams(
  dial: Pick<SafeDial, 'resolvePublic'>,
  openSocket: OpenDatagramSocket = openUdpSocket,
): SafeDatagrams {
  return {
    exchange: ({ host, timeoutMs, signal: outer, ...question }) =>
      withDeadline({ errorOf: netErrorOf, timeoutMs, signal: outer }, async (signal) => {
        const [address] = await dial.resolvePublic(host, signal);
        if (address === undefined) throw new NetError('unresolvable');
        return ask({ ...question, address, signal }, openSocket);
      }),
  };
}

type Question<T> = Omit<DatagramExchange<T>, 'host' | 'timeoutMs'> & {
  readonly address: ResolvedAddress;
  readonly signal: AbortSignal;
};

async function ask<T>(options: Question<T>, openSocket: OpenDatagramSocket): Promise<T> {
  const { address, port, askAtMs, signal, maxBytes = defaultMaxBytes } = options;
  let bytes = 0;
  const answer = Promise.withResolvers<T>();
  const timers: NodeJS.Timeout[] = [];
  const socket = openSocket(
    { ...address, port },
    {
      onReady: () => {
        for (const [attempt, afterMs] of askAtMs.entries()) {
          const send = (): void => socket.send(options.question(attempt));
          if (afterMs === 0) send();
          else timers.push(setTimeout(send, afterMs));
        }
      },
      onMessage: (message) => {
        bytes += message.byteLength;
        if (bytes > maxBytes) {
          answer.reject(new NetError('too-large'));
          return;
        }
        try {
          const read = options.read(message, socket.send);
          if (read !== null) answer.resolve(read);
        } catch (error) {
          // Thrown into the event of a socket, it would end the process.
          answer.reject(error);
        }
      },
      onError: answer.reject,
    },
  );
  try {
    return await abortable(answer.promise, signal);
  } catch (error) {
    throw translateError(error, signal);
  } finally {
    for (const timer of timers) clearTimeout(timer);
    socket.close();
  }
}

/**
 * `connect` makes the kernel drop what comes from anybody else, and pass on the "port unreachable"
 * of the host itself.
 */
const openUdpSocket: OpenDatagramSocket = ({ address, family, port }, events) => {
  const socket: Socket = createSocket(family === 4 ? 'udp4' : 'udp6');
  let isClosed = false;
  socket.on('message', (message) => events.onMessage(message));
  socket.on('error', events.onError);
  // As a listener: a callback would be given the errors that are waited for above.
  socket.on('connect', () => {
    if (!isClosed) events.onReady();
  });
  socket.connect(port, address);
  return {
    send: (message) => {
      // What can't be sent is reported by the 'error' event or not at all: then the answer is missing.
      if (!isClosed) socket.send(message, () => {});
    },
    close: () => {
      if (isClosed) return;
      isClosed = true;
      socket.close();
    },
  };
};
