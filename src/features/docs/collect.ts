import type { FastifyInstance, RouteOptions } from 'fastify';
import type { RouteDocs } from './route-docs.ts';
import { fieldOf, type Field } from './field.ts';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** What the reference says of this route; `'none'` for pages and files, which it leaves out. */
    docs?: RouteDocs | 'none';
  }
}

/** A route as the reference knows it. */
export type RouteEntry = {
  readonly method: string;
  /** As it was registered: `/api/blockgame/skin/:player`. */
  readonly path: string;
  readonly docs: RouteDocs;
  readonly params: Field | null;
  readonly query: Field | null;
  readonly headers: Field | null;
  /** `null` when the route takes none. */
  readonly body: Content | null;
  /** By status. */
  readonly answers: Readonly<Record<string, Answer>>;
};

/** What a status means, and what comes with it. */
export type Answer = { readonly description: string | null; readonly content: Content };

/** Schemas by media type. */
export type Content = Readonly<Record<string, Field>>;

/**
 * Every route that is added from now on, in that order, but for pages and files (`docs: 'none'`).
 * The list grows while routes are added.
 */
export function collectRoutes(app: FastifyInstance): readonly RouteEntry[] {
  const entries: RouteEntry[] = [];
  app.addHook('onRoute', (route) => {
    const docs = route.config?.docs;
    if (docs === undefined) throw new Error(`${route.url}: a route says what it is, or 'none'`);
    if (docs === 'none') return;
    for (const method of [route.method].flat()) {
      // Fastify adds a HEAD to every GET.
      if (method !== 'HEAD') entries.push(entryOf(method, route, docs));
    }
  });
  return entries;
}

function entryOf(method: string, { url, schema }: RouteOptions, docs: RouteDocs): RouteEntry {
  return {
    method,
    path: url,
    docs,
    params: withChoices(optionalField(schema?.params), docs.choices ?? {}),
    query: optionalField(schema?.querystring),
    headers: optionalField(schema?.headers),
    body: schema?.body === undefined ? null : contentOf(schema.body),
    answers: answersOf(schema?.response),
  };
}

function optionalField(schema: unknown): Field | null {
  return schema === undefined ? null : fieldOf(schema);
}

/** The fields of a path with the values that there are for some of them. */
function withChoices(
  params: Field | null,
  choices: NonNullable<RouteDocs['choices']>,
): Field | null {
  if (params === null) return null;
  const properties = Object.entries(params.properties ?? {}).map(([name, field]) => {
    const values = choices[name];
    return [name, values === undefined ? field : { ...field, enum: values }] as const;
  });
  return { ...params, properties: Object.fromEntries(properties) };
}

function answersOf(response: unknown): Record<string, Answer> {
  const statuses = Object.entries(fieldOf(response) as Record<string, unknown>);
  return Object.fromEntries(statuses.map(([status, schema]) => [status, answerOf(schema)]));
}

function answerOf(schema: unknown): Answer {
  return { description: fieldOf(schema).description ?? null, content: contentOf(schema) };
}

/** Either media types with a schema each, or a bare schema, which is JSON; `null` is no body. */
function contentOf(schema: unknown): Content {
  const { content, ...bare } = fieldOf(schema) as Field & {
    readonly content?: Readonly<Record<string, { readonly schema?: unknown }>>;
  };
  if (content === undefined) return bare.type === 'null' ? {} : { 'application/json': bare };
  return Object.fromEntries(
    Object.entries(content).map(([type, one]) => [type, fieldOf(one.schema)]),
  );
}
