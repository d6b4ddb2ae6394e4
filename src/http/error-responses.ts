import { STATUS_CODES } from 'node:http';
import type { Socket } from 'node:net';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { catalogue, type ErrorCode } from '../errors/catalogue.ts';
import { failureOf } from '../errors/failure-of.ts';
import { LineupError } from '../errors/lineup-error.ts';
import { cachePolicies } from './cache-headers.ts';
import { sniffless } from './public-headers.ts';
import { isPlatformUrl } from './request-target.ts';
import {
  rulesOf,
  validationMessage,
  type RequestPart,
  type SchemaError,
} from '../schemas/validation-message.ts';

declare module 'node:net' {
  interface Socket {
    /** To the request on this connection that came last. */
    latestReply?: FastifyReply;
  }
}

/** Fastify's own errors that a client can cause: the row of the catalogue, and a nearer sentence. */
const frameworkErrors = new Map<string, readonly [ErrorCode, string?]>([
  ['FST_ERR_CTP_BODY_TOO_LARGE', ['body-too-large']],
  ['FST_ERR_CTP_INVALID_MEDIA_TYPE', ['unsupported-media-type']],
  ['FST_ERR_CTP_EMPTY_JSON_BODY', ['bad-request', 'The request body is empty.']],
  ['FST_ERR_CTP_INVALID_JSON_BODY', ['bad-request', 'The request body is not valid JSON.']],
]);

// Headers of the response that was being made when the error struck; they would describe a picture
// that is not sent.
const abandonedHeaders = ['etag', 'x-cache', 'x-fallback', 'content-disposition'] as const;

/**
 * The one place where an error becomes a response: status of the catalogue and
 * `{"detail": "<one sentence>"}`. What is not known to be public is sent as a plain 500, and
 * logged with its stack.
 */
export function sendError(error: unknown, request: FastifyRequest, reply: FastifyReply): void {
  const known = toLineupError(error, request);
  report(known, error, request);
  // A 503 always says when to come back; the queue that refused is short.
  const { status, allow, retryAfterSeconds = status === 503 ? 1 : undefined } = known;
  for (const name of abandonedHeaders) reply.removeHeader(name);
  void reply.code(status).header('cache-control', cachePolicies.never);
  void reply.header('content-type', 'application/json');
  if (retryAfterSeconds !== undefined) {
    void reply.header('retry-after', Math.max(0, Math.ceil(retryAfterSeconds)));
  }
  if (allow !== undefined) void reply.header('allow', allow.join(', '));
  const isPlatform = isPlatformUrl(request.originalUrl);
  // The chat platform's clients look for it before they believe what a 429 says.
  if (isPlatform && status === 429) void reply.header('via', '1.1 lineup');
  const body = isPlatform ? JSON.stringify(platformBody(known)) : errorBody(known.message);
  // Bytes and not text, to which Fastify would add a charset, which JSON does not have (RFC 8259).
  void reply.send(Buffer.from(body));
}

/** The JSON text of an error, but for those in the chat platform's form. */
export function errorBody(detail: string): string {
  return JSON.stringify({ detail });
}

/** An error of ours in the chat platform's own form: its clients read `message` and `retry_after`. */
function platformBody({ status, message, retryAfterSeconds = 1 }: LineupError) {
  const wait = { retry_after: retryAfterSeconds, global: false };
  return { detail: message, message, code: 0, ...(status === 429 && wait) };
}

function report(known: LineupError, error: unknown, request: FastifyRequest): void {
  const line = { reqId: request.id, code: known.code };
  if (catalogue[known.code].reported) request.log.error({ ...line, err: error }, 'request failed');
  // Not the sentence: it may quote what the client sent.
  else request.log.debug({ ...line, err: known.cause }, 'request refused');
  if (known.status === 502) request.failure = failureOf(known);
}

function toLineupError(error: unknown, request: FastifyRequest): LineupError {
  if (error instanceof LineupError) return error;
  const thrown: FastifyErrorParts = typeof error === 'object' && error !== null ? error : {};
  const { code = '', validation, validationContext } = thrown;
  if (validation !== undefined) {
    return new LineupError('bad-request', invalidSentence(validation, validationContext, request));
  }
  const framework = frameworkErrors.get(code);
  if (framework !== undefined) return new LineupError(...framework);
  // The request broke off while its body was read: nobody reads the answer, and nothing is amiss.
  if (error !== null && error === request.raw.errored) return new LineupError('bad-request');
  return new LineupError('internal', undefined, { cause: error });
}

/** Anything may be thrown. These fields are Fastify's; `validation` is what our own validator found. */
type FastifyErrorParts = {
  readonly code?: string;
  readonly validation?: readonly SchemaError[];
  readonly validationContext?: RequestPart;
};

function invalidSentence(
  errors: readonly SchemaError[],
  part: RequestPart = 'body',
  request: FastifyRequest,
): string {
  if (part === 'body' && request.body === undefined) return 'The request body is empty.';
  const types = [rulesOf(request.routeOptions.schema?.body).type ?? []].flat();
  // Where a list is one of several things that a body may be, what was sent decides.
  const isList = types.includes('array') && (types.length === 1 || Array.isArray(request.body));
  return validationMessage(errors, { part, isList });
}

/** What the HTTP parser itself refuses, by its error code. */
const clientErrors = new Map<string, readonly [status: number, detail: string]>([
  ['HPE_HEADER_OVERFLOW', [431, 'The request headers are too large.']],
  ['HPE_CHUNK_EXTENSIONS_OVERFLOW', [413, 'The request body is too large.']],
  ['ERR_HTTP_REQUEST_TIMEOUT', [408, 'The request took too long to arrive.']],
  ['HPE_INVALID_URL', [400, 'The path or query holds characters that must be percent-encoded.']],
]);

/**
 * Answers what never became a whole request, in the form of every other error, and closes the
 * connection: after bytes that can't be parsed nobody knows where the next request starts. Where the
 * response to a request has begun, there is none: it would be read as a part of that one, or as a
 * second one.
 */
export function answerClientError({ code = '' }: { code?: string }, socket: Socket): void {
  const { latestReply: reply } = socket;
  const isUnfinished = reply !== undefined && !reply.request.raw.complete;
  if (code === 'ECONNRESET' || !socket.writable || (isUnfinished && reply.raw.headersSent)) {
    return void socket.destroy();
  }
  if (reply !== undefined && !isUnfinished && !reply.raw.writableFinished) {
    // An earlier request is being answered first; what follows it is given up.
    return void reply.raw.once('close', () => socket.destroy());
  }
  const [status, detail] = clientErrors.get(code) ?? [400, 'The request is not valid HTTP.'];
  // For the log; it is never sent by itself.
  if (isUnfinished) void reply.code(status);
  const body = errorBody(detail);
  const headers = {
    ...(isUnfinished ? reply.getHeaders() : sniffless),
    connection: 'close',
    'content-type': 'application/json',
    'content-length': Buffer.byteLength(body),
    'cache-control': cachePolicies.never,
  };
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${String(value)}\r\n`);
  const head = `HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\n${lines.join('')}`;
  socket.end(`${head}\r\n${body}`, () => socket.destroy());
}
