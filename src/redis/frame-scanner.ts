/**
 * Follows a Redis connection without decoding it: where each command or reply ends, how large it is,
 * and whether it is valid RESP 2.
 *
 * @see https://redis.io/docs/latest/develop/reference/protocol-spec/
 */
export type FrameScanner = {
  /** How many frames end in these bytes; null at the first invalid one. */
  readonly scan: (bytes: Uint8Array) => number | null;
};

/** Lines are lengths, numbers, states and errors; an error of a script can be long. */
const maxLineBytes = 64 * 1024;
/** Nested arrays; real replies are two levels deep. */
const maxDepth = 16;
/** The parser creates an object for each item of an array. */
const maxItems = 1024 * 1024;
const [lineFeed, carriageReturn] = [10, 13];
const lineEndBytes = 2;

export function createFrameScanner(maxFrameBytes: number): FrameScanner {
  const arrays = createArrays();
  let line: number[] = [];
  /** Remaining bytes of a bulk string, including its line end. */
  let bulkBytes = 0;
  let frameBytes = 0;
  let isBroken = false;

  function endValue(): boolean {
    if (!arrays.end()) return false;
    frameBytes = 0;
    return true;
  }

  /** Reads a line without its end: 1 if it completes a frame, 0 if not, null if it is invalid. */
  function readLine(text: string): 0 | 1 | null {
    const [kind, rest] = [text.slice(0, 1), text.slice(1)];
    if (kind === '+' || kind === '-') return endValue() ? 1 : 0;
    if (kind === ':' && /^[+-]?\d{1,20}$/.test(rest)) return endValue() ? 1 : 0;
    if ((kind !== '$' && kind !== '*') || !/^(-1|\d{1,10})$/.test(rest)) return null;
    const length = Number(rest);
    if (length < 0 || (kind === '*' && length === 0)) return endValue() ? 1 : 0;
    if (kind === '$') {
      bulkBytes = length + lineEndBytes;
      return frameBytes + bulkBytes > maxFrameBytes ? null : 0;
    }
    return arrays.open(length) ? 0 : null;
  }

  function scan(bytes: Uint8Array): number | null {
    let frames = 0;
    let at = 0;
    while (at < bytes.length) {
      if (bulkBytes > 0) {
        const step = Math.min(bulkBytes, bytes.length - at);
        bulkBytes -= step;
        frameBytes += step;
        at += step;
        if (bulkBytes === 0 && endValue()) frames += 1;
        continue;
      }
      const byte = bytes[at++] ?? 0;
      frameBytes += 1;
      if (byte !== lineFeed) line.push(byte);
      if (line.length > maxLineBytes || frameBytes > maxFrameBytes) return null;
      if (byte !== lineFeed) continue;
      if (line.pop() !== carriageReturn) return null;
      const ended = readLine(String.fromCodePoint(...line.slice(0, 32)));
      line = [];
      if (ended === null) return null;
      frames += ended;
    }
    return frames;
  }

  return {
    scan: (bytes) => {
      const frames = isBroken ? null : scan(bytes);
      isBroken = frames === null;
      return frames;
    },
  };
}

function createArrays() {
  /** Missing items of each open array, the outermost first. */
  const left: number[] = [];
  let items = 0;
  return {
    /** Returns false if it is nested too deep or has too many items. */
    open: (length: number): boolean => {
      items += length;
      left.push(length);
      return left.length <= maxDepth && items <= maxItems;
    },
    /** Returns whether the value that ends here completes the outermost array. */
    end: (): boolean => {
      while (left.length > 0) {
        const missing = (left.pop() ?? 0) - 1;
        if (missing > 0) {
          left.push(missing);
          return false;
        }
      }
      items = 0;
      return true;
    },
  };
}
