import type { FastifySchemaValidationError } from 'fastify';

export type Rules = {
  readonly type?: string | readonly string[];
  readonly const?: unknown;
  readonly enum?: readonly unknown[];
  readonly anyOf?: readonly Rules[];
  readonly minimum?: number;
  readonly maximum?: number;
  readonly minLength?: number;
  readonly maxLength?: number;
  readonly minItems?: number;
  readonly maxItems?: number;
  readonly items?: Rules;
  readonly pattern?: string;
  readonly description?: string;
  readonly default?: unknown;
  readonly required?: readonly string[];
  readonly additionalProperties?: boolean | Rules;
  readonly properties?: Readonly<Record<string, Rules>>;
  readonly patternProperties?: Readonly<Record<string, Rules>>;
  /** Our own annotation: what is allowed, as the end of "must be …". */
  readonly 'x-allowed'?: string;
  /** Our own annotation: a pattern of values that are ignored in a query, as unknown parameters are. */
  readonly 'x-ignored'?: string;
};

/** Reads keywords of our own schemas, which the validator has checked before the service starts. */
export function rulesOf(schema: unknown): Rules {
  return isObject(schema) ? schema : {};
}

function isObject(value: unknown): value is object {
  return typeof value === 'object' && value !== null;
}

/**
 * What a schema allows, as the end of "must be …": `"nick" or "url"`, `a whole number from 16 to 1024`,
 * `a string`. An `x-allowed` annotation has precedence.
 */
export function describeSchema(rules: Rules): string {
  return orList(alternativesOf(rules));
}

function alternativesOf(rules: Rules): string[] {
  if (rules['x-allowed'] !== undefined) return [rules['x-allowed']];
  if ('const' in rules) return [JSON.stringify(rules.const)];
  if (rules.enum !== undefined) return rules.enum.map((value) => JSON.stringify(value));
  if (rules.anyOf !== undefined) return rules.anyOf.flatMap((branch) => alternativesOf(branch));
  const types = [rules.type ?? []].flat();
  return types.flatMap((type) =>
    type === 'boolean' ? ['true', 'false'] : (typeDescriptions.get(type)?.(rules) ?? type),
  );
}

const typeDescriptions = new Map<string, (rules: Rules) => string>([
  ['string', () => 'a string'],
  ['integer', (rules) => `a whole number${rangeOf(rules)}`],
  ['number', (rules) => `a number${rangeOf(rules)}`],
  ['array', () => 'an array'],
  ['object', () => 'an object'],
  ['null', () => 'null'],
]);

function rangeOf({ minimum, maximum }: Rules): string {
  if (minimum !== undefined && maximum !== undefined) return ` from ${minimum} to ${maximum}`;
  if (minimum !== undefined) return ` of at least ${minimum}`;
  return maximum === undefined ? '' : ` of at most ${maximum}`;
}

/** `a`, `a or b`, `a, b or c`; duplicates are removed. */
export function orList(phrases: readonly string[]): string {
  const distinct = [...new Set(phrases)];
  const last = distinct.pop() ?? 'of another kind';
  return distinct.length === 0 ? last : `${distinct.join(', ')} or ${last}`;
}

/** A validation error, with the schema and the value that it refers to (Ajv's `verbose` mode). */
export type SchemaError = FastifySchemaValidationError & {
  readonly parentSchema?: unknown;
  readonly data?: unknown;
};

/** The invalid part of the request, in Fastify's terms. */
export type RequestPart = 'body' | 'headers' | 'params' | 'querystring';

export type FailedPart = {
  readonly part: RequestPart;
  /** The body is an array, whose elements are called `items[n]`. */
  readonly isList: boolean;
  /** How an option is called that is not part of an HTTP request; empty for all of them. */
  readonly place?: (option: string) => string;
};

const partNames = {
  body: 'body',
  headers: 'header',
  params: 'path',
  querystring: 'query',
} as const satisfies Record<RequestPart, string>;

/** What is wrong, and the child of the field that it refers to, if it is not the field itself. */
type Finding = { readonly says: string; readonly below?: unknown };
type Explain = (error: SchemaError, rules: Rules) => Finding;

const mustBe: Explain = (_error, rules) => ({ says: `must be ${describeSchema(rules)}` });
const itemCount: Explain = (_error, { minItems, maxItems }) => ({
  says: `must hold ${counted(minItems, maxItems, 'item')}`,
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

const explanations = new Map<string, Explain>([
  ['type', mustBe],
  ['const', mustBe],
  ['enum', mustBe],
  ['anyOf', mustBe],
  ['minimum', mustBe],
  ['maximum', mustBe],
  ['minLength', length],
  ['maxLength', length],
  ['pattern', form],
  ['minItems', itemCount],
  ['maxItems', itemCount],
  ['required', ({ params }) => ({ says: 'is missing', below: params.missingProperty })],
  [
    'additionalProperties',
    ({ params }) => ({ says: 'is not a known field', below: params.additionalProperty }),
  ],
]);

const unexplained: Explain = () => ({ says: 'is not valid' });

/**
 * One sentence that names the field and what it allows, in the client's terms: `items[3].type: must be
 * "nick" or "url"`.
 * @param errors of the validator, in order
 */
export function validationMessage(errors: readonly SchemaError[], failed: FailedPart): string {
  // The error of a combining keyword (`anyOf`) comes after those of its branches, and is more helpful.
  const error = errors.at(-1);
  if (error === undefined) return `${fieldPath('', failed)}: is not valid`;
  const rules = rulesOf(error.parentSchema);
  const explain = explanations.get(error.keyword) ?? unexplained;
  const { says, below } = isRepeated(error, rules, failed)
    ? { says: 'must be given only once' }
    : explain(error, rules);
  return `${fieldPath(error.instancePath, failed, below)}: ${says}`;
}

/** A repeated query parameter becomes a list, which would confuse the author of a plain query. */
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
  const { place } = failed;
  if (place !== undefined && steps[0] !== 'items') {
    return path.startsWith('[') ? path : path.slice(1).replace(/^[^.[]*/, (name) => place(name));
  }
  // Items are named the same, whether they are the whole body or a field of it.
  return failed.part === 'body' && steps[0] === 'items' ? path.slice(1) : root + path;
}

/** A field of the body that a client named: `body.content`, `body["my photo.png"]`. */
export function bodyPath(name: string): string {
  return `${partNames.body}${stepName(name)}`;
}

// Names chosen by clients are shown, but shortened and escaped.
const longestNameShown = 40;

function stepName(step: string): string {
  if (/^\d{1,9}$/.test(step)) return `[${step}]`;
  // May have a number: a field of one item in a query, `label.3`, or a file of a form, `files[3]`.
  if (/^[A-Za-z_$][\w$-]*(?:\.\d+|\[\d+\])?$/.test(step) && step.length <= longestNameShown)
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

/** Whether a text matches a `pattern` of our schemas, which come from the code and never from a request. */
export function matchesPattern(pattern: string, text: string): boolean {
  return new RegExp(pattern, 'u').test(text);
}
