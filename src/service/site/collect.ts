import type { FastifyInstance, RouteOptions } from 'fastify';
import type { RouteDocs } from './route-docs.ts';
import { fieldOf, type Field } from './field.ts';
import { withoutPatterns } from '../http/request-target.ts';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Documentation of the route; `'none'` for pages and files, which the reference omits. */
    docs?: RouteDocs | 'none';
  }
}

/** A route in the reference. */
export type RouteEntry = {
  readonly method: string;
  /** As registered, without patterns: `/api/blockgame/skin/:player`. */
  readonly path: string;
  readonly docs: RouteDocs & Required<Pick<RouteDocs, 'caching' | 'hasValidator'>>;
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

/** Collects every route added from now on (the list grows), except pages (`docs: 'none'`). */
export function collectRoutes(app: FastifyInstance): readonly RouteEntry[] {
  const entries: RouteEntry[] = [];
  app.addHook('onRoute', (route) => {
    const docs = route.config?.docs;
    if (docs === undefined) throw new Error(`${route.url}: a route says what it is, or 'none'`);
    if (docs === 'none') return;
    for (const method of [route.method].flat()) {
      // Fastify adds a HEAD route to every GET.
      if (method !== 'HEAD') entries.push(entryOf(method, route, docs));
    }
  });
  return entries;
}

function entryOf(method: string, { url, schema }: RouteOptions, docs: RouteDocs): RouteEntry {
  return {
    method,
    path: withoutPatterns(url),
    docs: { caching: 'render', hasValidator: true, ...docs },
    params: withChoices(optionalField(schema?.params), docs.choices ?? {}),
    query: optionalField(schema?.querystring),
    headers: optionalField(schema?.headers),
    body: schema?.body === undefined ? null : contentOf(schema.body),
    responses: responsesOf(schema?.response),
  };
}

function optionalField(schema: unknown): Field | null {
  return schema === undefined ? null : fieldOf(schema);
}

/** Path fields with their known values. */
function withChoices(
  params: Field | null,
  choices: NonNullable<RouteDocs['choices']>,
): Field | null {
  if (params === null) return null;
  const known = new Map(Object.entries(choices));
  const properties = Object.entries(params.properties ?? {}).map(([name, field]) => {
    const values = known.get(name);
    return [name, values === undefined ? field : { ...field, enum: values }] as const;
  });
  return { ...params, properties: Object.fromEntries(properties) };
}

function responsesOf(response: unknown): Record<string, ResponseDocs> {
  const statuses = Object.entries(fieldOf(response) as Record<string, unknown>);
  return Object.fromEntries(statuses.map(([status, schema]) => [status, responseOf(schema)]));
}

function responseOf(schema: unknown): ResponseDocs {
  return { description: fieldOf(schema).description ?? null, content: contentOf(schema) };
}

/** Media types with a schema each, or a plain schema, which means JSON; `null` for no body. */
function contentOf(schema: unknown): Content {
  const { content, ...bare } = fieldOf(schema) as Field & {
    readonly content?: Readonly<Record<string, { readonly schema?: unknown }>>;
  };
  if (content === undefined) return bare.type === 'null' ? {} : { 'application/json': bare };
  return Object.fromEntries(
    Object.entries(content).map(([type, one]) => [type, fieldOf(one.schema)]),
  );
}
