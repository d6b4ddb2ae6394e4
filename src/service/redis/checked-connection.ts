import { Redis, type RedisOptions } from 'ioredis';

type CheckedOptions = Omit<RedisOptions, 'protocol' | 'replyMapping'>;

/** The same for all connections, so that they are back at about the same time. */
const maxReconnectDelayMs = 1000;
/** Larger than any cached value; messages of the queue are far smaller. */
const maxReplyBytes = 4 * 1024 * 1024;
/** Of a state, an error, a number or a length; as Redis itself limits those that it reads. */
const maxLineBytes = 64 * 1024;
/** Arrays in arrays: what a stream has is 5 deep. ioredis reads each level in a call of its own. */
const maxDepth = 8;

/**
 * An ioredis connection that tolerates any reply. Data that is not RESP 2, is too large, or belongs to no
 * command never reaches ioredis, which throws where nobody can catch it for a nil that nobody awaits (6.0),
 * and buffers without limit: the connection is closed instead, and reopened as after any other failure.
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

const lineFeed = 10;
const lineEndBytes = 2;

const linePattern = /^(?:[+-][^\r\n]*|:[+-]?\d{1,19}|([$*])(-1|\d{1,10}))\r\n$/;

/**
 * Follows RESP 2 without decoding it.
 * @returns whether these bytes continue valid replies of limited size, of which so many are awaited
 * @see https://redis.io/docs/latest/develop/reference/protocol-spec/
 */
export function createReplyCheck(maxBytes: number) {
  /** Items that each array still lacks, the outermost first; the reply itself is one of one. */
  const missing: number[] = [];
  /** Remaining bytes of a bulk string, including its line end. */
  let bulkBytes = 0;
  let replyBytes = 0;
  let line = '';

  /** @param items of the value that ends here or, if there are any, begins */
  function count(items = 0): void {
    missing.push(missing.pop()! - 1);
    if (items > 0) missing.push(items);
    while (missing.at(-1) === 0) missing.pop();
  }

  function readLine(): boolean {
    const [found, kind, length = -1] = linePattern.exec(line) ?? [];
    line = '';
    if (kind === '$' && Number(length) >= 0) bulkBytes = Number(length) + lineEndBytes;
    else count(kind === '*' ? Number(length) : 0);
    return found !== undefined && replyBytes + bulkBytes <= maxBytes && missing.length <= maxDepth;
  }

  /** @returns the end of what can be read at once: of a line or a bulk string, or of what has arrived */
  function endOf(bytes: Buffer, at: number): number {
    if (bulkBytes > 0) return Math.min(at + bulkBytes, bytes.length);
    return bytes.indexOf(lineFeed, at) + 1 || bytes.length;
  }

  return (bytes: Buffer, awaited: number): boolean => {
    // For ioredis a reply is complete before its last line feed, and no longer awaited.
    const isLast = missing.every((items, depth) => items === Number(depth === missing.length - 1));
    const isComplete = isLast && (bulkBytes === 1 || line.endsWith('\r'));
    let begun = missing.length === 0 || isComplete ? 0 : 1;
    for (let at = 0, end = 0; at < bytes.length; at = end) {
      if (missing.length === 0) {
        begun += 1;
        missing.push(1);
        replyBytes = 0;
        if (begun > awaited) return false;
      }
      end = endOf(bytes, at);
      replyBytes += end - at;
      if (bulkBytes > 0) {
        bulkBytes -= end - at;
        if (bulkBytes === 0) count();
      } else {
        if (replyBytes > maxBytes) return false;
        line += bytes.toString('latin1', at, end);
        if (line.length > maxLineBytes) return false;
        if (bytes[end - 1] === lineFeed && !readLine()) return false;
      }
    }
    return true;
  };
}
