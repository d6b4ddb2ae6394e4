import { percentDecoded, inUtf8, charsetOf } from '../../common/schemas/body-text.ts';

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

/** What the head of a part of a form says. */
export type PartHead = {
  readonly field: string;
  /** The name of its file; `null` if it is a field. */
  readonly fileName: string | null;
  /** Its media type, as the client wrote it. */
  readonly type: string;
  /** How its content is encoded besides; empty if it is not. */
  readonly encoding: string;
};

/**
 * Reads the head of a part (RFC 7578) as the world writes it: parameters in any order, without quotes (.NET),
 * with a `\"` (Go) or a `%22` (browsers) for a quote, encoded (`filename*`), without a name (Grafana).
 * @returns `null` if nothing says that this is a part of a form
 */
export function readPartHead(text: string): PartHead | null {
  const headers = new Map<string, string>();
  // A line may be continued on the next one.
  for (const line of text.replaceAll(/\r\n[\t ]/g, ' ').split('\r\n')) {
    const colon = line.indexOf(':');
    const name = line.slice(0, Math.max(0, colon)).trim().toLowerCase();
    if (!headers.has(name)) headers.set(name, line.slice(colon + 1).trim());
  }
  const disposition = headers.get('content-disposition');
  if (disposition === undefined) return null;
  const parameters = parametersOf(disposition);
  const fileName = parameters.get('filename*') ?? parameters.get('filename') ?? null;
  const encoding = headers.get('content-transfer-encoding') ?? '';
  return {
    field: parameters.get('name*') ?? parameters.get('name') ?? '',
    fileName,
    type: headers.get('content-type') ?? 'text/plain',
    encoding: /^(?:7bit|8bit|binary)$/i.test(encoding) ? '' : encoding,
  };
}

/** A name, and a value with quotes, in which a backslash precedes any character, or without. */
const parameter = /;\s*([^\s=;"]+)\s*=\s*(?:"([^"\\]*(?:\\.[^"\\]*)*)"|([^;"]*))/gs;

function parametersOf(disposition: string): ReadonlyMap<string, string> {
  const parameters = new Map<string, string>();
  for (const [, given = '', quoted, bare = ''] of disposition.matchAll(parameter)) {
    const name = given.toLowerCase();
    const value = quoted === undefined ? bare.trim() : unquoted(quoted);
    const decoded = name.endsWith('*') ? decodedValue(value) : value;
    if (decoded !== null && !parameters.has(name)) parameters.set(name, decoded);
  }
  return parameters;
}

/** A backslash before anything but a quote or another one is that of a path on Windows. */
function unquoted(value: string): string {
  return value.replaceAll(/\\(["\\])/g, '$1').replaceAll(/%(?:22|0a|0d)/gi, decodeURIComponent);
}

/** A value of RFC 8187, `utf-8''gr%C3%BC.txt`; `null` if it is none: the plain one beside it counts then. */
function decodedValue(value: string): string | null {
  const [, charset, encoded = ''] = /^([\w.:-]+)'[^']*'(.*)$/s.exec(value) ?? [];
  if (charset === undefined) return null;
  try {
    const bytes = percentDecoded(Buffer.from(encoded));
    return inUtf8(bytes, charsetOf(`;charset=${charset}`), 'body').toString();
  } catch {
    return null;
  }
}
