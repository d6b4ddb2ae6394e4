import { Redis, type RedisOptions } from 'ioredis';
import { createReplyCheck } from './reply-check.ts';

type CheckedOptions = Omit<RedisOptions, 'protocol' | 'replyMapping'>;

/** The same for all connections, so that they are back at about the same time. */
const maxReconnectDelayMs = 1000;
/** Larger than any cached value; messages of the queue are far smaller. */
const maxReplyBytes = 4 * 1024 * 1024;

/**
 * An ioredis connection that tolerates any reply. Data that is not RESP 2, is too large, or belongs to
 * no command never reaches the parser of ioredis, which would throw from a timer or buffer without
 * limit: the connection is closed instead, and reopened as after any other failure.
 *
 * For everything that sends a command and waits for its reply, including BullMQ (also through
 * `duplicate()`); not for subscriptions and MONITOR, whose replies are unsolicited.
 * @param url `redis:` or `rediss:` with a host
 */
export function openCheckedRedis(url: string, options: CheckedOptions = {}): Redis {
  return checked(new Redis(url, { retryStrategy, ...options, protocol: 2 }));
}

const retryStrategy = (times: number): number => Math.min(times * 100, maxReconnectDelayMs);

function checked(redis: Redis): Redis {
  // Every error is followed by `close`; without a listener it would be printed with the address.
  redis.on('error', () => {});
  // Before the first data is read.
  redis.on('connect', () => checkReplies(redis));
  const duplicate = redis.duplicate.bind(redis);
  redis.duplicate = (override) => checked(duplicate(override));
  return redis;
}

/** Destroys the connection at the first invalid reply. */
function checkReplies(redis: Redis): void {
  const { stream } = redis;
  const isValid = createReplyCheck(maxReplyBytes);
  const emit = stream.emit.bind(stream);
  stream.emit = (event: string | symbol, ...args: unknown[]): boolean => {
    const [chunk] = args;
    if (event !== 'data' || !(chunk instanceof Buffer)) return emit(event, ...args);
    if (stream.destroyed) return false;
    if (isValid(chunk, redis.commandQueue.length)) return emit(event, chunk);
    stream.destroy(new Error('what Redis answers is no reply, or too large'));
    return false;
  };
}
