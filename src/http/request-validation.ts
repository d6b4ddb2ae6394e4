import { Ajv } from 'ajv';
import type {
  FastifySchemaCompiler,
  FastifySchema,
  preValidationHookHandler,
  RouteOptions,
} from 'fastify';
import { LineupError } from '../errors/lineup-error.ts';
import { rulesOf, type Rules } from './validation-message.ts';

declare module 'fastify' {
  interface FastifyRequest {
    /** Whether its query had parameters that the route does not know: its URL is no cache key. */
    hasIgnoredQuery: boolean;
  }
}

/**
 * How requests are validated. A schema is compiled for the first request of its route: all of them
 * together would take half a second of every start.
 */
export function createValidatorCompiler(): FastifySchemaCompiler<FastifySchema> {
  const ajv = new Ajv({
    // The first mistake is enough, and it bounds the work that a hostile request can ask for.
    allErrors: false,
    // A field that is not in the schema is a mistake to be told, never one to be dropped silently.
    removeAdditional: false,
    useDefaults: true,
    // JSON has types of its own; queries and paths are converted by `coerceParameters`.
    coerceTypes: false,
    // Errors carry the schema and the value they are about: the sentence is made from these.
    verbose: true,
    strict: true,
    strictTypes: true,
    allowUnionTypes: true,
    addUsedSchema: false,
    // Of a form's file, for those who read the description.
    formats: { binary: true },
    // An annotation for a rule that has no good words of its own (a `pattern`): what is allowed, as
    // the end of "must be …". The `x-` keeps it valid in OpenAPI.
    keywords: ['x-allowed'],
  });
  return ({ schema }) => {
    let compiled: ReturnType<Ajv['compile']> | undefined;
    const validate: ReturnType<FastifySchemaCompiler<FastifySchema>> = (data) => {
      compiled ??= ajv.compile(schema);
      const isValid = compiled(data) === true;
      validate.errors = compiled.errors ?? null;
      return isValid;
    };
    return validate;
  };
}

/**
 * For Fastify's `onRoute`: gives the query and path of a route the types of their schemas, and takes
 * out of the query of a `GET` what the route does not know.
 */
export function coerceParameters(route: RouteOptions): void {
  const { querystring, params: path } = route.schema ?? {};
  const coerceQuery = coercerFor(querystring);
  const coercePath = coercerFor(path);
  const isRead = [route.method].flat().every((method) => method === 'GET' || method === 'HEAD');
  const filter = isRead && querystring !== undefined ? queryFilter(querystring) : undefined;
  if (coerceQuery === undefined && coercePath === undefined && filter === undefined) return;
  const coerce: preValidationHookHandler = (request, reply, done) => {
    const { query, params } = request;
    if (isRecord(query)) {
      const ignored = filter?.(query) ?? [];
      if (ignored.length > 0) {
        request.hasIgnoredQuery = true;
        void reply.header('x-ignored-query', ignoredQueryHeader(ignored));
      }
      coerceQuery?.(query);
    }
    if (isRecord(params)) coercePath?.(params);
    done();
  };
  route.preValidation = [coerce, route.preValidation ?? []].flat();
}

function isRecord(value: unknown): value is ParameterValues {
  return typeof value === 'object' && value !== null;
}

/** Makes of a text the value that a schema asks for; what does not look like one stays as it is. */
type Coerce = (value: unknown) => unknown;

/** A query or a path: texts, or lists of texts, by name. */
export type ParameterValues = Record<string, unknown>;

/**
 * For a query or a path, which are text: `"512"` becomes 512 where the schema of that name asks for
 * a number, `"true"` becomes true, `"Head"` becomes `"head"` where that is one of the words to choose
 * from, and a lone value becomes a list of one. What can't be coerced is left for the validator to
 * refuse.
 *
 * The validator has such a coercion of its own, which is not used: it lets `Infinity` through
 * `maximum`, and takes `0x20`, ` 20 ` and `2e1` for 32 and 20.
 *
 * @param schema of an object: one property a name
 * @returns changes the values in place; `undefined` when the schema asks for any text only
 */
export function coercerFor(schema: unknown): ((values: ParameterValues) => void) | undefined {
  const { properties, patternProperties } = rulesOf(schema);
  const named = new Map(coercersOf(properties));
  const patterned = coercersOf(patternProperties).map(
    ([pattern, coerce]) => [new RegExp(pattern, 'u'), coerce] as const,
  );
  if (named.size === 0 && patterned.length === 0) return undefined;
  return (values) => {
    for (const name of Object.keys(values)) {
      const coerce = named.get(name) ?? patterned.find(([pattern]) => pattern.test(name))?.[1];
      if (coerce !== undefined) values[name] = coerce(values[name]);
    }
  };
}

