import type { FastifySchemaValidationError } from 'fastify';

/** The keywords of JSON schema that messages and coercion are made from. */
export type Rules = {
  readonly type?: string | readonly string[];
  readonly const?: unknown;
  readonly enum?: readonly unknown[];
  readonly anyOf?: readonly Rules[];
  readonly oneOf?: readonly Rules[];
  readonly minimum?: number;
  readonly maximum?: number;
  readonly exclusiveMinimum?: number;
  readonly exclusiveMaximum?: number;
  readonly minLength?: number;
  readonly maxLength?: number;
  readonly minItems?: number;
  readonly maxItems?: number;
  readonly minProperties?: number;
  readonly maxProperties?: number;
  readonly items?: Rules;
  readonly properties?: Readonly<Record<string, Rules>>;
  readonly patternProperties?: Readonly<Record<string, Rules>>;
  /** Our annotation: what is allowed, as the end of "must be …". */
  readonly 'x-allowed'?: string;
};

/**
 * A schema of ours as its keywords. That each has the right type need not be checked here: the
 * validator refuses a schema where one has not, before the service starts.
 */
export function rulesOf(schema: unknown): Rules {
  return isObject(schema) ? schema : {};
}

function isObject(value: unknown): value is object {
  return typeof value === 'object' && value !== null;
}

/**
 * What a schema allows, as the end of "must be …": `"nick" or "url"`,
 * `a whole number from 16 to 1024`, `a string`. Its own `x-allowed` annotation goes first.
 */
export function describeSchema(rules: Rules): string {
  if (rules['x-allowed'] !== undefined) return rules['x-allowed'];
  if ('const' in rules) return JSON.stringify(rules.const);
  if (rules.enum !== undefined) return orList(rules.enum.map((value) => JSON.stringify(value)));
  const branches = rules.anyOf ?? rules.oneOf;
  if (branches !== undefined) return orList(branches.map((branch) => describeSchema(branch)));
  const types = [rules.type ?? []].flat();
  return orList(types.map((type) => typeDescriptions.get(type)?.(rules) ?? type));
}

const typeDescriptions = new Map<string, (rules: Rules) => string>([
  ['string', () => 'a string'],
  ['integer', (rules) => `a whole number${rangeOf(rules)}`],
  ['number', (rules) => `a number${rangeOf(rules)}`],
  ['boolean', () => 'true or false'],
  ['array', () => 'an array'],
  ['object', () => 'an object'],
  ['null', () => 'null'],
]);

function rangeOf({ minimum, maximum, exclusiveMinimum, exclusiveMaximum }: Rules): string {
  if (minimum !== undefined && maximum !== undefined) return ` from ${minimum} to ${maximum}`;
  const bounds = [
    minimum !== undefined && `of at least ${minimum}`,
    exclusiveMinimum !== undefined && `above ${exclusiveMinimum}`,
    maximum !== undefined && `of at most ${maximum}`,
    exclusiveMaximum !== undefined && `below ${exclusiveMaximum}`,
  ].filter((bound) => bound !== false);
  return bounds.length === 0 ? '' : ` ${bounds.join(' and ')}`;
}

/** `a`, `a or b`, `a, b or c`; the same words are said once. */
function orList(phrases: readonly string[]): string {
  const distinct = [...new Set(phrases)];
  const last = distinct.pop() ?? 'of another kind';
  return distinct.length === 0 ? last : `${distinct.join(', ')} or ${last}`;
}

/** What the validator found, with the schema and the value it is about (its `verbose` mode). */
export type SchemaError = FastifySchemaValidationError & {
  readonly parentSchema?: unknown;
  readonly data?: unknown;
};

/** Which part of the request did not fit, in Fastify's words. */
export type RequestPart = 'body' | 'headers' | 'params' | 'querystring';

export type FailedPart = {
  readonly part: RequestPart;
  /** The body is to be an array: its elements are called `items[n]`. */
  readonly isList: boolean;
};

// Fastify's words for the parts, in the client's terms.
const partNames = {
  body: 'body',
  headers: 'header',
  params: 'path',
  querystring: 'query',
} as const satisfies Record<RequestPart, string>;

/** What is wrong, and the name below the field at hand that it is about, where that is another. */
type Finding = { readonly says: string; readonly below?: unknown };
type Explain = (error: SchemaError, rules: Rules) => Finding;

const notAllowed: Explain = () => ({ says: 'is not allowed here' });
const mustBe: Explain = (_error, rules) => ({ says: `must be ${describeSchema(rules)}` });
const missing: Explain = ({ params }) => ({ says: 'is missing', below: params.missingProperty });

