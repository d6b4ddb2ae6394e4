import type { FastifySchemaValidationError } from 'fastify';
import { describeSchema } from './describe-schema.ts';
import { rulesOf, type Rules } from './json-schema.ts';

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

/** What is wrong, and the name below the place at hand that it is about, where that is another. */
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
const length: Explain = ({ data }, { minLength, maxLength }) =>
  data === ''
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
 * One sentence that names the place and what it allows, in the client's terms:
 * `items[3].type: must be "nick" or "url"`.
 *
 * @param errors what the validator found, in its order
 */
export function validationSentence(errors: readonly SchemaError[], failed: FailedPart): string {
  // A combining keyword (`anyOf`, `propertyNames`) comes after those of its branches and knows
  // more than they do; only `if` knows less.
  const error = errors.findLast(({ keyword }) => keyword !== 'if') ?? errors[0];
  if (error === undefined) return `${placeName('', failed)}: is not valid`;
  const rules = rulesOf(error.parentSchema);
  const explain = explanations.get(error.keyword) ?? unexplained;
  const { says, below } = isRepeated(error, rules, failed)
    ? { says: 'must be given only once' }
    : explain(error, rules);
  return `${placeName(error.instancePath, failed, below)}: ${says}`;
}

/** A query parameter that came twice is a list, which is news to who wrote a plain query. */
function isRepeated({ data }: SchemaError, { type }: Rules, { part }: FailedPart): boolean {
  return part === 'querystring' && Array.isArray(data) && type !== 'array';
}

/** `/3/type` → `items[3].type`; `/height` → `query.height`. */
function placeName(instancePath: string, failed: FailedPart, below?: unknown): string {
  const steps = instancePath
    .split('/')
    .slice(1)
    .map((step) => step.replaceAll('~1', '/').replaceAll('~0', '~'));
  if (typeof below === 'string') steps.push(below);
  const root = failed.part === 'body' && failed.isList ? 'items' : partNames[failed.part];
  return root + steps.map((step) => stepName(step)).join('');
}

// A name of the client's own making is shown, but neither whole when it is endless nor raw.
const longestNameShown = 40;

function stepName(step: string): string {
  if (/^\d{1,9}$/.test(step)) return `[${step}]`;
  if (/^[A-Za-z_$][\w$-]*$/.test(step) && step.length <= longestNameShown) return `.${step}`;
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
