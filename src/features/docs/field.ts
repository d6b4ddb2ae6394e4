import { describeSchema } from '../../http/describe-schema.ts';
import type { Rules } from '../../http/json-schema.ts';

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
  /** The values that may stand there, where they can be counted … */
  readonly choices: readonly string[] | null;
  /** … and in words, where they can't. */
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
    const below = fieldRows(property, `${row.name}${property.items === undefined ? '' : '[]'}.`);
    return [row].concat(below);
  });
}

/** What can be null is described by what it is otherwise. */
function objectIn(field: Field): Field {
  return field.anyOf?.find(({ properties, items }) => properties ?? items) ?? field;
}

function rowOf(name: string, field: Field, isRequired: boolean): FieldRow {
  const choices = choicesOf(field) ?? (field.items && choicesOf(field.items)) ?? null;
  return {
    name,
    isRequired,
    choices: choices?.map((choice) => bare(choice)) ?? null,
    allowed: allowedIn(field),
    fallback: field.default === undefined ? null : bare(field.default),
    description: field.description ?? field.items?.description ?? descriptionIn(field),
  };
}

function descriptionIn({ anyOf }: Field): string {
  return anyOf?.find(({ description }) => description !== undefined)?.description ?? '';
}

function allowedIn(field: Field): string {
  const { items, minItems, maxItems, minLength, maxLength } = field;
  if (items !== undefined) {
    const count = [minItems, maxItems].filter((one) => one !== undefined).join(' to ');
    return `a list of ${count === '' ? 'values' : count}, each ${allowedIn(items)}`;
  }
  const words = describeSchema(field);
  if (maxLength === undefined || field['x-allowed'] !== undefined) return words;
  const range = minLength === undefined ? `at most ${maxLength}` : `${minLength} to ${maxLength}`;
  return `${words} of ${range} characters`;
}

function bare(value: unknown): string {
  return typeof value === 'string' ? value : JSON.stringify(value);
}
