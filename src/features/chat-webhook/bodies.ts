import type { FastifyRequest } from 'fastify';
import { isRecord, jsonLimits, parseJson } from '../../chat/json.ts';
import { formOf, type Form } from '../../chat/upload.ts';
import { LineupError } from '../../errors/lineup-error.ts';
import type { HttpServer } from '../../http/server.ts';
import { validationMessage } from '../../schemas/validation-message.ts';
import { json, urlencoded, type BodySchema } from './schema.ts';
import type { Draft } from './service.ts';

const mostFields = 32;
/** The spellings of a flag in a form. */
const flags: ReadonlyMap<string, boolean> = new Map([
  ['true', true],
  ['1', true],
  ['false', false],
  ['0', false],
]);

/** The body types of these routes: JSON and fields, parsed here, and uploads, which are streamed. */
export function acceptBodies(scope: HttpServer): void {
  scope.removeAllContentTypeParsers();
  scope.addContentTypeParser<string>(
    'application/json',
    { parseAs: 'string', bodyLimit: jsonLimits.bytes },
    async (_request: FastifyRequest, text: string) =>
      text === '' ? undefined : parseJson(text, 'body'),
  );
  scope.addContentTypeParser<string>(
    'application/x-www-form-urlencoded',
    { parseAs: 'string' },
    async (_request: FastifyRequest, text: string) => {
      if (text.split('&', mostFields + 1).length <= mostFields) {
        return (await formOf(new URLSearchParams(text))).fields;
      }
      throw invalid(`body: must hold at most ${mostFields} fields`);
    },
  );
  scope.addContentTypeParser('multipart/form-data', async () => undefined);
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
  { content: { [json]: message, [urlencoded]: form } }: BodySchema,
  upload?: Form,
): Draft {
  const body: unknown = upload?.fields ?? request.body;
  const files = upload?.files ?? [];
  // It could be taken for the field, after our checks.
  const asFile = files.find(({ field }) => Object.hasOwn(message.schema.properties, field));
  if (asFile !== undefined) throw invalid(`body.${asFile.field}: must not be a file`);
  const { value, fieldPath } =
    body instanceof Map
      ? messageIn(body, Object.keys(form.schema.properties))
      : { value: body, fieldPath: 'body' };
  if (value === undefined) throw invalid('The request body is empty.');
  // Compiled once for each route: cached by the identity of the schema.
  const validate = request.compileValidationSchema(message.schema);
  if (validate(value) && isRecord(value)) return { message: value, fieldPath, files };
  const sentence = validationMessage(validate.errors ?? [], { part: 'body', isList: false });
  throw invalid(sentence.replace(/^body/, fieldPath));
}

/**
 * The message in a form, as JSON in one field or as separate fields.
 * @returns the value, and its field path in the request
 */
function messageIn(fields: Form['fields'], known: readonly string[]) {
  const fieldPath = ['payload_json', 'payload'].find((name) => fields.has(name));
  const others = [...fields.keys()].filter((name) => name !== fieldPath);
  if (others.some((name) => !known.includes(name))) {
    throw invalid(`body: may hold only ${known.join(', ')}, and files with a filename`);
  }
  if (fieldPath === undefined) {
    const { tts, ...texts } = Object.fromEntries(fields);
    const flag = tts !== undefined && { tts: flags.get(tts.toLowerCase()) ?? tts };
    return { value: { ...texts, ...flag }, fieldPath: 'body' };
  }
  if (others.length > 0) throw invalid(`body.${others[0]}: must be inside ${fieldPath}`);
  return { value: parseJson(fields.get(fieldPath) ?? '', fieldPath), fieldPath };
}

function invalid(detail: string): LineupError {
  return new LineupError('bad-request', detail);
}
