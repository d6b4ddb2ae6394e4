import type { ExampleValue, RouteExample } from '../http/route-docs.ts';
import { cachePolicies } from '../http/cache-headers.ts';
import { errorsOf, type ResponseDocs, type Content, type RouteEntry } from './collect.ts';
import type { Field } from './field.ts';
import {
  openApiSchema,
  openBody,
  withoutDefaults,
  createNamedSchemas,
  type NamedSchemas,
  errorResponse,
  errorSchemas,
  headerReferences,
  sharedComponents,
  waitHeaders,
} from './openapi-schema.ts';
import { stemOf, templatePath } from './paths.ts';
import { topicOf } from './site.ts';

export type OpenApiOptions = {
  readonly routes: readonly RouteEntry[];
  readonly version: string;
  /** Base of all paths, without a slash at the end: a URL, or a path if the host is unknown. */
  readonly serverUrl: string;
};

/**
 * The OpenAPI 3.1 document of all routes. `@fastify/swagger` makes none of their parameters, bodies and
 * responses like this: they have examples, types with names, and references to common headers.
 */
export function openApiDocument({ routes: added, version, serverUrl }: OpenApiOptions): object {
  const routes = added.toSorted((a, b) => rankOf(a) - rankOf(b));
  const tags = new Map(routes.map((route) => [tagOf(route), stemOf(route.path)]));
  const schemas = createNamedSchemas(errorSchemas);
  const paths = pathsOf(routes, schemas);
  return {
    openapi: '3.1.0',
    info: {
      title: 'Lineup',
      version,
      summary: 'Draws Minecraft players: up to ten skins in, one picture out.',
      description: [
        'Free and open: no account, no key. Every path below `/api/blockgame/` answers below `/api/minecraft/` as well, and every path below `/api/chat/` below `/api/discord/`. `HEAD` works wherever `GET` does.',
        'Names that begin with `sample-` are skins of our own, and work without any network.',
        'Not affiliated with Mojang, Microsoft, Discord or Roblox.',
      ].join('\n\n'),
      contact: {
        name: 'Whoever runs this service',
        ...(URL.canParse(serverUrl) && { url: serverUrl }),
      },
      license: { name: 'MIT', identifier: 'MIT' },
    },
    servers: [{ url: serverUrl === '' ? '/' : serverUrl, description: 'This very service' }],
    security: [],
    tags: [...tags].map(([name, stem]) => ({ name, description: topicOf(stem, 'en').lead })),
    paths,
    components: { schemas: schemas.all(), ...sharedComponents },
  };
}

/** Endpoints for users come before pages for streams, and these before what is for operators. */
function rankOf({ path }: RouteEntry): number {
  if (path.startsWith('/api/')) return 0;
  return path.startsWith('/live/') ? 1 : 2;
}

function tagOf({ path }: RouteEntry): string {
  return topicOf(stemOf(path), 'en').title;
}

function pathsOf(routes: readonly RouteEntry[], schemas: NamedSchemas) {
  const byPath = Map.groupBy(routes, ({ path }) => templatePath(path));
  return Object.fromEntries(
    [...byPath].map(([path, some]) => {
      const operations = some.map((one) => [one.method.toLowerCase(), operationOf(one, schemas)]);
      return [path, Object.fromEntries(operations)];
    }),
  );
}

function operationOf(route: RouteEntry, schemas: NamedSchemas): object {
  const { docs, body } = route;
  return {
    operationId: docs.id,
    summary: docs.summary,
    description: docs.description.join('\n\n'),
    tags: [tagOf(route)],
    parameters: parametersOf(route),
    ...(body !== null && { requestBody: requestBody(route, body, schemas) }),
    responses: responsesOf(route, schemas),
  };
}

function parametersOf(route: RouteEntry): object[] {
  const { params, query, headers, docs, hasValidator } = route;
  const [example] = docs.examples;
  return [
    ...parametersIn('path', params, example?.path),
    ...parametersIn('query', withoutNamesOf(params, query), example?.query),
    ...parametersIn('header', headers),
    ...(hasValidator ? [{ $ref: '#/components/parameters/IfNoneMatch' }] : []),
  ];
}

/** Without parameters named like those of the path: generated clients have one list of names. */
function withoutNamesOf(params: Field | null, query: Field | null): Field | null {
  const properties = Object.entries(query?.properties ?? {});
  const own = properties.filter(([name]) => !Object.hasOwn(params?.properties ?? {}, name));
  return query && { ...query, properties: Object.fromEntries(own) };
}

function parametersIn(
  location: 'path' | 'query' | 'header',
  field: Field | null,
  examples: RouteExample['query'] = {},
): object[] {
  const known = new Map(Object.entries(examples));
  return Object.entries(field?.properties ?? {}).map(([name, { description, ...own }]) => {
    const schema = openApiSchema(own);
    return {
      name,
      in: location,
      required: field?.required?.includes(name) ?? false,
      description: description ?? own.items?.description ?? name,
      schema,
      example: exampleValue(known.get(name), schema),
    };
  });
}

