import type { Clock } from '../async/clock.ts';
import { openCommandSocket, type Command, type CommandSocket } from './command-socket.ts';
import type { Reply } from './reply-reader.ts';

export type Connection = {
  /** Rejects at once while there is no connection, and with `ReplyError` where Redis refuses. */
  readonly send: (command: Command) => Promise<Reply>;
  readonly isReady: () => boolean;
  readonly close: () => void;
};

type ConnectionOptions = {
  /** `redis:` or `rediss:`, with user, password and the number of a database where it has them. */
  readonly url: string;
  readonly clock: Clock;
  readonly onReady: () => void;
  /** It broke, or could not be opened. */
  readonly onLost: () => void;
};

const connectTimeoutMs = 2000;
/** Twice this without a reply to what waits, and it is given up: the machine behind it may be gone. */
const silenceMs = 2500;
const reconnectDelayMs = { step: 100, most: 1000 } as const;

/**
 * A connection that is opened again whenever it breaks. Commands fail at once meanwhile, and none is
 * sent twice.
 *
 * ioredis could do this, and does for the queue. The caches and windows send five to ten commands for
 * a request, where it takes three to five times the processor time of this and, as it may throw at
 * what it reads, needs a second reader in front of it.
 */
export function openConnection({ url, clock, onReady, onLost }: ConnectionOptions): Connection {
  const target = new URL(url);
  let ready: CommandSocket | undefined;
  let failures = 0;
  let isClosed = false;
  let current: CommandSocket;
  let cancelTimer: () => void;

  function open(): void {
    const socket = openCommandSocket(target, lost);
    current = socket;
    cancelTimer = clock.startTimer(connectTimeoutMs, socket.destroy);
    const greeted = Promise.all(greetingOf(target).map(socket.send));
    // It wants a password, or is still loading.
    greeted.then(() => use(socket)).catch(socket.destroy);
  }

  function use(socket: CommandSocket): void {
    cancelTimer();
    [ready, failures] = [socket, 0];
    watchSilence(socket, { waiting: 0, heard: 0 });
    onReady();
  }

  function lost(): void {
    cancelTimer();
    ready = undefined;
    if (isClosed) return;
    failures += 1;
    const delayMs = Math.min(failures * reconnectDelayMs.step, reconnectDelayMs.most);
    cancelTimer = clock.startTimer(delayMs, open);
    onLost();
  }

  function watchSilence(socket: CommandSocket, before: { waiting: number; heard: number }): void {
    const now = { waiting: socket.waiting(), heard: socket.heard() };
    const isSilent = before.waiting > 0 && now.waiting > 0 && now.heard === before.heard;
    if (isSilent) return socket.destroy();
    cancelTimer = clock.startTimer(silenceMs, () => watchSilence(socket, now));
  }

  open();
  return {
    send: (command) => ready?.send(command) ?? Promise.reject(new Error('Redis is away')),
    isReady: () => ready !== undefined,
    close: () => {
      isClosed = true;
      cancelTimer();
      current.destroy();
    },
  };
}

/** What is said first; all of it has to be answered well. */
function greetingOf({ username, password, pathname }: URL): Command[] {
  const [user, secret] = [decodeURIComponent(username), decodeURIComponent(password)];
  const database = pathname.slice(1);
  const login = user === '' ? [secret] : [user, secret];
  return [
    ...(secret === '' ? [] : [['AUTH', ...login]]),
    ...(database === '' ? [] : [['SELECT', database]]),
    ['PING'],
  ];
}
