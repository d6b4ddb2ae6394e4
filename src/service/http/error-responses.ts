import { STATUS_CODES } from 'node:http';
import type { Socket } from 'node:net';
import type {
  FastifyError,
  FastifyReply,
  FastifyRequest,
  RouteOptions,
  preValidationHookHandler,
} from 'fastify';
import { failureOf } from '../../common/errors/lineup-error.ts';
import { badRequest, LineupError, type ErrorCode } from '../../common/errors/lineup-error.ts';
import { cachePolicies } from './cache-headers.ts';
import type { HttpServer, Shared } from './server.ts';
import { nosniffHeaders } from './public-headers.ts';
import {
  orList,
  rulesOf,
  validationMessage,
  type RequestPart,
  type SchemaError,
} from '../../common/schemas/validation-message.ts';
import {
  coercerFor,
  bracketReader,
  queryFilter,
  type ParameterValues,
} from '../../common/schemas/coerce-parameters.ts';
import { compressedBodyError } from './request-bodies.ts';
import { hostRefusal } from './request-host.ts';

declare module 'node:net' {
  interface Socket {
    /** Reply to the most recent request on this connection, unless both are over. */
    latestReply?: FastifyReply | undefined;
  }
}

/** Fastify's own errors that a client can cause: the catalogue code, and a better sentence. */
const frameworkErrors = new Map<string, readonly [ErrorCode, string?]>([
  ['FST_ERR_CTP_BODY_TOO_LARGE', ['body-too-large']],
  ['FST_ERR_CTP_EMPTY_JSON_BODY', ['bad-request', 'The request body is empty.']],
  ['FST_ERR_CTP_INVALID_JSON_BODY', ['bad-request', 'The request body is not valid JSON.']],
]);

// Headers of the abandoned response, which would describe a picture that is not sent.
const abandonedHeaders = ['etag', 'x-cache', 'x-fallback', 'content-disposition'] as const;

/** Errors of every kind become responses, and parameters the types of their schemas. */
export function addErrors(app: HttpServer): void {
  app.setErrorHandler(sendError);
  app.addHook('onRoute', coerceParameters);
}

/**
 * Turns an error into a response; the only place that does: status from the catalogue, body `{"detail":
 * "<one sentence>"}`. Unknown errors are a plain 500, logged with their stack.
 */
function sendError(error: unknown, request: FastifyRequest, reply: FastifyReply): void {
  const known = toLineupError(error, request);
  report(known, error, request);
  // A 503 always has `Retry-After`; the queues are short.
  const { status, allow, retryAfterSeconds = status === 503 ? 1 : undefined } = known;
  for (const name of abandonedHeaders) reply.removeHeader(name);
  void reply.code(status).header('cache-control', cachePolicies.never);
  void reply.header('content-type', 'application/json');
  if (retryAfterSeconds !== undefined) {
    void reply.header('retry-after', Math.max(0, Math.ceil(retryAfterSeconds)));
  }
  if (allow !== undefined) void reply.header('allow', allow.join(', '));
  const isPlatform = request.raw.target?.isPlatform === true;
  // Discord clients look for this header before they trust a 429.
  if (isPlatform && status === 429) void reply.header('via', '1.1 lineup');
  // Sent as bytes, because Fastify adds a charset to strings, which JSON does not have (RFC 8259).
  const body = { status, detail: known.message, retryAfterSeconds, platform: known.platform };
  void reply.send(Buffer.from(errorBodyFor(request, body)));
}

type ErrorBody = Pick<LineupError, 'status'> &
  Partial<Pick<LineupError, 'platform' | 'retryAfterSeconds'>> & { readonly detail: string };

/** The JSON body of an error in the format of the path; Discord's clients read more of it. */
export function errorBodyFor({ raw }: FastifyRequest, error: ErrorBody): string {
  const { status, detail, platform, retryAfterSeconds = 1 } = error;
  if (raw.target?.isPlatform !== true) return JSON.stringify({ detail, ...platform });
  const wait = { retry_after: retryAfterSeconds, global: false };
  const platformError = platform ?? { message: detail, code: 0 };
  return JSON.stringify({ detail, ...platformError, ...(status === 429 && wait) });
}

function report(known: LineupError, error: unknown, request: FastifyRequest): void {
  const line = { reqId: request.id, code: known.code };
  if (known.code === 'internal') request.log.error({ ...line, err: error }, 'request failed');
  // Without the message, which may quote input of the client.
  else request.log.debug({ ...line, err: known.cause }, 'request refused');
  if (known.status === 502) request.failure = failureOf(known);
}

function toLineupError(error: unknown, request: FastifyRequest): LineupError {
  if (error instanceof LineupError) return error;
  // Anything may be thrown.
  const thrown: Partial<FastifyError> = typeof error === 'object' && error !== null ? error : {};
  const { code = '', validation, validationContext } = thrown;
  if (validation !== undefined) {
    return badRequest(invalidSentence(validation, validationContext, request));
  }
  if (code === 'FST_ERR_CTP_INVALID_MEDIA_TYPE') return unsupportedType(request);
  const framework = frameworkErrors.get(code);
  if (framework !== undefined) return new LineupError(...framework);
  // The client disconnected while its body was read; there is nobody to answer.
  if (error !== null && error === request.raw.errored) return new LineupError('bad-request');
  return new LineupError('internal', undefined, { cause: error });
}