/** Converts an example to its schema's type: `true` is text in a string schema. */
function exampleValue(value: ExampleValue | undefined, schema: object): ExampleValue | undefined {
  const type = 'type' in schema ? schema.type : undefined;
  if (type === 'string' && value !== undefined) return String(value);
  return type === 'integer' && typeof value === 'string' ? Number(value) : value;
}

function requestBody({ docs }: RouteEntry, body: Content, schemas: NamedSchemas): object {
  const shown = docs.examples
    .filter((example) => example.body !== undefined)
    .map((example) => [exampleKey(example), { summary: example.title, value: example.body }]);
  const examples = shown.length > 0 && { examples: Object.fromEntries(shown) };
  const name = `${typeName(docs.id)}Request`;
  const types = Object.entries(body).map(([type, field]) => {
    const schema = openApiSchema(field);
    return type === 'application/json'
      ? [type, { schema: namedBody(name, withoutDefaults(schema), schemas), ...examples }]
      : [type, { schema: sentSchema(schema) }];
  });
  return { required: true, content: Object.fromEntries(types) };
}

/** A body as a named schema; list or object become two, as generators make one type of each. */
function namedBody(name: string, schema: Field, schemas: NamedSchemas): object {
  const { type, items, minItems, maxItems, properties = {}, 'x-allowed': _, ...rest } = schema;
  if (![type].flat().includes('array') || items === undefined) {
    return schemas.refer(name, openBody(schema));
  }
  const item = schemas.refer(`${name}Item`, items);
  const list = schemas.refer(`${name}List`, { type: 'array', items: item, minItems, maxItems });
  const object = { ...rest, type: 'object', properties: { ...properties, items: list } };
  return schemas.refer(name, { oneOf: [list, schemas.refer(`${name}Object`, openBody(object))] });
}

/** What is sent is never `null`, which our own parsers hand on in its place. */
function sentSchema(schema: Field): object {
  const types = [schema.type ?? []].flat().filter((type) => type !== 'null');
  return types.length === 1 ? { ...schema, type: types[0] } : schema;
}

function exampleKey({ title }: RouteExample): string {
  return title
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, '-')
    .replaceAll(/^-|-$/g, '');
}

function responsesOf(route: RouteEntry, schemas: NamedSchemas): Record<string, object> {
  const isCounted = route.path.startsWith('/api/');
  const own = Object.entries(route.responses).map(([status, response]) => [
    status,
    ownResponse(route, Number(status), response, schemas),
  ]);
  const errors = errorsOf(route).map((error) => [error.status, errorResponse(error, route.path)]);
  return {
    ...Object.fromEntries(errors),
    ...(route.hasValidator && {
      304: {
        description: 'The cached response is still current.',
        headers: headerReferences(isCounted, ['Cache-Control', 'ETag', 'X-Cache']),
      },
    }),
    // The route's own description of a status overrides the common one.
    ...Object.fromEntries(own),
  };
}

function ownResponse(
  { docs, path, hasValidator }: RouteEntry,
  status: number,
  response: ResponseDocs,
  schemas: NamedSchemas,
): object {
  const isGood = status < 300;
  const headers = isGood ? Object.entries(docs.headers ?? {}) : [];
  const text = { type: 'string' };
  const own = headers.map(([name, description]) => [name, { description, schema: text }]);
  const names = [
    'Cache-Control',
    ...waitHeaders(status),
    ...(isGood && hasValidator ? (['ETag'] as const) : []),
    ...(isGood && docs.caching !== 'never' ? (['X-Cache'] as const) : []),
  ] as const;
  const name = typeName(docs.id).replace(/^(Get|Post|Edit)/, '');
  const types = Object.entries(response.content).map(([type, schema]) => [
    type,
    mediaType(schema, (shape) =>
      'properties' in shape || 'items' in shape ? schemas.refer(name, shape) : shape,
    ),
  ]);
  return {
    description: response.description ?? 'The response.',
    headers: { ...headerReferences(path.startsWith('/api/'), names), ...Object.fromEntries(own) },
    ...(types.length > 0 && { content: Object.fromEntries(types) }),
  };
}

/** The example moves beside the schema, where every tool looks for it. */
function mediaType({ examples, ...schema }: Field, named: (schema: object) => object): object {
  const [example] = examples ?? [];
  return { schema: named(openApiSchema(schema)), ...(example !== undefined && { example }) };
}

/** `getPlayer` as a type name. */
function typeName(operationId: string): string {
  return operationId.charAt(0).toUpperCase() + operationId.slice(1);
}

/** How long a response may be cached, as a sentence. */
export function cachingSentence({ docs, hasValidator }: RouteEntry): string {
  const policy = cachePolicies[docs.caching];
  const sentence = `Responses carry \`Cache-Control: ${policy}\``;
  return hasValidator
    ? `${sentence}, an \`ETag\` and \`X-Cache\`. Send the \`ETag\` back in \`If-None-Match\`: unchanged responses return 304 and don’t count against your limit.`
    : `${sentence}.`;
}
