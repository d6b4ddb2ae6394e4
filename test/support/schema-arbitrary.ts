import {
  array,
  boolean,
  constant,
  constantFrom,
  double,
  integer,
  jsonValue,
  nat,
  oneof,
  record,
  string,
  type Arbitrary,
} from 'fast-check';

/** The parts of an OpenAPI schema that values are made from. */
export type Schema = {
  readonly $ref?: string;
  readonly type?: string | readonly string[];
  readonly enum?: readonly unknown[];
  readonly const?: unknown;
  readonly anyOf?: readonly Schema[];
  readonly minimum?: number;
  readonly maximum?: number;
  readonly minLength?: number;
  readonly maxLength?: number;
  readonly minItems?: number;
  readonly maxItems?: number;
  readonly items?: Schema;
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly required?: readonly string[];
};
export type Schemas = Readonly<Record<string, Schema>>;

export type SchemaRules = {
  readonly schemas: Schemas;
  /** Existing values of fields that the schema does not list. */
  readonly findable: Readonly<Record<string, Arbitrary<unknown>>>;
  /** Maximum of fields whose cost grows with their value, so that pictures are drawn quickly. */
  readonly highest: Readonly<Record<string, number>>;
};

/** Of thirty values one is at a bound of its schema, or one step beside it. */
const mostly = <Value>(good: Arbitrary<Value>, edge: Arbitrary<Value>): Arbitrary<Value> =>
  oneof({ weight: 29, arbitrary: good }, { weight: 1, arbitrary: edge });

/** Mostly valid JSON for a schema, with lengths, counts and numbers also around each bound. */
export function valueOfSchema(schema: Schema, rules: SchemaRules, name = ''): Arbitrary<unknown> {
  const found = rules.findable[name];
  if (found !== undefined) return mostly<unknown>(found, boundaryText(schema));
  if (schema.$ref !== undefined) return valueOfSchema(named(schema.$ref, rules), rules, name);
  if (schema.enum !== undefined) return constantFrom(...schema.enum);
  if ('const' in schema) return constant(schema.const);
  if (schema.anyOf !== undefined)
    return oneof(...schema.anyOf.map((option) => valueOfSchema(option, rules, name)));
  return oneof(...typesOf(schema).map((type) => valueOfType(type, schema, { rules, name })));
}

type Place = { readonly rules: SchemaRules; readonly name: string };

function valueOfType(type: string, schema: Schema, { rules, name }: Place): Arbitrary<unknown> {
  if (type === 'string') return mostly<unknown>(shortText(schema), boundaryText(schema));
  if (type === 'boolean') return boolean();
  if (type === 'null') return constant(null);
  if (type === 'integer' || type === 'number')
    return numberOf(schema, type === 'integer', rules.highest[name]);
  if (type === 'array') return listOf(schema, rules, name);
  if (type === 'object' && schema.properties !== undefined) return objectOf(schema, rules);
  return jsonValue({ maxDepth: 3 });
}

function shortText({ minLength = 0, maxLength = 40 }: Schema): Arbitrary<string> {
  return string({ minLength, maxLength: Math.min(maxLength, Math.max(minLength, 40)) });
}

/** Texts at a bound, of letters of one, three and four bytes; megabytes are for other tests. */
function boundaryText({ minLength = 0, maxLength = 300 }: Schema): Arbitrary<string> {
  const bounds = [minLength, Math.min(maxLength, 10_000)];
  const lengths = bounds.flatMap((bound) => [bound - 1, bound, bound + 1]);
  const units = constantFrom('a', '語', '😀', 'ﷺ');
  return oneof(...lengths.filter((length) => length >= 0).map((length) => constant(length))).chain(
    (length) => units.map((unit) => unit.repeat(Math.ceil(length / unit.length)).slice(0, length)),
  );
}

function numberOf(schema: Schema, isInteger: boolean, highest = 1000): Arbitrary<number> {
  const [min, max] = [schema.minimum ?? -1000, schema.maximum ?? 1000];
  const top = Math.max(min, Math.min(max, highest));
  const good = isInteger
    ? integer({ min: Math.ceil(min), max: Math.floor(top) })
    : double({ min, max: top, noNaN: true });
  const edges = [min - 1, min, min + 1, max - 1, max, max + 1, max + 0.5];
  return mostly(good, constantFrom(...edges));
}

function listOf(
  { items = {}, minItems = 0, maxItems = 5 }: Schema,
  rules: SchemaRules,
  name: string,
) {
  const item = valueOfSchema(items, rules, name);
  const usual = array(item, { minLength: minItems, maxLength: Math.min(maxItems, minItems + 4) });
  const edge = constantFrom(minItems - 1, minItems, maxItems - 1, maxItems, maxItems + 1).chain(
    (length) => item.map((value) => Array.from({ length: Math.max(0, length) }, () => value)),
  );
  return mostly<unknown>(usual, edge);
}

/** All required fields and a few others: with all of them few objects would be valid. */
function objectOf({ properties = {}, required = [] }: Schema, rules: SchemaRules) {
  const fields = Object.entries(properties);
  const model = Object.fromEntries(
    fields.map(([name, schema]) => {
      const value = valueOfSchema(schema, rules, name);
      const isNeeded = required.includes(name);
      const rare = nat({ max: 4 }).chain((dice) => (dice === 0 ? value : constant(undefined)));
      return [name, isNeeded ? value : rare];
    }),
  );
  return record(model).map((whole) =>
    Object.fromEntries(Object.entries(whole).filter(([, value]) => value !== undefined)),
  );
}

function typesOf({ type }: Schema): readonly string[] {
  if (type === undefined) return ['any'];
  return typeof type === 'string' ? [type] : type;
}

function named($ref: string, { schemas }: SchemaRules): Schema {
  return schemas[$ref.slice($ref.lastIndexOf('/') + 1)] ?? {};
}
