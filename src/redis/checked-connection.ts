import { createConnection, type Socket } from 'node:net';
import { connect as connectTls } from 'node:tls';
import { AbstractConnector, Redis, type RedisOptions } from 'ioredis';
import { createFrameScanner } from './frame-scanner.ts';

type CheckedOptions = Pick<
  RedisOptions,
  | 'connectTimeout'
  | 'socketTimeout'
  | 'retryStrategy'
  | 'enableOfflineQueue'
  | 'autoResendUnfulfilledCommands'
  | 'maxRetriesPerRequest'
  | 'disableClientInfo'
> & {
  /** Replies larger than this end the connection; 4 MiB by default. */
  readonly maxReplyBytes?: number;
};

const defaultPort = 6379;
const disconnectTimeoutMs = 2000;
/** The same for all connections, so that they are back at about the same time. */
const maxReconnectDelayMs = 1000;
/** Larger than any cached value; messages of the queue are far smaller. */
const defaultMaxReplyBytes = 4 * 1024 * 1024;
/** Commands are our own and need no limit. */
const maxCommandBytes = Number.MAX_SAFE_INTEGER;

/**
 * An ioredis connection that tolerates any reply. Data that is not RESP 2, is too large, or belongs to
 * no command never reaches the parser of ioredis, which would throw from a timer or buffer without
 * limit: the connection is closed instead, and reopened as after any other failure.
 *
 * For everything that sends a command and waits for its reply, including BullMQ (also through
 * `duplicate()`); not for subscriptions and MONITOR, whose replies are unsolicited.
 *
 * @param url `redis:` or `rediss:` with a host
 */
export function openCheckedRedis(url: string, options: CheckedOptions = {}): Redis {
  const { maxReplyBytes = defaultMaxReplyBytes, ...rest } = options;
  const { protocol, hostname, port } = new URL(url);
  const target = {
    host: hostname.replace(/^\[(.*)\]$/, '$1'),
    port: port === '' ? defaultPort : Number(port),
  };

  class CheckedConnector extends AbstractConnector {
    constructor() {
      super(disconnectTimeoutMs);
    }

    override async connect(): Promise<Socket> {
      const isEncrypted = protocol === 'rediss:';
      this.connecting = true;
      this.stream = isEncrypted ? connectTls(target) : createConnection(target);
      this.stream.once('error', (error) => {
        this.firstError = error;
      });
      checkReplies(this.stream, maxReplyBytes);
      return this.stream;
    }
  }

  const redis = new Redis(url, {
    retryStrategy: (times) => Math.min(times * 100, maxReconnectDelayMs),
    ...rest,
    protocol: 2,
    Connector: CheckedConnector,
  });
  // Every error is followed by `close`; without a listener it would be printed with the address.
  redis.on('error', () => {});
  return redis;
}

/** Counts commands and replies, and destroys the connection at the first invalid reply. */
function checkReplies(stream: Socket, maxReplyBytes: number): void {
  const commands = createFrameScanner(maxCommandBytes);
  const replies = createFrameScanner(maxReplyBytes);
  let unanswered = 0;
  const [write, emit] = [stream.write.bind(stream), stream.emit.bind(stream)];

  stream.write = (
    chunk: string | Uint8Array,
    encoding?: BufferEncoding | ((error?: Error | null) => void),
    callback?: (error?: Error | null) => void,
  ): boolean => {
    gatherWrites(stream);
    unanswered += commands.scan(typeof chunk === 'string' ? Buffer.from(chunk) : chunk) ?? 0;
    if (typeof encoding === 'string') return write(chunk, encoding, callback);
    return write(chunk, encoding ?? callback);
  };

  stream.emit = (event: string | symbol, ...args: unknown[]): boolean => {
    const [chunk] = args;
    if (event !== 'data' || !(chunk instanceof Uint8Array)) return emit(event, ...args);
    if (stream.destroyed) return false;
    const ended = replies.scan(chunk);
    unanswered -= ended ?? 0;
    if (ended !== null && unanswered >= 0) return emit(event, ...args);
    stream.destroy(new Error('what Redis answers is no reply, or too large'));
    return false;
  };
}

/**
 * Combines the writes of one turn of the event loop into one packet: a packet costs as much as its
 * commands.
 */
function gatherWrites(stream: Socket): void {
  if (stream.writableCorked > 0) return;
  stream.cork();
  setImmediate(() => stream.uncork());
}
