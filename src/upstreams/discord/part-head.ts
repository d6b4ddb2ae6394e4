import { charsetOf, inUtf8, percentDecoded } from '../../common/schemas/body-text.ts';

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
