import { isFields } from '../../../upstreams/net/read-json.ts';
import { badRequest } from '../../../common/errors/lineup-error.ts';
import type { FastifyRequest } from 'fastify';
import { jsonLimitsOf, parseJson, type Draft } from '../../../upstreams/discord/message.ts';
import { fieldsOf, uploadLimits, type Form } from '../../../upstreams/discord/upload.ts';
import type { ActionKind, WebhookQuery } from '../../../upstreams/discord/webhook.ts';
import type { HttpServer } from '../../http/server.ts';
import { charsetOf, inUtf8, percentDecoded } from '../../../common/schemas/body-text.ts';
import { bodyPath, validationMessage } from '../../../common/schemas/validation-message.ts';
import { json, multipart, postQuery, structuredFields, urlencoded } from './schema.ts';
import type { Bodies } from './schema.ts';

const maxFields = uploadLimits.fields;
const asBytes = { parseAs: 'buffer' } as const;

/**
 * The body types of routes of this kind: JSON and fields, parsed here, and uploads, which are streamed; and the
 * flags of queries.
 * @param loopTime waits until the event loop has time for a large one
 */
export function acceptBodies(
  scope: HttpServer,
  kind: ActionKind,
  loopTime?: () => Promise<void>,
): void {
  scope.removeAllContentTypeParsers();
  const accept = (type: string, parse: (bytes: Buffer, charset: string) => unknown) =>
    scope.addContentTypeParser(type, asBytes, async (request: FastifyRequest, bytes: Buffer) => {
      await loopTime?.();
      return parse(bytes, charsetOf(request.headers['content-type']));
    });
  accept(json, (bytes, charset) => {
    const text = inUtf8(bytes, charset, 'body').toString();
    return text === '' ? undefined : parseJson(text, 'body', jsonLimitsOf(kind));
  });
  accept(urlencoded, (bytes, charset) => fieldsOf(pairsOf(bytes.toString('latin1'), charset)));
  scope.addContentTypeParser(multipart, async () => undefined);
  scope.addHook('preValidation', async ({ query }) => spellFlags(Object(query)));
}

/** The pairs of a form. `URLSearchParams` makes `�` of what is not UTF-8, and knows no other charset. */
function pairsOf(form: string, charset: string): [string, string][] {
  const pairs = form.split('&', maxFields + 1).filter((pair) => pair !== '');
  if (pairs.length > maxFields) throw badRequest(`body: must hold at most ${maxFields} fields`);
  const textOf = (part: string, fieldPath: string): string => {
    const bytes = percentDecoded(Buffer.from(part.replaceAll('+', ' '), 'latin1'));
    return inUtf8(bytes, charset, fieldPath).toString();
  };
  return pairs.map((pair) => {
    const end = `${pair}=`.indexOf('=');
    const name = textOf(pair.slice(0, end), 'body');
    return [name, textOf(pair.slice(end + 1), bodyPath(name))];
  });
}

/** A message, and what its form says about the request. */
export type Posted = Draft & { readonly query: WebhookQuery };

/**
 * The message in a request.
 * @param upload the form, if the request has one, already read
 * @throws {LineupError} `bad-request` that names the field, `body-too-large`
 */
export function readDraft(
  request: FastifyRequest,
  kind: ActionKind,
  { content }: Bodies,
  upload?: Form,
): Posted {
  const body: unknown = upload?.fields ?? request.body;
  const given =
    body instanceof Map ? readForm(body, kind) : { message: body, fieldPath: 'body', query: {} };
  if (given.message === undefined) throw badRequest('The request body is empty.');
  const { fieldPath } = given;
  const message = validated(request, content[json].schema, given.message, fieldPath);
  const query: WebhookQuery = Object(validated(request, postQuery, given.query, 'body'));
  return { message, fieldPath, query, files: upload?.files ?? [] };
}

function validated(request: FastifyRequest, schema: object, value: unknown, fieldPath: string) {
  // Compiled once for each route: cached by the identity of the schema.
  const validate = request.compileValidationSchema(schema);
  if (validate(value) && isFields(value)) return value;
  const sentence = validationMessage(validate.errors ?? [], { part: 'body', isList: false });
  throw badRequest(sentence.replace(/^body/, fieldPath));
}

/** Whether the query may have it, too. */
const isAsked = (name: string) => Object.hasOwn(postQuery.properties, name);

/**
 * The message in a form: JSON in one field, which wins, and separate fields, known or not. Those that the
 * query may have say the same as there.
 */
function readForm(fields: Form['fields'], kind: ActionKind) {
  const limits = jsonLimitsOf(kind);
  const whole = ['payload_json', 'payload'].find((name) => fields.has(name));
  const values: Record<string, unknown> = Object.fromEntries(fields);
  spellFlags(values);
  const entries = Object.entries(values).filter(([name]) => name !== whole);
  const query = Object.fromEntries(
    entries.filter(([name, value]) => isAsked(name) && value !== ''),
  );
  const others = entries
    .filter(([name]) => !isAsked(name))
    .map(([name, value]) => [
      name,
      structuredFields.has(name) ? parseJson(String(value), bodyPath(name), limits) : value,
    ]);
  if (whole === undefined) return { message: Object.fromEntries(others), fieldPath: 'body', query };
  const given = parseJson(fields.get(whole) ?? '', whole, limits);
  if (!isFields(given) || others.length === 0) return { message: given, fieldPath: whole, query };
  const message = Object.fromEntries([...others, ...Object.entries(given)]);
  return { message, fieldPath: 'body', query };
}

const flags = new Map(Object.entries({ true: true, 1: true, false: false, 0: false }));

/** Turns the spellings of flags in a form or query into booleans; discord.py writes numbers. */
function spellFlags(values: Record<string, unknown>): void {
  for (const name of ['wait', 'with_components', 'tts'] as const) {
    const flag = flags.get(String(values[name]).toLowerCase());
    if (flag !== undefined) values[name] = flag;
  }
}