const itemCount: Explain = (_error, { minItems, maxItems }) => ({
  says: `must hold ${counted(minItems, maxItems, 'item')}`,
});
const fieldCount: Explain = (_error, { minProperties, maxProperties }) => ({
  says: `must hold ${counted(minProperties, maxProperties, 'field')}`,
});
const length: Explain = ({ data }, { minLength, maxLength, ...rules }) =>
  rules['x-allowed'] !== undefined
    ? { says: `must be ${describeSchema(rules)}` }
    : data === ''
      ? { says: 'must not be empty' }
      : { says: `must be ${counted(minLength, maxLength, 'character')} long` };
const form: Explain = (_error, rules) =>
  rules['x-allowed'] === undefined
    ? { says: 'has a form that is not allowed' }
    : { says: `must be ${describeSchema(rules)}` };

/** What each keyword of JSON schema says when it fails. */
const explanations = new Map<string, Explain>([
  ['type', mustBe],
  ['const', mustBe],
  ['enum', mustBe],
  ['anyOf', mustBe],
  ['oneOf', mustBe],
  ['minimum', mustBe],
  ['maximum', mustBe],
  ['exclusiveMinimum', mustBe],
  ['exclusiveMaximum', mustBe],
  ['multipleOf', ({ params }) => ({ says: `must be a multiple of ${String(params.multipleOf)}` })],
  ['minLength', length],
  ['maxLength', length],
  ['pattern', form],
  ['format', form],
  ['minItems', itemCount],
  ['maxItems', itemCount],
  ['uniqueItems', () => ({ says: 'must not hold the same item twice' })],
  ['minProperties', fieldCount],
  ['maxProperties', fieldCount],
  ['required', missing],
  ['dependentRequired', missing],
  [
    'additionalProperties',
    ({ params }) => ({ says: 'is not a known field', below: params.additionalProperty }),
  ],
  [
    'propertyNames',
    ({ params }) => ({ says: 'is not an allowed field name', below: params.propertyName }),
  ],
  ['not', notAllowed],
  ['if', notAllowed],
  ['false schema', notAllowed],
]);

// For a keyword that no schema of ours has used yet.
const unexplained: Explain = () => ({ says: 'is not valid' });

/**
 * One sentence that names the field and what it allows, in the client's terms:
 * `items[3].type: must be "nick" or "url"`.
 *
 * @param errors what the validator found, in its order
 */
export function validationMessage(errors: readonly SchemaError[], failed: FailedPart): string {
  // A combining keyword (`anyOf`, `propertyNames`) comes after those of its branches and knows
  // more than they do; only `if` knows less.
  const error = errors.findLast(({ keyword }) => keyword !== 'if') ?? errors[0];
  if (error === undefined) return `${fieldPath('', failed)}: is not valid`;
  const rules = rulesOf(error.parentSchema);
  const explain = explanations.get(error.keyword) ?? unexplained;
  const { says, below } = isRepeated(error, rules, failed)
    ? { says: 'must be given only once' }
    : explain(error, rules);
  return `${fieldPath(error.instancePath, failed, below)}: ${says}`;
}

/** A query parameter that came twice is a list, which is news to who wrote a plain query. */
function isRepeated({ data }: SchemaError, { type }: Rules, { part }: FailedPart): boolean {
  return part === 'querystring' && Array.isArray(data) && type !== 'array';
}

/** `/3/type` → `items[3].type`; `/height` → `query.height`. */
function fieldPath(instancePath: string, failed: FailedPart, below?: unknown): string {
  const steps = instancePath
    .split('/')
    .slice(1)
    .map((step) => step.replaceAll('~1', '/').replaceAll('~0', '~'));
  if (typeof below === 'string') steps.push(below);
  const root = failed.part === 'body' && failed.isList ? 'items' : partNames[failed.part];
  const path = steps.map((step) => stepName(step)).join('');
  // The items of a body are called the same, whether they are all of it or a field.
  return failed.part === 'body' && steps[0] === 'items' ? path.slice(1) : root + path;
}

// A name of the client's own making is shown, but neither whole when it is endless nor raw.
const longestNameShown = 40;

function stepName(step: string): string {
  if (/^\d{1,9}$/.test(step)) return `[${step}]`;
  // With a number: a field of one item in a query, `label.3`.
  if (/^[A-Za-z_$][\w$-]*(?:\.\d+)?$/.test(step) && step.length <= longestNameShown)
    return `.${step}`;
  const shown = step.length > longestNameShown ? `${step.slice(0, longestNameShown)}…` : step;
  return `[${JSON.stringify(shown)}]`;
}

/** `1 to 10 items`, `at least 1 item`, `at most 64 characters`, `exactly 2 fields`. */
function counted(min: number | undefined, max: number | undefined, noun: string): string {
  const nouns = `${noun}${(max ?? min) === 1 ? '' : 's'}`;
  if (min === undefined) return `at most ${max ?? 0} ${nouns}`;
  if (max === undefined) return `at least ${min} ${nouns}`;
  return min === max ? `exactly ${min} ${nouns}` : `${min} to ${max} ${nouns}`;
}
