import { LineupError } from '../errors/lineup-error.ts';
import { parseJson } from './json.ts';

/** The fields of a form, each given once. */
export type FormFields = ReadonlyMap<string, string>;

/** Fields that hold a whole message as JSON: the platform's, and that of other services. */
const jsonFields = ['payload_json', 'payload'] as const;

const mostFields = 32;

/**
 * The fields of an `application/x-www-form-urlencoded` body.
 * @throws {LineupError} `bad-request`
 */
export function readFields(text: string): FormFields {
  if (text.split('&', mostFields + 1).length > mostFields) {
    throw invalid(`body: must hold at most ${mostFields} fields`);
  }
  const fields = new Map<string, string>();
  for (const [name, value] of new URLSearchParams(text)) addField(fields, name, value);
  return fields;
}

/** @throws {LineupError} `bad-request` for a repeated field */
export function addField(fields: Map<string, string>, name: string, value: string): void {
  if (fields.has(name)) throw invalid('body: must hold each field only once');
  fields.set(name, value);
}

/**
 * The message in a form, as JSON in one field or as separate fields.
 *
 * @param known names of those fields
 * @returns the value, and its field path in the request
 * @throws {LineupError} `bad-request`, `body-too-large`
 */
export function messageIn(
  fields: FormFields,
  known: readonly string[],
): { readonly value: unknown; readonly fieldPath: string } {
  const fieldPath = jsonFields.find((name) => fields.has(name)) ?? 'body';
  const others = [...fields.keys()].filter((name) => name !== fieldPath);
  if (others.some((name) => !known.includes(name))) {
    const names = [jsonFields[0], ...known].join(', ');
    throw invalid(`body: may hold only ${names}, and files with a filename`);
  }
  const json = fields.get(fieldPath);
  if (json !== undefined) {
    if (others.length > 0) throw invalid(`body.${others[0]}: must be inside ${fieldPath}`);
    return { value: parseJson(json, fieldPath), fieldPath };
  }
  const { tts, ...texts } = Object.fromEntries(fields);
  const flags = tts !== undefined && { tts: /^(true|1)$/i.test(tts) };
  return { value: { ...texts, ...flags }, fieldPath };
}

export function invalid(detail: string): LineupError {
  return new LineupError('bad-request', detail);
}
