import { describeSchema, type Rules } from '../../common/schemas/validation-message.ts';

/** A schema with the keywords of documentation, in addition to those of validation. */
export type Field = Omit<Rules, 'anyOf' | 'items' | 'properties'> & {
  readonly description?: string;
  readonly default?: unknown;
  readonly examples?: readonly unknown[];
  readonly required?: readonly string[];
  readonly anyOf?: readonly Field[];
  readonly items?: Field;
  readonly properties?: Readonly<Record<string, Field>>;
  readonly format?: string;
};

/** A route's schema, which was validated when the route was added. */
export function fieldOf(schema: unknown): Field {
  return typeof schema === 'object' && schema !== null ? schema : {};
}

/** The values of a union of literals; `null` for other schemas. */
export function choicesOf({ anyOf, enum: values }: Field): readonly unknown[] | null {
  if (values !== undefined) return values;
  if (anyOf === undefined || anyOf.length === 0) return null;
  return anyOf.every((branch) => 'const' in branch) ? anyOf.map((branch) => branch.const) : null;
}

/** A row of a table of fields. */
export type FieldRow = {
  /** `players.sample[].name` for nested fields. */
  readonly name: string;
  readonly isRequired: boolean;
  /** The allowed values, or those of a list's items, if they are an enumeration … */
  readonly choices: readonly string[] | null;
  /** … and what they do not say, in words; may be empty. */
  readonly allowed: string;
  /** As JSON, strings without quotes; `null` if there is none. */
  readonly fallback: string | null;
  readonly description: string;
};

/**
 * All fields of an object, or of the objects in an array, including nested ones. Those of a larger object
 * that has been listed before are not listed again: its row says which one that was.
 */
export function fieldRows(field: Field): readonly FieldRow[] {
  return rowsBelow(field, '', new Map());
}

/** A smaller object is listed sooner than somebody has looked for its twin. */
const minFieldsOfTwin = 3;

/** @param listed names of the objects so far, by their fields */
function rowsBelow(field: Field, prefix: string, listed: Map<string, string>): FieldRow[] {
  const { properties, items, required } = objectIn(field);
  if (properties === undefined) return items === undefined ? [] : rowsBelow(items, prefix, listed);
  return Object.entries(properties).flatMap(([name, property]) => {
    const row = rowOf(`${prefix}${name}`, property, required?.includes(name) ?? false);
    const inner = objectIn(property);
    const { properties: fields } = objectIn(inner.items ?? inner);
    if (fields === undefined) return [row];
    const key = JSON.stringify(fields);
    const twin = listed.get(key);
    if (twin !== undefined && Object.keys(fields).length >= minFieldsOfTwin) {
      return [{ ...row, allowed: `${row.allowed} with the fields of ${twin}` }];
    }
    const own = `${row.name}${inner.items === undefined ? '' : '[]'}`;
    listed.set(key, own);
    return [row].concat(rowsBelow(property, `${own}.`, listed));
  });
}

/** The object in a nullable schema. */
function objectIn(field: Field): Field {
  return field.anyOf?.find(({ properties, items }) => properties ?? items) ?? field;
}

function rowOf(name: string, field: Field, isRequired: boolean): FieldRow {
  const own = choicesOf(field);
  const choices = own ?? (field.items ? choicesOf(field.items) : null);
  return {
    name,
    isRequired,
    choices: choices?.map((choice) => bare(choice)) ?? null,
    allowed: allowedBeside(field, { own, choices }),
    fallback: field.default === undefined ? null : bare(field.default),
    description: field.description ?? field.items?.description ?? descriptionIn(field),
  };
}

function descriptionIn({ anyOf }: Field): string {
  return anyOf?.find(({ description }) => description !== undefined)?.description ?? '';
}

type Choices = Record<'own' | 'choices', readonly unknown[] | null>;

/** What the allowed values do not say themselves. */
function allowedBeside(field: Field, { own, choices }: Choices): string {
  if (own !== null) return '';
  return choices === null ? allowedIn(field) : `${listWords(field)}, each one of`;
}

/** The allowed values in words: `a list of at most 10, each an object, or null`. */
function allowedIn(field: Field): string {
  if (field['x-allowed'] !== undefined || choicesOf(field) !== null) return describeSchema(field);
  const words = [...new Set(variantsOf(field).map((variant) => wordsFor(variant)))];
  const last = words.pop() ?? '';
  if (words.length === 0) return last;
  return `${words.join(', ')}${words.some((one) => one.includes(',')) ? ',' : ''} or ${last}`;
}

/** The branches of a union; a plain schema is its only branch. */
function variantsOf(field: Field): readonly Field[] {
  if (field.anyOf !== undefined) return field.anyOf;
  const types = [field.type ?? []].flat();
  return types.length < 2 ? [field] : types.map((type) => Object.assign({ ...field }, { type }));
}

function wordsFor(field: Field): string {
  const { type, items } = field;
  if (type === 'array') return `${listWords(field)}${items ? `, each ${allowedIn(items)}` : ''}`;
  const words = grouped(describeSchema(field));
  const length = range(field.minLength, field.maxLength);
  if (type !== 'string' || length === '') return words;
  return `${words} of ${length} ${/(^| )1$/.test(length) ? 'character' : 'characters'}`;
}

function listWords({ minItems, maxItems }: Field): string {
  const count = range(minItems, maxItems);
  return count === '' ? 'a list' : `a list of ${count}`;
}

/** `1 to 10`, `at most 10`, `at least 1`; empty without bounds. */
function range(min: number | undefined, max: number | undefined): string {
  if (max === undefined) return min === undefined ? '' : `at least ${grouped(String(min))}`;
  if (min === undefined) return `at most ${grouped(String(max))}`;
  return grouped(min === max ? String(max) : `${min} to ${max}`);
}

function grouped(text: string): string {
  return text.replaceAll(/(?<![.\d])\d{5,}/g, (digits) => shownNumber(Number(digits)));
}

/** Formats a number: 1,048,576. */
export function shownNumber(number: number): string {
  return number.toLocaleString('en', { useGrouping: 'min2' });
}

function bare(value: unknown): string {
  return typeof value === 'string' ? value : JSON.stringify(value);
}