/** The error for a body of a type that the route does not take; names those that it takes. */
export function unsupportedType({ routeOptions: { schema } }: FastifyRequest): LineupError {
  const { content = { 'application/json': {} } }: { content?: object } = Object(schema?.body);
  const types = orList(Object.keys(content));
  return new LineupError('unsupported-media-type', `The request body must be ${types}.`);
}

function invalidSentence(
  errors: readonly SchemaError[],
  part: RequestPart = 'body',
  request: FastifyRequest,
): string {
  if (part === 'body' && request.body === undefined) return 'The request body is empty.';
  const types = [rulesOf(request.routeOptions.schema?.body).type ?? []].flat();
  // If a body may be a list or something else, the actual body decides.
  const isList = types.includes('array') && (types.length === 1 || Array.isArray(request.body));
  return validationMessage(errors, { part, isList });
}

/** Errors of the HTTP parser, by code. */
const clientErrors = new Map<string, readonly [status: number, detail: string]>([
  ['HPE_HEADER_OVERFLOW', [431, 'The request headers are too large.']],
  ['HPE_CHUNK_EXTENSIONS_OVERFLOW', [413, 'The request body is too large.']],
  ['ERR_HTTP_REQUEST_TIMEOUT', [408, 'The request took too long to arrive.']],
  ['HPE_INVALID_URL', [400, 'The path or query holds characters that must be percent-encoded.']],
]);

/**
 * Answers a malformed request with an error like all others and closes the connection, because nobody
 * knows where the next request would start. If another response on this connection has begun, nothing
 * is sent: clients would take it for a part of that response, or for a second one.
 */
export function respondToClientError({ code = '' }: { code?: string }, socket: Socket): void {
  const { latestReply: reply } = socket;
  const isUnfinished = reply !== undefined && !reply.request.raw.complete;
  if (code === 'ECONNRESET' || !socket.writable || (isUnfinished && reply.raw.headersSent)) {
    return void socket.destroy();
  }
  if (reply !== undefined && !isUnfinished && !reply.raw.writableFinished) {
    // An earlier request is still being answered; whatever follows it is dropped.
    return void reply.raw.once('close', () => socket.destroy());
  }
  const [status, detail] = clientErrors.get(code) ?? [400, 'The request is not valid HTTP.'];
  // Set for the log; the reply is never sent.
  if (isUnfinished) void reply.code(status);
  const body = JSON.stringify({ detail });
  const headers = {
    ...(isUnfinished ? reply.getHeaders() : nosniffHeaders),
    connection: 'close',
    'content-type': 'application/json',
    'content-length': Buffer.byteLength(body),
    'cache-control': cachePolicies.never,
  };
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${String(value)}\r\n`);
  const head = `HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\n${lines.join('')}`;
  socket.end(`${head}\r\n${body}`, () => socket.destroy());
}

/**
 * `onRoute`: converts parameters to the types of the schemas, reads lists in brackets, drops unknown ones of a
 * `GET`, and of any method if the schema is open.
 */
function coerceParameters(route: RouteOptions): void {
  const { querystring, params: path } = route.schema ?? {};
  const coerceQuery = coercerFor(querystring);
  const coercePath = coercerFor(path);
  const isRead = [route.method].flat().every((method) => method === 'GET' || method === 'HEAD');
  const readBrackets = isRead ? bracketReader(querystring) : undefined;
  const isFiltered = isRead || rulesOf(querystring).additionalProperties !== false;
  const filter = isFiltered && querystring !== undefined ? queryFilter(querystring) : undefined;
  if (coerceQuery === undefined && coercePath === undefined && filter === undefined) return;
  const coerce: preValidationHookHandler = (request, reply, done) => {
    const query: ParameterValues = Object(request.query);
    readBrackets?.(query);
    const ignored = filter?.(query) ?? [];
    if (ignored.length > 0) {
      // The response cache does not store this header, and made-up parameters would fill it.
      request.cacheKey = null;
      void reply.header('x-ignored-query', ignoredQueryHeader(ignored));
    }
    coerceQuery?.(query);
    coercePath?.(Object(request.params));
    done();
  };
  route.preValidation = [coerce, route.preValidation ?? []].flat();
}

const maxNames = 10;

const maxBytes = 256;

/** The value of `X-Ignored-Query`: the first ten names, percent-encoded, up to 256 bytes. */
function ignoredQueryHeader(names: readonly string[]): string {
  let header = '';
  for (const name of names.slice(0, maxNames)) {
    const longer = `${header}${header && ','}${encodeURIComponent(name.toWellFormed())}`;
    if (longer.length <= maxBytes) header = longer;
  }
  return header;
}

/**
 * Refuses a request before its body is read: an invalid host or target, an unknown route (405 if it has other
 * methods), or a compressed body.
 */
export function addRefusals(app: HttpServer, shared: Shared): void {
  app.addHook('onRequest', (request, _reply, done) => {
    done(refusalOf(app, request, shared) ?? undefined);
  });
}

function refusalOf(
  app: HttpServer,
  request: FastifyRequest,
  { trust, targetOf, methodReason }: Shared,
): LineupError | null {
  const { url, is404, raw } = request;
  const sentence = hostRefusal(raw, request.clientKey, trust) ?? targetOf(raw).refusal;
  if (sentence !== null) return badRequest(sentence);
  if (!is404) return compressedBodyError(raw);
  const allow = app.supportedMethods.filter((method) => app.findRoute({ method, url }) !== null);
  return allow.length === 0
    ? new LineupError('unknown-route')
    : new LineupError('method-not-allowed', methodReason?.(url), { allow });
}
