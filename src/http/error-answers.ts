import type { FastifyReply, FastifyRequest } from 'fastify';
import { catalogue, type ErrorCode } from '../errors/catalogue.ts';
import { LineupError } from '../errors/lineup-error.ts';
import { cachePolicies } from './cache-headers.ts';
import { rulesOf } from './json-schema.ts';
import { validationSentence, type RequestPart, type SchemaError } from './validation-sentence.ts';

/** Fastify's own errors that a client can cause: the row of the catalogue, and a nearer sentence. */
const frameworkErrors: Readonly<Record<string, readonly [ErrorCode, string?]>> = {
  FST_ERR_NOT_FOUND: ['unknown-route'],
  FST_ERR_BAD_URL: ['bad-request', 'The path is not validly percent-encoded.'],
  FST_ERR_MAX_PARAM_LENGTH: ['bad-request', 'A part of the path is too long.'],
  FST_ERR_CTP_BODY_TOO_LARGE: ['body-too-large'],
  FST_ERR_CTP_INVALID_MEDIA_TYPE: ['unsupported-media-type'],
  FST_ERR_CTP_EMPTY_JSON_BODY: ['bad-request', 'The request body is empty.'],
  FST_ERR_CTP_INVALID_JSON_BODY: ['bad-request', 'The request body is not valid JSON.'],
  FST_ERR_CTP_INVALID_CONTENT_LENGTH: [
    'bad-request',
    'The request body is not as long as its Content-Length says.',
  ],
};

// Headers of the answer that was being made when the error struck; they would describe a picture
// that is not sent.
const abandonedHeaders = [
  'etag',
  'last-modified',
  'x-cache',
  'x-fallback',
  'content-disposition',
  'content-length',
  'retry-after',
  'allow',
];

// A 503 always says when to come back; the queue that refused is short.
const overloadRetryAfterSeconds = 1;

/**
 * The one place where an error becomes an answer: status of the catalogue and
 * `{"detail": "<one sentence>"}`. What is not known to be public is sent as a plain 500, and
 * logged with its stack.
 */
export function answerError(error: unknown, request: FastifyRequest, reply: FastifyReply): void {
  const known = toLineupError(error, request);
  report(known, error, request);
  void reply.send(turnIntoError(reply, known));
}

/**
 * Gives an answer the status and headers of an error, in place of those that it had.
 *
 * @returns its body: bytes and not text, to which Fastify would add a charset, which JSON does not
 *   have (RFC 8259)
 */
export function turnIntoError(reply: FastifyReply, error: LineupError): Buffer {
  for (const name of abandonedHeaders) reply.removeHeader(name);
  reply.code(error.status).headers(headersOf(error));
  return Buffer.from(errorBody(error.message));
}

/** The JSON text of every error. */
export function errorBody(detail: string): string {
  return JSON.stringify({ detail });
}

function headersOf(error: LineupError): Record<string, string> {
  const retryAfterSeconds =
    error.retryAfterSeconds ?? (error.status === 503 ? overloadRetryAfterSeconds : undefined);
  return {
    'content-type': 'application/json',
    'cache-control': cachePolicies.never,
    ...(retryAfterSeconds !== undefined && {
      'retry-after': String(Math.max(0, Math.ceil(retryAfterSeconds))),
    }),
    ...(error.allow !== undefined && { allow: error.allow.join(', ') }),
  };
}

function report(known: LineupError, error: unknown, request: FastifyRequest): void {
  if (catalogue[known.code].reported) request.log.error({ err: error }, 'request failed');
  // Not the sentence: it may quote what the client sent.
  else request.log.debug({ code: known.code, err: known.cause }, 'request refused');
}

function toLineupError(error: unknown, request: FastifyRequest): LineupError {
  if (error instanceof LineupError) return error;
  const { code, validation, validationContext } = asFastifyError(error);
  if (validation !== undefined) {
    return new LineupError('bad-request', invalidSentence(validation, validationContext, request));
  }
  if (code !== undefined && Object.hasOwn(frameworkErrors, code)) {
    return new LineupError(...(frameworkErrors[code] ?? ['internal']));
  }
  // The request broke off while its body was read: nobody reads the answer, and nothing is amiss.
  if (error !== null && error === request.raw.errored) return new LineupError('bad-request');
  return new LineupError('internal', undefined, { cause: error });
}

type FastifyErrorParts = {
  readonly code?: string;
  readonly validation?: readonly SchemaError[];
  readonly validationContext?: RequestPart;
};

// Anything may be thrown. These fields are Fastify's; `validation` is what our own validator found.
function asFastifyError(error: unknown): FastifyErrorParts {
  return typeof error === 'object' && error !== null ? error : {};
}

function invalidSentence(
  errors: readonly SchemaError[],
  part: RequestPart = 'body',
  request: FastifyRequest,
): string {
  if (part === 'body' && request.body === undefined) return 'The request body is empty.';
  const isList = rulesOf(request.routeOptions.schema?.body).type === 'array';
  return validationSentence(errors, { part, isList });
}
