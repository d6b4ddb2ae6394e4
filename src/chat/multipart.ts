import { LineupError } from '../errors/lineup-error.ts';

/** What a multipart body is made of, in its order; a part's data comes right after it. */
export type MultipartEvent =
  | { readonly kind: 'part'; readonly part: PartHeader }
  | { readonly kind: 'data'; readonly bytes: Uint8Array };

export type PartHeader = {
  readonly name: string;
  /** `null` for a plain field. */
  readonly filename: string | null;
  /** Lower case, without parameters; empty when there is none. */
  readonly mediaType: string;
};

/** Names and types of a part are short; file names are at most some hundred bytes. */
const longestPartHeadBytes = 4096;
/** Twice what RFC 2046 allows. */
const longestBoundary = 140;

/** The boundary that a `multipart/form-data` content type names; `null` when it names none. */
export function boundaryOf(contentType: string): string | null {
  const [, quoted, bare] = /;\s*boundary=(?:"([^"]+)"|([^\s;"]+))/i.exec(contentType) ?? [];
  const boundary = quoted ?? bare ?? '';
  return boundary !== '' && boundary.length <= longestBoundary ? boundary : null;
}

/**
 * Reads a multipart body (RFC 7578) as it arrives, holding no more of it than one chunk and the head
 * of a part. Ends at the closing delimiter; what comes after it is not read.
 *
 * @throws {LineupError} `bad-request` for what is not well formed, or ends too early
 */
export async function* readMultipart(
  chunks: AsyncIterable<Uint8Array>,
  boundary: string,
): AsyncGenerator<MultipartEvent> {
  const delimiter = Buffer.from(`\r\n--${boundary}`, 'latin1');
  // The first delimiter may open the body, and then has no line break before it.
  let rest = Buffer.from('\r\n');
  let inside: 'preamble' | 'head' | 'data' = 'preamble';
  for await (const chunk of chunks) {
    rest = Buffer.concat([rest, chunk]);
    for (;;) {
      if (inside === 'head') {
        const head = headIn(rest);
        if (head === 'more') break;
        if (head === 'end') return;
        yield { kind: 'part', part: head.part };
        rest = rest.subarray(head.lengthBytes);
        inside = 'data';
      }
      const found = rest.indexOf(delimiter);
      // The end of what is here may be the start of a delimiter.
      const sure = found === -1 ? Math.max(0, rest.length - delimiter.length + 1) : found;
      if (inside === 'data' && sure > 0) yield { kind: 'data', bytes: rest.subarray(0, sure) };
      rest = rest.subarray(found === -1 ? sure : sure + delimiter.length);
      if (found === -1) break;
      inside = 'head';
    }
  }
  throw malformed('is not complete');
}

type Head = { readonly part: PartHeader; readonly lengthBytes: number };

/** What follows a delimiter: the head of a part, or the two dashes of the last one. */
function headIn(rest: Buffer): Head | 'end' | 'more' {
  const dashes = rest.toString('latin1', 0, 2);
  if ('--'.startsWith(dashes)) return dashes === '--' ? 'end' : 'more';
  const start = /^[ \t]*/.exec(rest.toString('latin1', 0, longestPartHeadBytes))?.[0].length ?? 0;
  const breakBytes = rest.toString('latin1', start, start + 2);
  if (!'\r\n'.startsWith(breakBytes)) throw malformed('has a delimiter that does not end its line');
  const end = rest.indexOf('\r\n\r\n', start);
  if (end !== -1 && end < longestPartHeadBytes) {
    const lines = rest.toString('utf8', start, end).split('\r\n');
    return { part: partHeader(lines), lengthBytes: end + 4 };
  }
  if (rest.length >= longestPartHeadBytes) throw malformed('has a part whose head is too long');
  return 'more';
}

function partHeader(lines: readonly string[]): PartHeader {
  const valueOf = (name: string) =>
    lines.find((line) => line.toLowerCase().startsWith(`${name}:`))?.slice(name.length + 1) ?? '';
  const disposition = valueOf('content-disposition');
  const { name, filename } = parametersOf(disposition);
  if (!/^\s*form-data\s*;/i.test(disposition) || name === undefined) {
    throw malformed('has a part without a name');
  }
  const [mediaType = ''] = valueOf('content-type').split(';', 1);
  return { name, filename: filename ?? null, mediaType: mediaType.trim().toLowerCase() };
}

type Parameters = { readonly name?: string; readonly filename?: string };

function parametersOf(disposition: string): Parameters {
  const pattern = /;\s*(name|filename\*?)=(?:"((?:\\.|[^"\\])*)"|([^;\s"]*))/gi;
  const found = [...disposition.matchAll(pattern)].map(
    ([, key = '', quoted, bare = '']) =>
      [key.toLowerCase(), quoted?.replace(/\\(["\\])/g, '$1') ?? bare] as const,
  );
  const given = new Map(found);
  const filename = extendedValue(given.get('filename*')) ?? given.get('filename');
  const name = given.get('name');
  return { ...(name !== undefined && { name }), ...(filename !== undefined && { filename }) };
}

/** RFC 5987: `UTF-8''na%C3%AFve.txt`. Not allowed in forms, but some clients write it. */
function extendedValue(value: string | undefined): string | undefined {
  const [, encoded] = /^utf-8'[^']*'(.*)$/i.exec(value ?? '') ?? [];
  if (encoded === undefined) return undefined;
  try {
    return decodeURIComponent(encoded);
  } catch {
    return undefined;
  }
}

function malformed(what: string): LineupError {
  return new LineupError('bad-request', `The multipart body ${what}.`);
}