function coercersOf(properties: Rules['properties'] = {}): (readonly [string, Coerce])[] {
  return Object.entries(properties).flatMap(([name, rules]) => {
    const coerce = coerceFor(rules);
    return coerce === undefined ? [] : [[name, coerce] as const];
  });
}

function coerceFor(rules: Rules): Coerce | undefined {
  const types = typesOf(rules);
  if (types.includes('array')) {
    const coerceItem = coerceFor(rules.items ?? {}) ?? unchanged;
    return (value) => (Array.isArray(value) ? value : [value]).map((item) => coerceItem(item));
  }
  if (types.includes('integer') || types.includes('number')) return numberFrom;
  if (types.includes('boolean')) return flagFrom;
  const words = wordsOf(rules);
  return words.size === 0 ? undefined : (value) => wordFrom(words, value);
}

/** The words that there are to choose from; none where any text will do. */
function wordsOf(rules: Rules): ReadonlySet<string> {
  const branches = rules.anyOf ?? rules.oneOf ?? [rules];
  const words = branches.map((branch) => branch.const);
  return new Set(words.every((word) => typeof word === 'string') ? words : []);
}

/** In whatever case it was written: to its reader it is the same word, and one picture to the caches. */
function wordFrom(words: ReadonlySet<string>, value: unknown): unknown {
  if (typeof value !== 'string' || words.has(value)) return value;
  const lower = value.toLowerCase();
  return words.has(lower) ? lower : value;
}

/** The types that a schema names, in itself or in the branches of a union. */
function typesOf(rules: Rules): readonly string[] {
  const branches = rules.anyOf ?? rules.oneOf ?? [];
  return [rules.type ?? [], branches.flatMap((branch) => typesOf(branch))].flat();
}

const unchanged: Coerce = (value) => value;

const numberFrom: Coerce = (value) => {
  if (typeof value !== 'string' || !/^-?\d+(\.\d+)?$/.test(value)) return value;
  const number = Number(value);
  // Enough digits make an infinity.
  return Number.isFinite(number) ? number : value;
};

const flagFrom: Coerce = (value) => {
  const word = typeof value === 'string' ? value.toLowerCase() : value;
  if (word === 'true') return true;
  return word === 'false' ? false : value;
};

const maxNames = 10;
const maxBytes = 256;

/**
 * Takes out of a query what its schema does not know: cache-busters and the like, which change
 * nothing and must break no picture. Names are those of `properties`, and those that match one of
 * `patternProperties` (`^label\.\d+$`).
 *
 * @param schema of an object: one property a name
 * @returns removes the unknown parameters in place and returns their names
 */
function queryFilter(schema: unknown): (values: ParameterValues) => readonly string[] {
  const { properties = {}, patternProperties = {} } = rulesOf(schema);
  const patterns = Object.keys(patternProperties).map((pattern) => new RegExp(pattern, 'u'));
  const isKnown = (name: string): boolean =>
    Object.hasOwn(properties, name) || patterns.some((pattern) => pattern.test(name));
  return (values) => {
    const ignored = Object.keys(values).filter((name) => !isKnown(name));
    for (const name of ignored) delete values[name];
    return ignored;
  };
}

/** `X-Ignored-Query`: the first ten names, percent-encoded, those that fit into 256 bytes. */
function ignoredQueryHeader(names: readonly string[]): string {
  let header = '';
  for (const name of names.slice(0, maxNames)) {
    const longer = `${header}${header && ','}${encodeURIComponent(name.toWellFormed())}`;
    if (longer.length <= maxBytes) header = longer;
  }
  return header;
}

/** Deeper than any body of ours, and so shallow that nothing that walks it runs out of stack. */
const maxJsonDepth = 32;
const [quote, backslash] = [0x22, 0x5c];
const opening = new Set([0x5b, 0x7b]);
const closing = new Set([0x5d, 0x7d]);

/**
 * Refuses JSON that is nested more than 32 deep, before a parser or a schema sees it.
 *
 * @param bytes UTF-8; whether it is JSON at all is the parser's business
 * @throws {LineupError} `bad-request`
 */
export function refuseDeepJson(bytes: Uint8Array): void {
  let depth = 0;
  let isInString = false;
  for (let at = 0; at < bytes.length; at += 1) {
    const byte = bytes[at] ?? 0;
    if (isInString) {
      if (byte === backslash) at += 1;
      else if (byte === quote) isInString = false;
    } else if (byte === quote) isInString = true;
    else if (opening.has(byte)) {
      depth += 1;
      if (depth > maxJsonDepth) {
        const detail = `The request body is nested more than ${maxJsonDepth} deep.`;
        throw new LineupError('bad-request', detail);
      }
    } else if (closing.has(byte)) depth -= 1;
  }
}
