/** What Redis says in place of a result. */
export class ReplyError extends Error {
  override readonly name = 'ReplyError';
}

/** A value of RESP 2. A bulk string is bytes, perhaps a view of all that came with it. */
export type Reply = string | number | null | Buffer | ReplyError | readonly Reply[];

/**
 * Reads what goes over a Redis connection, in pieces of any size. What it holds of a value that has
 * not ended is bounded, whatever the other side announces.
 *
 * @see https://redis.io/docs/latest/develop/reference/protocol-spec/
 */
export type ReplyReader = {
  /** Hands on each value that ends in these bytes; false as soon as something is no RESP 2, and ever after. */
  readonly read: (bytes: Buffer) => boolean;
};

type ReaderOptions = {
  /** Of one value as a whole; a larger one is refused when it is announced. */
  readonly maxBytes: number;
  readonly onReply: (reply: Reply) => void;
};

/** Lines are lengths, numbers, states and errors; an error of a script can be long. */
const maxLineBytes = 64 * 1024;
/** Arrays in arrays: what Redis answers here is two deep. */
const maxDepth = 16;
/** Each item of an array costs an object. */
const maxItems = 1024 * 1024;
const [lineFeed, carriageReturn] = [10, 13];
const lineEndBytes = 2;
const nothing = Buffer.alloc(0);

export function createReplyReader({ maxBytes, onReply }: ReaderOptions): ReplyReader {
  const arrays = createArrays();
  /** The beginning of a line, or of a bulk string, whose end is yet to come. */
  let begun = nothing;
  let begunBytes = 0;
  /** Bytes of the bulk string that comes next, its line end included; 0 where a line does. */
  let bulkBytes = 0;
  let replyBytes = 0;
  let isSound = true;

  function end(value: Reply): true {
    const reply = arrays.close(value);
    if (reply === undefined) return true;
    replyBytes = 0;
    onReply(reply);
    return true;
  }

  function readLine(line: string): boolean {
    const [kind, rest] = [line[0], line.slice(1)];
    if (kind === '+') return end(rest);
    if (kind === '-') return end(new ReplyError(rest));
    if (kind === ':') return /^[+-]?\d{1,20}$/.test(rest) && end(Number(rest));
    if ((kind !== '$' && kind !== '*') || !/^(-1|\d{1,10})$/.test(rest)) return false;
    const length = Number(rest);
    if (length < 0) return end(null);
    if (kind === '*') return length === 0 ? end([]) : arrays.open(length);
    bulkBytes = length + lineEndBytes;
    replyBytes += bulkBytes;
    return replyBytes <= maxBytes;
  }

  /** @returns where the next value begins, or null for nonsense */
  function takeLine(bytes: Buffer, start: number): number | null {
    const lineEnd = bytes.indexOf(lineFeed, start);
    const piece = bytes.subarray(start, lineEnd < 0 ? bytes.length : lineEnd);
    const line = begun.length === 0 ? piece : Buffer.concat([begun, piece]);
    replyBytes += piece.length;
    if (line.length > maxLineBytes || replyBytes > maxBytes) return null;
    // A copy: the piece is a view of more than the beginning of a line.
    begun = lineEnd < 0 ? Buffer.from(line) : nothing;
    if (lineEnd < 0) return bytes.length;
    const isWhole =
      line.at(-1) === carriageReturn && readLine(line.toString('latin1', 0, line.length - 1));
    return isWhole ? lineEnd + 1 : null;
  }

  function takeBulk(bytes: Buffer, start: number): number | null {
    const stop = Math.min(bytes.length, start + bulkBytes - begunBytes);
    if (stop - start < bulkBytes) {
      if (begunBytes === 0) begun = Buffer.allocUnsafe(bulkBytes);
      begunBytes += bytes.copy(begun, begunBytes, start, stop);
      if (begunBytes < bulkBytes) return stop;
    }
    const bulk = begunBytes === 0 ? bytes.subarray(start, stop) : begun;
    [begun, begunBytes, bulkBytes] = [nothing, 0, 0];
    const isWhole = bulk.at(-2) === carriageReturn && bulk.at(-1) === lineFeed;
    return isWhole && end(bulk.subarray(0, -lineEndBytes)) ? stop : null;
  }

  function readAll(bytes: Buffer): boolean {
    let at: number | null = 0;
    while (at !== null && at < bytes.length) {
      at = bulkBytes > 0 ? takeBulk(bytes, at) : takeLine(bytes, at);
    }
    return at !== null;
  }

  return { read: (bytes) => (isSound &&= readAll(bytes)) };
}

/** The arrays that a value stands in. */
function createArrays() {
  const open: { readonly items: Reply[]; readonly length: number }[] = [];
  let announced = 0;
  return {
    /** False for one too deep, or with more than a reader should hold. */
    open: (length: number): boolean => {
      announced += length;
      open.push({ items: [], length });
      return open.length <= maxDepth && announced <= maxItems;
    },
    /** The outermost value, where one that ends here ends that as well. */
    close: (value: Reply): Reply | undefined => {
      let ended = value;
      for (let inner = open.at(-1); inner !== undefined; inner = open.at(-1)) {
        inner.items.push(ended);
        if (inner.items.length < inner.length) return undefined;
        ended = inner.items;
        open.pop();
      }
      announced = 0;
      return ended;
    },
  };
}
