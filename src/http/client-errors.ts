import { STATUS_CODES } from 'node:http';
import type { Socket } from 'node:net';
import { canonicalUrl } from './aliases.ts';
import { cachePolicies } from './cache-headers.ts';
import { errorBody } from './error-answers.ts';
import { scopeOf, standingHeaders, whenKnown, type RateLimiter } from './rate-limit.ts';

type RawRefusal = { readonly status: number; readonly detail: string };

/** What the HTTP parser itself refuses, by its error code. */
const rawRefusals: Readonly<Record<string, RawRefusal>> = {
  HPE_HEADER_OVERFLOW: { status: 431, detail: 'The request headers are too large.' },
  HPE_CHUNK_EXTENSIONS_OVERFLOW: { status: 413, detail: 'The request body is too large.' },
  ERR_HTTP_REQUEST_TIMEOUT: { status: 408, detail: 'The request took too long to arrive.' },
};

const malformed: RawRefusal = { status: 400, detail: 'The request is not valid HTTP.' };

/** `rawPacket`: the bytes among which the parser gave up, as a `Buffer`. */
type ParserError = NodeJS.ErrnoException & { readonly rawPacket?: unknown };

/**
 * Answers what never became a request, in the form of every other error, and closes the connection:
 * after bytes that can't be parsed nobody knows where the next request starts.
 *
 * Where the line with the path did arrive and is one of the API, the request is counted. A client
 * behind a proxy is not known then, so the limiter is to be left out for proxies.
 */
export function answerClientError(error: ParserError, socket: Socket, limiter?: RateLimiter): void {
  if (error.code === 'ECONNRESET' || !socket.writable) {
    socket.destroy();
    return;
  }
  const { status, detail } = rawRefusals[error.code ?? ''] ?? malformed;
  const scope = limiter ? scopeOf(...requestLineOf(error)) : null;
  if (!limiter || scope === null) return sendRaw(socket, { status, detail }, {});
  whenKnown(limiter.take(socket.remoteAddress ?? '', scope), (standing) => {
    sendRaw(socket, { status, detail }, standingHeaders(standing));
  });
}

function requestLineOf({ rawPacket }: ParserError): [method: string, url: string] {
  const start = Buffer.isBuffer(rawPacket) ? rawPacket.subarray(0, 2048).toString('latin1') : '';
  const [, method = '', url = ''] = /^([A-Z]+) (\S+)/.exec(start) ?? [];
  return [method, canonicalUrl(url)];
}

function sendRaw(
  socket: Socket,
  { status, detail }: RawRefusal,
  headers: Readonly<Record<string, number>>,
): void {
  const body = errorBody(detail);
  const head = [
    `HTTP/1.1 ${status} ${STATUS_CODES[status]}`,
    'Connection: close',
    'Content-Type: application/json',
    `Content-Length: ${Buffer.byteLength(body)}`,
    `Cache-Control: ${cachePolicies.never}`,
    'X-Content-Type-Options: nosniff',
    ...Object.entries(headers).map(([name, value]) => `${name}: ${value}`),
  ];
  socket.end(`${head.join('\r\n')}\r\n\r\n${body}`, () => socket.destroy());
}
