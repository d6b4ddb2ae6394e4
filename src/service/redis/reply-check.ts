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
