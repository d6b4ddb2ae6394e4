import { badRequest } from '../../errors/lineup-error.ts';
import type { FastifyRequest } from 'fastify';
import { isRecord, jsonLimits, parseJson } from '../../discord/json.ts';
import type { Draft } from '../../discord/message.ts';
import { fieldsOf, type Form } from '../../discord/upload.ts';
import type { HttpServer } from '../../http/server.ts';
import { validationMessage } from '../../schemas/validation-message.ts';
import { json, multipart, urlencoded, type BodySchema } from './schema.ts';

const mostFields = 32;
const asText = { parseAs: 'string' } as const;

/** The body types of these routes: JSON and fields, parsed here, and uploads, which are streamed. */
export function acceptBodies(scope: HttpServer): void {
  scope.removeAllContentTypeParsers();
  const asJson = { ...asText, bodyLimit: jsonLimits.bytes };
  scope.addContentTypeParser(json, asJson, async (_request: FastifyRequest, text: string) =>
    text === '' ? undefined : parseJson(text, 'body'),
  );
  scope.addContentTypeParser(urlencoded, asText, async (_request: FastifyRequest, text: string) => {
    if (text.split('&', mostFields + 1).length <= mostFields) {
      return fieldsOf(new URLSearchParams(text));
    }
    throw badRequest(`body: must hold at most ${mostFields} fields`);
  });
  scope.addContentTypeParser(multipart, async () => undefined);
}

/**
 * The message in a request.
 * @param upload the form, if the request has one, already read
 * @throws {LineupError} `bad-request` that names the field, `body-too-large`
 */
export function readDraft(
  request: FastifyRequest,
  { content: { [json]: whole, [urlencoded]: form } }: BodySchema,
  upload?: Form,
): Draft {
  const files = upload?.files ?? [];
  // It could be taken for the field, after our checks.
  const asFile = files.find(({ field }) => Object.hasOwn(whole.schema.properties, field));
  if (asFile !== undefined) throw badRequest(`body.${asFile.field}: must not be a file`);
  const body: unknown = upload?.fields ?? request.body;
  const [message, fieldPath] =
    body instanceof Map ? messageIn(body, Object.keys(form.schema.properties)) : [body, 'body'];
  if (message === undefined) throw badRequest('The request body is empty.');
  // Compiled once for each route: cached by the identity of the schema.
  const validate = request.compileValidationSchema(whole.schema);
  if (!validate(message) || !isRecord(message)) {
    const sentence = validationMessage(validate.errors ?? [], { part: 'body', isList: false });
    throw badRequest(sentence.replace(/^body/, fieldPath));
  }
  return { message, fieldPath, files };
}

/** The message in a form, as JSON in one field or as separate fields, and its field path. */
function messageIn(fields: Form['fields'], known: readonly string[]): [unknown, string] {
  const whole = ['payload_json', 'payload'].find((name) => fields.has(name));
  const others = [...fields.keys()].filter((name) => name !== whole);
  if (others.some((name) => !known.includes(name))) {
    throw badRequest(`body: may hold only ${known.join(', ')}, and files with a filename`);
  }
  if (whole !== undefined) {
    if (others.length > 0) throw badRequest(`body.${others[0]}: must be inside ${whole}`);
    return [parseJson(fields.get(whole) ?? '', whole), whole];
  }
  const message: Record<string, unknown> = Object.fromEntries(fields);
  spellFlags(message);
  return [message, 'body'];
}

const flags = new Map(Object.entries({ true: true, 1: true, false: false, 0: false }));

/** Turns the spellings of flags in a form or query into booleans; discord.py writes numbers. */
export function spellFlags(values: Record<string, unknown>): void {
  for (const name of ['wait', 'with_components', 'tts'] as const) {
    const flag = flags.get(String(values[name]).toLowerCase());
    if (flag !== undefined) values[name] = flag;
  }
}
