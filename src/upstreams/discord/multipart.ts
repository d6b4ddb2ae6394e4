/** A part begins with its head; the content that follows belongs to it. */
type Piece = { readonly kind: 'head' | 'content'; readonly bytes: Buffer };

/** The longest that RFC 2046 allows. */
export const maxBoundaryChars = 70;
/** Real ones have some 200 bytes; some have a long name three times, percent-encoded. */
const maxHeadBytes = 8192;
const headEnd = '\r\n\r\n';

type State = 'preamble' | 'delimiter' | 'head' | 'content' | 'epilogue';

/** Splits a multipart body (RFC 2046) as it arrives, never long at a time; heads are not read. */
export function createSplitter(boundary: string) {
  const delimiter = Buffer.from(`\r\n--${boundary}`);
  let state: State = 'preamble';
  // The line break before the first delimiter may be missing.
  let rest = Buffer.from('\r\n');

  function drop(bytes: number): Buffer {
    const dropped = rest.subarray(0, bytes);
    rest = rest.subarray(bytes);
    return dropped;
  }

  /** Drops what can't belong to a delimiter, and the delimiter itself if it is there. */
  function dropUntilDelimiter(): Buffer {
    const at = rest.indexOf(delimiter);
    if (at === -1) return drop(Math.max(0, rest.length - delimiter.length + 1));
    const before = drop(at);
    drop(delimiter.length);
    state = 'delimiter';
    return before;
  }

  /** Reads what follows a delimiter: another part, or the end. */
  function endDelimiter(): void {
    if (rest.length < 2) return;
    const end = drop(2).toString('latin1');
    if (end !== '--' && end !== '\r\n') throw new SyntaxError('not a delimiter');
    state = end === '--' ? 'epilogue' : 'head';
  }

  function dropHead(): Buffer | null {
    const length = rest.indexOf(headEnd);
    if (Math.max(length, length === -1 ? rest.length : 0) > maxHeadBytes) {
      throw new SyntaxError('a head without an end');
    }
    if (length === -1) return null;
    const head = drop(length);
    drop(headEnd.length);
    state = 'content';
    return head;
  }

  /** A piece, or `null` if there is none before the state changes or more arrives. */
  function step(): Piece | null {
    if (state === 'head') return pieceOf('head', dropHead());
    if (state === 'content') return pieceOf('content', dropUntilDelimiter());
    if (state === 'preamble') dropUntilDelimiter();
    else if (state === 'delimiter') endDelimiter();
    else drop(rest.length);
    return null;
  }

  return {
    /**
     * The pieces in a chunk, which share its memory.
     * @throws {SyntaxError} if the body is not well formed
     */
    *push(this: void, chunk: Uint8Array): Iterable<Piece> {
      rest = Buffer.concat([rest, chunk]);
      for (let before: State | null = null; before !== state;) {
        before = state;
        const piece = step();
        if (piece !== null) yield piece;
      }
    },
    /** Whether the closing delimiter has arrived. */
    isClosed: (): boolean => state === 'epilogue',
  };
}

function pieceOf(kind: Piece['kind'], bytes: Buffer | null): Piece | null {
  return bytes === null || (kind === 'content' && bytes.length === 0) ? null : { kind, bytes };
}
