import type { FastifyRequest } from 'fastify';
import { messageIn, readFields } from '../../chat/forms.ts';
import { isRecord, jsonLimits, parseJson } from '../../chat/json.ts';
import type { UploadForm } from '../../chat/upload.ts';
import { LineupError } from '../../errors/lineup-error.ts';
import type { HttpServer } from '../../http/server.ts';
import { validationMessage } from '../../schemas/validation-message.ts';
import type { MessageSchema } from './schema.ts';
import type { Draft } from './service.ts';

const types = 'application/json, application/x-www-form-urlencoded or multipart/form-data';

/** The body types of these routes: JSON and fields, parsed here, and forms, which are streamed. */
export function acceptBodies(scope: HttpServer): void {
  scope.removeAllContentTypeParsers();
  scope.addContentTypeParser<string>(
    'application/json',
    { parseAs: 'string', bodyLimit: jsonLimits.bytes },
    async (_request: FastifyRequest, text: string) =>
      text === '' ? undefined : parseJson(text, 'body'),
  );
  const form = { parseAs: 'string' } as const;
  scope.addContentTypeParser<string>(
    'application/x-www-form-urlencoded',
    form,
    async (_request: FastifyRequest, text: string) => readFields(text),
  );
  scope.addContentTypeParser('multipart/form-data', async () => undefined);
  scope.addContentTypeParser('*', async () => {
    throw new LineupError('unsupported-media-type', `The request body must be ${types}.`);
  });
}

/** Whether the body is an upload that has not been read yet. */
export function isUpload(request: FastifyRequest): boolean {
  return /^multipart\/form-data\s*(;|$)/i.test(request.headers['content-type'] ?? '');
}

/**
 * The message in a request.
 *
 * @param upload the form, if the request has one, already read
 * @throws {LineupError} `bad-request` that names the field, `body-too-large`
 */
export function readDraft(
  request: FastifyRequest,
  { whole, plain }: MessageSchema,
  upload?: UploadForm,
): Draft {
  const body: unknown = upload?.fields ?? request.body;
  const { value, fieldPath } =
    body instanceof Map ? messageIn(body, plain) : { value: body, fieldPath: 'body' };
  if (value === undefined) throw new LineupError('bad-request', 'The request body is empty.');
  // Compiled once for each route: cached by the identity of the schema.
  const validate = request.compileValidationSchema(whole);
  if (validate(value) && isRecord(value)) {
    return { message: value, fieldPath, files: upload?.files ?? [] };
  }
  const sentence = validationMessage(validate.errors ?? [], { part: 'body', isList: false });
  throw new LineupError('bad-request', sentence.replace(/^body/, fieldPath));
}
