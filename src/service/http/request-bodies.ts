import type { IncomingMessage } from 'node:http';
import { Readable } from 'node:stream';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { createFairPool, type FairPool } from '../../common/async/fair-pool.ts';
import { LineupError, badRequest } from '../../common/errors/lineup-error.ts';
import { watchByteRate } from './byte-rate.ts';
import { overloaded } from './load-shedding.ts';
import type { HttpServer, Shared } from './server.ts';
import { charsetOf, inUtf8 } from '../../common/schemas/body-text.ts';
import { exceedsJsonLimits, jsonLimits } from '../../common/schemas/json-size.ts';

declare module 'fastify' {
  interface FastifyRequest {
    /** The body as it arrives, counted and timed. Nothing else reads the body of a request. */
    bodyStream: Readable | null;
  }
}

/** Memory of a chunk besides its bytes: a client may send them one by one. */
const chunkOverheadBytes = 512;

/**
 * Counts the bytes of all bodies as they arrive, until their requests end, and shares the memory among
 * clients: when it is full, whoever holds most loses its newest body, 503. One that arrives too slowly is a 408.
 */
export function addRequestBodies(app: HttpServer, options: Shared): void {
  const { limits } = options;
  const memory = createFairPool({ total: limits.bodyBytesInProgress });
  app.decorateRequest('bodyStream', null);
  app.addHook('preParsing', (request, reply, payload, done) => {
    const { raw } = request;
    // The client has disconnected: nothing would release the memory again.
    if (reply.raw.closed) return;
    // Given a `Content-Type`, Fastify waits for the end of a body even if there is none.
    if (raw.readableEnded) request.bodyStream = Readable.from([]);
    else if (hasBody(raw)) request.bodyStream = receive(reply, memory, options);
    done(null, request.bodyStream ?? payload);
  });
}

function hasBody({ headers }: IncomingMessage): boolean {
  return (headers['transfer-encoding'] ?? headers['content-length']) !== undefined;
}

/** The error for a compressed body instead of "invalid JSON"; `null` if it is not compressed. */
export function compressedBodyError(request: IncomingMessage): LineupError | null {
  const { 'content-encoding': coding = '' } = request.headers;
  if (!hasBody(request) || /^(identity)?$/i.test(coding.trim())) return null;
  return new LineupError('unsupported-media-type', 'header.content-encoding: must be identity');
}

/** The body of a request for those who read it themselves, and its headers. */
export function receivedOf({ bodyStream, headers }: FastifyRequest) {
  // By default, leaving the body before its end would destroy the stream.
  const body = bodyStream?.iterator({ destroyOnReturn: false }) ?? Readable.from([]);
  return { body, headers };
}

/** A stream of the body that ends with an error if the body is refused. */
function receive(reply: FastifyReply, memory: FairPool, { limits, clock }: Shared): Readable {
  const { raw, clientKey } = reply.request;
  const body = new Readable({
    read: () => {
      rate.resume();
      raw.resume();
    },
  });
  // The consumer, if any, sees the error; this only prevents an unhandled `error` event.
  body.on('error', () => {});
  const refuse = (error: LineupError): void => {
    holding.release();
    rate.stop();
    // More of the body may follow. It is discarded until then.
    if (!reply.sent) void reply.header('connection', 'close');
    body.destroy(error);
    raw.resume();
  };
  const holding = memory.open(clientKey, () => refuse(overloaded('many request bodies')));
  let bytes = 0;
  const rate = watchByteRate({
    clock,
    graceMs: limits.bodyGraceMs,
    bytesPerSecond: limits.bodyBytesPerSecond,
    onSlow: () => refuse(new LineupError('slow-request')),
  });
  raw.on('data', (chunk: Buffer) => {
    if (body.destroyed) return;
    rate.count(chunk.length);
    bytes += chunk.length + chunkOverheadBytes;
    if (holding.set(bytes) && !body.push(chunk)) {
      rate.pause();
      raw.pause();
    }
  });
  raw.once('end', () => {
    rate.stop();
    // Somebody works with it from now on.
    holding.keep();
    body.push(null);
  });
  raw.once('error', (error) => body.destroy(error));
  reply.raw.once('close', () => {
    rate.stop();
    holding.release();
    body.destroy();
    raw.resume();
  });
  return body;
}

const tooMuch = `body: must hold at most ${jsonLimits.values} values, nested at most ${jsonLimits.levels} deep`;

/** Parses JSON bodies, not again if the response is cached; refuses those with too much in them. */
export function addJsonBodies(app: HttpServer, { schedule }: Shared): void {
  // Fastify parses text bodies by default; here they are an unsupported type.
  app.removeContentTypeParser('text/plain');
  const parse = app.getDefaultJsonParser('error', 'error');
  const options = { parseAs: 'buffer' } as const;
  app.removeContentTypeParser('application/json');
  app.addContentTypeParser<Buffer>('application/json', options, (request, received, done) => {
    const bytes = textOf(request, received);
    if (bytes instanceof LineupError) return done(request.limitRefusal ?? bytes);
    app.findResponse(request, bytes);
    const { cached, limitRefusal } = request;
    if (limitRefusal !== null && cached?.status !== 304) return done(limitRefusal);
    if (cached !== null) return done(null);
    const isTaken = schedule(() => {
      const isTooMuch = exceedsJsonLimits(bytes, jsonLimits);
      if (isTooMuch) done(badRequest(tooMuch));
      else void parse(request, bytes.toString(), done);
    });
    if (!isTaken) done(overloaded('much work'));
  });
}

/** A body in UTF-8, or the error for one that is no text. */
function textOf({ headers }: FastifyRequest, bytes: Buffer): Buffer | LineupError {
  try {
    return inUtf8(bytes, charsetOf(headers['content-type']), 'body');
  } catch (error) {
    if (error instanceof LineupError) return error;
    throw error;
  }
}
