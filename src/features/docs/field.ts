import { describeSchema, type Rules } from '../../schemas/validation-message.ts';

/** A schema with the keywords that documentation is made of, on top of those of validation. */
export type Field = Omit<Rules, 'anyOf' | 'oneOf' | 'items' | 'properties'> & {
  readonly description?: string;
  readonly default?: unknown;
  readonly examples?: readonly unknown[];
  readonly required?: readonly string[];
  readonly anyOf?: readonly Field[];
  readonly oneOf?: readonly Field[];
  readonly items?: Field;
  readonly properties?: Readonly<Record<string, Field>>;
  readonly format?: string;
};

/** A schema of a route. That it is one has been checked when the route was added. */
export function fieldOf(schema: unknown): Field {
  return typeof schema === 'object' && schema !== null ? schema : {};
}

/** The values of a union of literals; `null` for anything else. */
export function choicesOf({ anyOf, enum: values }: Field): readonly unknown[] | null {
  if (values !== undefined) return values;
  if (anyOf === undefined || anyOf.length === 0) return null;
  return anyOf.every((branch) => 'const' in branch) ? anyOf.map((branch) => branch.const) : null;
}

/** A row of a table of fields. */
export type FieldRow = {
  /** `players.sample[].name` for what lies deeper. */
  readonly name: string;
  readonly isRequired: boolean;
  /** The values that may stand there, or in each place of a list, where they can be counted … */
  readonly choices: readonly string[] | null;
  /** … and in words what they do not say; empty where they say it all. */
  readonly allowed: string;
  /** As JSON, strings bare; `null` where there is none. */
  readonly fallback: string | null;
  readonly description: string;
};

/** The fields of an object, or of the objects in an array, with all that lies below them. */
export function fieldRows(field: Field, prefix = ''): readonly FieldRow[] {
  const { properties, items, required } = objectIn(field);
  if (properties === undefined) return items === undefined ? [] : fieldRows(items, prefix);
  return Object.entries(properties).flatMap(([name, property]) => {
    const row = rowOf(`${prefix}${name}`, property, required?.includes(name) ?? false);
    const isList = objectIn(property).items !== undefined;
    const below = fieldRows(property, `${row.name}${isList ? '[]' : ''}.`);
    return [row].concat(below);
  });
}

/** What can be null is described by what it is otherwise. */
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

/** What the values that may stand there do not say themselves. */
function allowedBeside(field: Field, { own, choices }: Choices): string {
  if (own !== null) return '';
  return choices === null ? allowedIn(field) : `${listWords(field)}, each one of`;
}

/** What may stand there, in words: `a list of at most 10, each an object, or null`. */
function allowedIn(field: Field): string {
  if (field['x-allowed'] !== undefined || choicesOf(field) !== null) return describeSchema(field);
  const words = [...new Set(variantsOf(field).map((variant) => wordsFor(variant)))];
  const last = words.pop() ?? '';
  if (words.length === 0) return last;
  return `${words.join(', ')}${words.some((one) => one.includes(',')) ? ',' : ''} or ${last}`;
}

/** The branches of a union, of whichever kind; a schema of one type is its only one. */
function variantsOf(field: Field): readonly Field[] {
  const branches = field.anyOf ?? field.oneOf;
  if (branches !== undefined) return branches;
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

/** `1 to 10`, `at most 10`, `at least 1`; empty where there is no bound. */
function range(min: number | undefined, max: number | undefined): string {
  if (max === undefined) return min === undefined ? '' : `at least ${grouped(String(min))}`;
  if (min === undefined) return `at most ${grouped(String(max))}`;
  return grouped(min === max ? String(max) : `${min} to ${max}`);
}

/** Long numbers with their thousands apart, as people write them. */
function grouped(text: string): string {
  return text.replaceAll(/(?<![.\d])\d{5,}/g, (digits) => shownNumber(Number(digits)));
}

/** A number as people write it: 1,048,576. */
export function shownNumber(number: number): string {
  return number.toLocaleString('en', { useGrouping: 'min2' });
}

function bare(value: unknown): string {
  return typeof value === 'string' ? value : JSON.stringify(value);
}
