import { percentDecoded, inUtf8, charsetOf } from '../../common/schemas/body-text.ts';

/** A part begins with its head; the content that follows belongs to it. */
type Piece = { readonly kind: 'head' | 'content'; readonly bytes: Buffer };

/** The longest that RFC 2046 allows. */
export const maxBoundaryChars = 70;
/** Real ones have some 200 bytes; some have a long name three times, percent-encoded. */
const maxHeadBytes = 8192;
const headEnd = '\r\n\r\n';

/** Splits a multipart body (RFC 2046) as it arrives, never long at a time; heads are not read. */
export function createSplitter(boundary: string) {
  const delimiter = Buffer.from(`\r\n--${boundary}`);
  // The line break before the first delimiter may be missing.
  let rest = Buffer.from('\r\n');
  let isClosed = false;
  const pieces = read();

  function drop(bytes: number): Buffer {
    const dropped = rest.subarray(0, bytes);
    rest = rest.subarray(bytes);
    return dropped;
  }

  // Here and below, `null` means that more has to arrive.
  function* dropUntilDelimiter(): Generator<Buffer | null, void> {
    for (let at = -1; at === -1;) {
      at = rest.indexOf(delimiter);
      const before = drop(at === -1 ? Math.max(0, rest.length - delimiter.length + 1) : at);
      if (before.length > 0) yield before;
      if (at === -1) yield null;
    }
    drop(delimiter.length);
  }

  function* dropHead(): Generator<null, Buffer> {
    let length = rest.indexOf(headEnd);
    for (; length === -1 && rest.length <= maxHeadBytes; length = rest.indexOf(headEnd)) yield null;
    if (length === -1 || length > maxHeadBytes) throw new SyntaxError('a head without an end');
    const head = drop(length);
    drop(headEnd.length);
    return head;
  }

  function* read(): Generator<Piece | null, never> {
    for (const preamble of dropUntilDelimiter()) if (preamble === null) yield null;
    for (;;) {
      while (rest.length < 2) yield null;
      const end = drop(2).toString('latin1');
      if (end === '--') break;
      if (end !== '\r\n') throw new SyntaxError('not a delimiter');
      yield { kind: 'head', bytes: yield* dropHead() };
      for (const bytes of dropUntilDelimiter()) yield bytes && { kind: 'content', bytes };
    }
    isClosed = true;
    for (;;) {
      drop(rest.length);
      yield null;
    }
  }

  return {
    /**
     * The pieces in a chunk, which share its memory.
     * @throws {SyntaxError} if the body is not well formed
     */
    *push(this: void, chunk: Uint8Array): Iterable<Piece> {
      rest = Buffer.concat([rest, chunk]);
      for (let next = pieces.next(); next.value !== null; next = pieces.next()) yield next.value;
    },
    /** Whether the closing delimiter has arrived. */
    isClosed: (): boolean => isClosed,
  };
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
