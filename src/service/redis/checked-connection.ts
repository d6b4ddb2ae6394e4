import { Redis, type RedisOptions } from 'ioredis';

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

/** Whether these bytes continue valid replies of limited size, of which so many are awaited. */
export type ReplyCheck = (bytes: Buffer, awaited: number) => boolean;

const lineFeed = 10;

const lineEndBytes = 2;

/** The least that an item of an array takes, as `+\r\n`; the parser allocates all items at once. */
const minItemBytes = 3;

/** Far more than any command used here needs. The parser of ioredis calls itself for each. */
const maxNestedArrays = 16;

const linePattern = /^(?:[+-][^\r\n]*|:[+-]?\d{1,19}|([$*])(-1|\d{1,10}))\r\n$/;

/**
 * Follows RESP 2 without decoding it.
 * @see https://redis.io/docs/latest/develop/reference/protocol-spec/
 */
export function createReplyCheck(maxBytes: number): ReplyCheck {
  /** Values that the current reply still lacks: itself, or the items of its arrays. */
  let missing = 0;
  /** For each array that is not complete, how many values are missing once it is; outermost first. */
  const arrayEnds: number[] = [];
  /** Remaining bytes of a bulk string, including its line end. */
  let bulkBytes = 0;
  let replyBytes = 0;
  let line = '';

  function readLine(): boolean {
    const found = linePattern.exec(line);
    if (found === null) return false;
    const [, kind, length = -1] = found;
    if (kind === '$' && Number(length) >= 0) bulkBytes = Number(length) + lineEndBytes;
    else countValue(kind === '*' ? Number(length) : 0);
    line = '';
    if (arrayEnds.length > maxNestedArrays) return false;
    return replyBytes + bulkBytes + missing * minItemBytes <= maxBytes;
  }

  /** Of a value that is here, or of an array whose items are still missing. */
  function countValue(items = 0): void {
    missing -= 1;
    if (items > 0) arrayEnds.push(missing);
    missing += Math.max(0, items);
    while (arrayEnds.at(-1) === missing) arrayEnds.pop();
  }

  return (bytes, awaited) => {
    // For ioredis a reply is complete before its last line feed, and no longer awaited.
    const isComplete = missing === 1 && (bulkBytes === 1 || line.endsWith('\r'));
    let begun = missing === 0 || isComplete ? 0 : 1;
    for (let at = 0, end = 0; at < bytes.length; at = end) {
      if (missing === 0) {
        begun += 1;
        [missing, replyBytes] = [1, 0];
        if (begun > awaited) return false;
      }
      const lineEnd = bytes.indexOf(lineFeed, at) + 1 || bytes.length;
      end = bulkBytes > 0 ? Math.min(at + bulkBytes, bytes.length) : lineEnd;
      replyBytes += end - at;
      if (bulkBytes > 0) {
        bulkBytes -= end - at;
        if (bulkBytes === 0) countValue();
        continue;
      }
      if (replyBytes > maxBytes) return false;
      line += bytes.toString('latin1', at, end);
      if (bytes[end - 1] === lineFeed && !readLine()) return false;
    }
    return true;
  };
}
