import type { IncomingMessage } from 'node:http';
import type { FastifyRequest } from 'fastify';
import type { TSchema } from 'typebox';
import { isRecord, parseJson } from '../../chat/json.ts';
import type { ChatMessage } from '../../chat/message.ts';
import { uploadLimits, type Upload } from '../../chat/upload.ts';
import { LineupError } from '../../errors/lineup-error.ts';
import type { HttpServer } from '../../http/server.ts';
import { validationSentence } from '../../http/validation-sentence.ts';

const types = 'application/json or multipart/form-data';

/**
 * What bodies these routes take: JSON, read by our own parser (it keeps the digits of long numbers
 * and bounds the depth), and forms, which are left to stream.
 */
export function acceptBodies(scope: HttpServer): void {
  scope.removeAllContentTypeParsers();
  scope.addContentTypeParser('application/json', { parseAs: 'string' }, (request, text, done) => {
    const value = parseJson(String(text));
    const isBroken = value === undefined && text !== '';
    const broken = isBroken ? invalid('The request body is not valid JSON.') : null;
    done(codingRefusal(request) ?? broken, value);
  });
  scope.addContentTypeParser('multipart/form-data', (request, _stream, done) =>
    done(codingRefusal(request)),
  );
  scope.addContentTypeParser('*', (_request, _stream, done) =>
    done(new LineupError('unsupported-media-type', `The request body must be ${types}.`)),
  );
}

/** Bodies are read as they are: what was packed is packed JSON and not bad JSON. */
function codingRefusal({ headers }: FastifyRequest): LineupError | null {
  const coding = headers['content-encoding'] ?? 'identity';
  if (/^(identity)?$/i.test(coding.trim())) return null;
  const named = /^[\w.+-]{1,40}$/.test(coding) ? `, and not ${coding}` : '';
  const detail = `header.content-encoding: must be identity${named}`;
  return new LineupError('unsupported-media-type', detail);
}

/** Whether the body is a form, which is still to be read. */
export function isForm(request: FastifyRequest): boolean {
  return /^multipart\/form-data\s*(;|$)/i.test(request.headers['content-type'] ?? '');
}

/**
 * @param schema of an object
 * @param place what the value is called in the request
 * @throws {LineupError} `bad-request` that names the field
 */
export function readObject(
  request: FastifyRequest,
  schema: TSchema,
  { value, place }: { readonly value: unknown; readonly place: string },
): ChatMessage {
  if (value === undefined) throw invalid('The request body is empty.');
  // Compiled once for each route: kept by the schema's identity.
  const validate = request.compileValidationSchema(schema);
  if (validate(value) && isRecord(value)) return value;
  const sentence = validationSentence(validate.errors ?? [], { part: 'body', isList: false });
  throw invalid(sentence.replace(/^body/, place));
}

/**
 * The body of a form, to be read as it arrives.
 * @throws {LineupError} `body-too-large`, when its length is known to be
 */
export function incomingForm({ headers, raw }: FastifyRequest): Omit<Upload, 'isNew'> {
  if (Number(headers['content-length'] ?? 0) > uploadLimits.allBytes) {
    throw new LineupError('body-too-large', 'body: must be at most 25 MiB');
  }
  return { chunks: chunksOf(raw), contentType: headers['content-type'] ?? '' };
}

/** Whoever stops reading early leaves the rest to be thrown away, so that the answer gets through. */
async function* chunksOf(raw: IncomingMessage): AsyncGenerator<Uint8Array> {
  try {
    // By default the end of the loop would end the connection, and the answer with it.
    for await (const chunk of raw.iterator({ destroyOnReturn: false })) {
      if (chunk instanceof Uint8Array) yield chunk;
    }
  } finally {
    raw.resume();
  }
}

function invalid(detail: string): LineupError {
  return new LineupError('bad-request', detail);
}
