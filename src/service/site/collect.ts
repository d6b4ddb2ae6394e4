import type { FastifyInstance, RouteOptions } from 'fastify';
import { catalogue, type ErrorCode } from '../../common/errors/lineup-error.ts';
import { withoutPatterns } from '../http/request-target.ts';
import type { RouteDocs } from '../http/route-docs.ts';
import { fieldOf, type Field } from './field.ts';

/** A route in the reference. */
export type RouteEntry = {
  readonly method: string;
  /** As registered, without patterns: `/api/blockgame/skin/:player`. */
  readonly path: string;
  readonly docs: RouteDocs & Required<Pick<RouteDocs, 'caching'>>;
  /** Whether it has an `ETag` and `X-Cache`, and answers `If-None-Match` with 304. */
  readonly hasValidator: boolean;
  readonly params: Field | null;
  readonly query: Field | null;
  readonly headers: Field | null;
  /** `null` if it has none. */
  readonly body: Content | null;
  readonly responses: Readonly<Record<string, ResponseDocs>>;
};

/** The meaning of a status, and its content. */
export type ResponseDocs = { readonly description: string | null; readonly content: Content };

export type Content = Readonly<Record<string, Field>>;

/** Collects every declared route that is added from now on; the list grows. */
export function collectRoutes(app: FastifyInstance): readonly RouteEntry[] {
  const entries: RouteEntry[] = [];
  app.addHook('onRoute', (route) => {
    const docs = route.config?.docs;
    // Fastify adds a HEAD route to every GET.
    if (docs && route.method !== 'HEAD') entries.push(entryOf(route, docs));
  });
  return entries;
}

function entryOf({ method, url, schema }: RouteOptions, docs: RouteDocs): RouteEntry {
  const { caching = 'render', choices = {} } = docs;
  const responses = mapValues(fieldOf(schema?.response), (response) => ({
    description: fieldOf(response).description ?? null,
    content: contentOf(response),
  }));
  return {
    method: String(method),
    path: withoutPatterns(url),
    docs: { ...docs, caching },
    // What has no body has nothing to keep.
    hasValidator: caching !== 'never' && '200' in responses,
    params: withChoices(optionalField(schema?.params), choices),
    query: optionalField(schema?.querystring),
    headers: optionalField(schema?.headers),
    body: schema?.body === undefined ? null : contentOf(schema.body),
    responses,
  };
}

function mapValues<T>(record: object, map: (value: unknown, name: string) => T) {
  const entries = Object.entries<unknown>({ ...record });
  return Object.fromEntries(entries.map(([name, value]) => [name, map(value, name)]));
}

function optionalField(schema: unknown): Field | null {
  return schema === undefined ? null : fieldOf(schema);
}

/** Path fields with their known values. */
function withChoices(params: Field | null, choices: RouteDocs['choices'] & object): Field | null {
  const known = new Map(Object.entries(choices));
  const properties = mapValues(params?.properties ?? {}, (field, name) => {
    const values = known.get(name);
    return values === undefined ? fieldOf(field) : { ...fieldOf(field), enum: values };
  });
  return params && { ...params, properties };
}

/** Media types with a schema each, or a plain schema, which means JSON; `null` for no body. */
function contentOf(schema: unknown): Content {
  const { content, ...bare } = fieldOf(schema) as Field & {
    readonly content?: Readonly<Record<string, { readonly schema?: unknown }>>;
  };
  if (content !== undefined) return mapValues(content, (one) => fieldOf(Object(one).schema));
  return bare.type === 'null' ? {} : { 'application/json': bare };
}

/** A status that a route can fail with, and its sentences. */
export type ErrorGroup = { readonly status: number; readonly sentences: readonly string[] };

/** Only paths below `/api/` have this limit; the number is the wait. */
const limitRow = { status: 429, sentence: 'Too many requests; try again in 17 seconds.' };

/** The errors of everything that has a body. */
const bodyErrors = ['slow-request', 'body-too-large', 'unsupported-media-type'] as const;

/** All errors of a route by status: its own, and those of every route. */
export function errorsOf({ docs, body, path }: RouteEntry): readonly ErrorGroup[] {
  const codes = new Set<ErrorCode>([
    // On every route, since any request may be malformed.
    'bad-request',
    ...docs.errors.filter((code) => code !== 'too-many-requests'),
    ...(body === null ? [] : bodyErrors),
    'internal',
  ]);
  const rows = [...codes].map((code) => catalogue[code]);
  if (path.startsWith('/api/')) rows.push(limitRow);
  const groups = Array.from(
    Map.groupBy(rows, ({ status }) => status),
    ([status, own]) => ({ status, sentences: [...new Set(own.map(({ sentence }) => sentence))] }),
  );
  return groups.toSorted((a, b) => a.status - b.status);
}
