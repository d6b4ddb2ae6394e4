import { choicesOf, type Field } from './field.ts';
import { isDeepStrictEqual } from 'node:util';
import parts from './openapi-parts.json' with { type: 'json' };
import type { ErrorGroup } from './collect.ts';

/** A schema for OpenAPI 3.1; unions of literals become an `enum`, which tools offer as a list. */
export function openApiSchema(whole: Field): Field {
  const field = inBranches(whole);
  const choices = choicesOf(field);
  if (choices !== null) {
    // Bounds of the text say nothing more, and generators trip over both.
    const { anyOf: _any, minLength: _least, maxLength: _most, pattern: _p, ...described } = field;
    return { type: typeof choices[0], enum: choices, ...described };
  }
  // An object without known properties may contain anything.
  const isEmpty = field.properties && Object.keys(field.properties).length === 0;
  return { ...withParts(field, openApiSchema), ...(isEmpty && { additionalProperties: true }) };
}

/** A schema, each part of it changed. */
function withParts({ anyOf, ...field }: Field, change: (part: Field) => Field): Field {
  const { items, properties } = field;
  const changed = Object.entries(properties ?? {}).map(([name, one]) => [name, change(one)]);
  return {
    ...field,
    ...(anyOf && { anyOf: anyOf.map((branch) => change(branch)) }),
    ...(items && { items: change(items) }),
    ...(properties && { properties: Object.fromEntries(changed) }),
  };
}

const ofText: readonly string[] = ['pattern', 'maxLength'];
const ofObject: readonly string[] = ['properties', 'required', 'additionalProperties'];

/** Two types at once, text or an object, are two schemas to generators. */
function inBranches(field: Field): Field {
  const types = new Set([field.type ?? []].flat());
  if (!types.has('string') || !types.has('object')) return field;
  const entries = Object.entries(field).filter(([name]) => name !== 'type');
  const only = (names: readonly string[]) =>
    Object.fromEntries(entries.filter(([name]) => names.includes(name)));
  const shared = entries.filter(([name]) => !ofText.includes(name) && !ofObject.includes(name));
  return {
    ...Object.fromEntries(shared),
    anyOf: [
      { type: 'string', ...only(ofText) },
      { type: 'object', ...only(ofObject) },
    ],
  };
}

/** A body with defaults only in descriptions: generators take such a field as always there. */
export function withoutDefaults({ default: fallback, ...field }: Field): Field {
  const value = fallback !== undefined && `Default: \`${JSON.stringify(fallback)}\`.`;
  const description = [field.description, value]
    .filter((part) => typeof part === 'string')
    .join(' ');
  return withParts({ ...field, ...(description !== '' && { description }) }, withoutDefaults);
}

/** A body that also allows unknown properties, as far as they are not refused. */
export function openBody(schema: object): object {
  const isOpen = 'properties' in schema && !('additionalProperties' in schema);
  return isOpen ? { ...schema, additionalProperties: true } : schema;
}

export type NamedSchemas = ReturnType<typeof createNamedSchemas>;

/** Schemas of the OpenAPI document, whose names generated clients use for types. @param taken by names in use */
export function createNamedSchemas(taken: Readonly<Record<string, object>>) {
  const all = new Map(Object.entries(taken));
  return {
    all: () => Object.fromEntries(all),
    /** The reference to a schema; an existing one keeps its first name. */
    refer: (name: string, schema: object) => {
      const known = [...all].find(([, one]) => isDeepStrictEqual(one, schema))?.[0];
      const free = known ?? freeName(name, all);
      all.set(free, schema);
      return { $ref: `#/components/schemas/${free}` };
    },
  };
}

function freeName(name: string, all: ReadonlyMap<string, object>): string {
  let free = name;
  for (let number = 2; all.has(free); number++) free = `${name}${number}`;
  return free;
}

// Common parts of the OpenAPI operations: headers and error schemas.

type HeaderName = keyof typeof parts.headers;

const rateLimitHeaders = [
  'X-RateLimit-Limit',
  'X-RateLimit-Remaining',
  'X-RateLimit-Reset',
] as const;

/** References to these headers, and to those of the limits if requests are counted. */
export function headerReferences(
  isCounted: boolean,
  names: readonly HeaderName[],
): Record<string, object> {
  const all = [...(isCounted ? rateLimitHeaders : []), ...names];
  return Object.fromEntries(all.map((name) => [name, { $ref: `#/components/headers/${name}` }]));
}

/** Of every route; `PlatformError` is Discord's format, which its own paths use for our errors, too. */
export const errorSchemas = parts.schemas;

const reference = (name: keyof typeof errorSchemas) => ({ $ref: `#/components/schemas/${name}` });

export const sharedComponents = { headers: parts.headers, parameters: parts.parameters };

/** Statuses with `Retry-After`: 502 if the wait is known, the others always. */
const statusesWithWait = new Set([409, 429, 502, 503]);

export function waitHeaders(status: number): readonly HeaderName[] {
  return statusesWithWait.has(status) ? ['Retry-After'] : [];
}

/** An error response: its meaning, and a possible sentence. Below `path` it may be in Discord's format. */
export function errorResponse({ status, sentences }: ErrorGroup, path: string): object {
  const isCounted = path.startsWith('/api/');
  const isRelayed = path.startsWith('/api/chat/webhook/') && status < 500;
  return {
    description: sentences.join(' '),
    headers: headerReferences(isCounted, ['Cache-Control', ...waitHeaders(status)]),
    content: {
      'application/json': {
        schema: isRelayed
          ? { anyOf: [reference('Error'), reference('PlatformError')] }
          : reference('Error'),
        example: { detail: sentences[0] },
      },
    },
  };
}
