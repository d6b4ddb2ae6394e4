import { createSocket, type Socket } from 'node:dgram';
import { abortable } from '../../common/async/clock.ts';
import type { ResolvedAddress } from './name-lookup.ts';
import { NetError, translateError, withinTime } from './net-error.ts';
import type { SafeDial } from './safe-dial.ts';

/** A UDP socket that exchanges datagrams with one address only. */
type DatagramSocket = {
  readonly send: (message: Uint8Array) => void;
  readonly close: () => void;
};

/** Opens a socket. `onError` is also called if the host reports that the port is closed. */
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
  /** Limit for look-up and exchange together. */
  readonly timeoutMs: number;
  /** When to send the question, in ms after the first time, because datagrams get lost. */
  readonly sendAtMs: readonly number[];
  /** Returns the bytes of the n-th attempt when it is sent. */
  readonly question: (attempt: number) => Uint8Array;
  /**
   * Parses a datagram; null if it is not a response to this question and should be ignored. `send`
   * continues a multi-step exchange from the same socket.
   */
  readonly read: (message: Uint8Array, send: (message: Uint8Array) => void) => T | null;
  /** Limit of all received datagrams together; 256 KiB by default. */
  readonly maxBytes?: number;
  readonly signal?: AbortSignal | undefined;
};

const defaultMaxBytes = 256 * 1024;

export type SafeDatagrams = ReturnType<typeof createSafeDatagrams>;

/** The UDP counterpart of the safe dial: the same address rules, and sockets connected to one peer. */
export function createSafeDatagrams(
  dial: Pick<SafeDial, 'resolvePublic'>,
  openSocket: OpenDatagramSocket = openUdpSocket,
) {
  return {
    /**
     * Sends a question to a checked address of `host` until it is answered. Rejects with NetError 'bad-url',
     * 'blocked-address', 'unresolvable', 'unreachable', 'timeout', 'too-large', or the signal's reason.
     */
    exchange: <T>({
      host,
      timeoutMs,
      signal: outer,
      ...question
    }: DatagramExchange<T>): Promise<T> =>
      withinTime({ timeoutMs, signal: outer }, async (signal) => {
        const [address] = await dial.resolvePublic(host, signal);
        if (address === undefined) throw new NetError('unresolvable');
        return exchangeWith({ ...question, address, signal }, openSocket);
      }),
  };
}

type Question<T> = Omit<DatagramExchange<T>, 'host' | 'timeoutMs'> & {
  readonly address: ResolvedAddress;
  readonly signal: AbortSignal;
};

async function exchangeWith<T>(options: Question<T>, openSocket: OpenDatagramSocket): Promise<T> {
  const { address, port, sendAtMs, signal, maxBytes = defaultMaxBytes } = options;
  let bytes = 0;
  const response = Promise.withResolvers<T>();
  const timers: NodeJS.Timeout[] = [];
  const socket = openSocket(
    { ...address, port },
    {
      onReady: () => {
        for (const [attempt, afterMs] of sendAtMs.entries()) {
          const send = (): void => socket.send(options.question(attempt));
          if (afterMs === 0) send();
          else timers.push(setTimeout(send, afterMs));
        }
      },
      onMessage: (message) => {
        bytes += message.byteLength;
        if (bytes > maxBytes) {
          response.reject(new NetError('too-large'));
          return;
        }
        try {
          const read = options.read(message, socket.send);
          if (read !== null) response.resolve(read);
        } catch (error) {
          // An exception in a socket event would end the process.
          response.reject(error);
        }
      },
      onError: response.reject,
    },
  );
  try {
    return await abortable(response.promise, signal);
  } catch (error) {
    throw translateError(error, signal);
  } finally {
    for (const timer of timers) clearTimeout(timer);
    socket.close();
  }
}

/** `connect` makes the kernel drop datagrams from other hosts and report "port unreachable". */
const openUdpSocket: OpenDatagramSocket = ({ address, family, port }, events) => {
  const socket: Socket = createSocket(family === 4 ? 'udp4' : 'udp6');
  let isClosed = false;
  socket.on('message', (message) => events.onMessage(message));
  socket.on('error', events.onError);
  // A listener, because a callback would receive the errors that are awaited above.
  socket.on('connect', () => {
    if (!isClosed) events.onReady();
  });
  socket.connect(port, address);
  return {
    send: (message) => {
      // A failed send is reported by the 'error' event or not at all; then no response comes.
      if (!isClosed) socket.send(message, () => {});
    },
    close: () => {
      if (isClosed) return;
      isClosed = true;
      socket.close();
    },
  };
};
