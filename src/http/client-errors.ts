import { STATUS_CODES } from 'node:http';
import type { Socket } from 'node:net';
import type { FastifyReply } from 'fastify';
import { canonicalUrl } from './aliases.ts';
import { cachePolicies } from './cache-headers.ts';
import { errorBody } from './error-answers.ts';
import { apiHeaders, sniffless } from './public-headers.ts';
import { refusalOf, scopeOf, standingHeaders, whenKnown, type RateLimiter } from './rate-limit.ts';
import type { AnswerFacts } from './request-log.ts';
import { unfinishedOn, whenAtMost } from './under-way.ts';

type RawRefusal = { readonly status: number; readonly detail: string };
type RawHeaders = Readonly<Record<string, string | number>>;

/** What the HTTP parser itself refuses, by its error code. */
const rawRefusals: Readonly<Record<string, RawRefusal>> = {
  HPE_HEADER_OVERFLOW: { status: 431, detail: 'The request headers are too large.' },
  HPE_CHUNK_EXTENSIONS_OVERFLOW: { status: 413, detail: 'The request body is too large.' },
  ERR_HTTP_REQUEST_TIMEOUT: { status: 408, detail: 'The request took too long to arrive.' },
};

const malformed: RawRefusal = { status: 400, detail: 'The request is not valid HTTP.' };

/** `rawPacket`: the bytes among which the parser gave up, as a `Buffer`. */
type ParserError = NodeJS.ErrnoException & { readonly rawPacket?: unknown };

/** What an answer needs of the rest of the server. */
type Parts = {
  /** Left out for proxies, behind which the client is not known yet. */
  readonly limiter: RateLimiter | undefined;
  readonly nextId: () => string;
  /** Told of each answer to what never became a request; for log and metrics. */
  readonly onRefusal: (answer: AnswerFacts, id: string, address: string | undefined) => void;
};

/**
 * Answers what never became a whole request, in the form of every other error, and closes the
 * connection: after bytes that can't be parsed nobody knows where the next request starts. Requests
 * that came before on the same connection are answered first.
 *
 * A request that broke off in its body has been counted. Where only the line with the path arrived and
 * is one of the API, it is counted here.
 */
export function answerClientError(error: ParserError, socket: Socket, parts: Parts): void {
  if (error.code === 'ECONNRESET' || !socket.writable) {
    socket.destroy();
    return;
  }
  const refusal = rawRefusals[error.code ?? ''] ?? malformed;
  const unfinished = unfinishedOn(socket);
  if (unfinished !== undefined) {
    // For the log; it is never sent by itself.
    void unfinished.code(refusal.status);
    whenAtMost(socket, 1, () => sendRaw(socket, refusal, headersOf(unfinished)));
    return;
  }
  whenKnown(refuseUnparsed(error, socket, parts), ({ answer, headers }) => {
    // One that has broken off in its body meanwhile is never answered in another way.
    const others = unfinishedOn(socket) === undefined ? 0 : 1;
    whenAtMost(socket, others, () => sendRaw(socket, answer, headers));
  });
}

type Refused = { readonly answer: RawRefusal; readonly headers: RawHeaders };

/** Counts what was meant for the API, as far as that can be told, and says how its client stands. */
function refuseUnparsed(
  error: ParserError,
  { remoteAddress }: Socket,
  { limiter, nextId, onRefusal }: Parts,
): Refused | Promise<Refused> {
  const refusal = rawRefusals[error.code ?? ''] ?? malformed;
  const [method, url] = requestLineOf(error);
  const scope = scopeOf(method, url);
  const id = nextId();
  const headers = { 'x-request-id': id, ...(scope === null ? { ...sniffless } : apiHeaders) };
  const tell = (refused: Refused): Refused => {
    const { status } = refused.answer;
    // The method is whatever somebody sent, and no word for a metric.
    onRefusal({ method: 'none', route: 'none', status, ms: 0 }, id, remoteAddress);
    return refused;
  };
  if (!limiter || scope === null) return tell({ answer: refusal, headers });
  return new Promise((resolve) => {
    whenKnown(limiter.take(remoteAddress ?? '', scope), (standing) => {
      const spent = refusalOf(standing);
      const answer = spent === null ? refusal : { status: spent.status, detail: spent.message };
      const wait =
        standing.retryAfterSeconds === null ? {} : { 'retry-after': standing.retryAfterSeconds };
      resolve(tell({ answer, headers: { ...headers, ...standingHeaders(standing), ...wait } }));
    });
  });
}

/** What was to be said with any answer to this request. */
function headersOf(reply: FastifyReply): RawHeaders {
  const said = Object.entries(reply.getHeaders());
  const kept = said.filter(
    ([name]) => name in apiHeaders || /^x-(?:request-id|ratelimit-)/.test(name),
  );
  return Object.fromEntries(kept.map(([name, value]) => [name, String(value)]));
}

function requestLineOf({ rawPacket }: ParserError): [method: string, url: string] {
  const start = Buffer.isBuffer(rawPacket) ? rawPacket.subarray(0, 2048).toString('latin1') : '';
  const [, method = '', url = ''] = /^([A-Z]+) (\S+)/.exec(start) ?? [];
  return [method, canonicalUrl(url)];
}

function sendRaw(socket: Socket, { status, detail }: RawRefusal, headers: RawHeaders): void {
  // It may have been hung up, or refused already, while others were answered.
  if (!socket.writable) return;
  const body = errorBody(detail);
  const head = [
    `HTTP/1.1 ${status} ${STATUS_CODES[status]}`,
    'Connection: close',
    'Content-Type: application/json',
    `Content-Length: ${Buffer.byteLength(body)}`,
    `Cache-Control: ${cachePolicies.never}`,
    ...Object.entries(headers).map(([name, value]) => `${name}: ${value}`),
  ];
  socket.end(`${head.join('\r\n')}\r\n\r\n${body}`, () => socket.destroy());
}
