import { createServer, type Server } from 'node:http';
import { once } from 'node:events';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { HttpServer } from '../../src/http/server.ts';
import { isRecord } from '../support/collect-routes.ts';
import { watchDrawing } from '../support/watched-drawing.ts';
import { openApp } from '../support/open-app.ts';

// Names that every object inherits, wherever a client may write a text: a table indexed by it gives
// what nobody put there.

// One in small letters, one with its own way through JSON, and a short one that is a function like the rest.
const inherited = ['constructor', '__proto__', 'valueOf'] as const;

let app: HttpServer;
const drawing = await watchDrawing();
/** An upstream that knows nothing. */
let upstream: Server;
const logged: string[] = [];
beforeAll(async () => {
  upstream = createServer((_request, response) => response.writeHead(404).end());
  await once(upstream.listen(0, '127.0.0.1'), 'listening');
  const address = upstream.address();
  const url = `http://127.0.0.1:${typeof address === 'object' ? address?.port : 0}`;
  app = await openApp(
    {
      LOG_LEVEL: 'error',
      RATE_LIMIT_MAX: '1000000000',
      WEBHOOK_PROXY_RATE_LIMIT_MAX: '1000000000',
      MOJANG_API_URL: url,
      MOJANG_SESSION_URL: url,
      MOJANG_TEXTURES_URL: url,
      DISCORD_API_URL: url,
      DISCORD_CDN_URL: url,
      ROBLOX_URL: url,
      ROBLOX_CDN_URL: url,
      GEYSER_API_URL: url,
    },
    {
      logStream: { write: (line) => void logged.push(line) },
      openDrawing: drawing.open,
      skinHosts: { lookup: async () => [] },
    },
  );
});
afterAll(async () => {
  await app.close();
  upstream.close();
});

type Sent = {
  readonly method: 'GET' | 'POST' | 'PATCH' | 'DELETE';
  readonly url: string;
  readonly payload?: object;
};

/** As many as one client may have in progress; some wait for an upstream. */
const atOnce = 200;

async function expectNoFault(requests: Iterable<Sent>): Promise<number> {
  const open = [...requests];
  const faulty: string[] = [];
  for (let start = 0; start < open.length; start += atOnce) {
    const tries = open.slice(start, start + atOnce).map(async (request) => {
      const { statusCode } = await app.inject(request);
      if (statusCode === 500) faulty.push(JSON.stringify(request));
    });
    await Promise.all(tries);
  }
  expect(faulty).toEqual([]);
  expect(logged).toEqual([]);
  return open.length;
}

type Parameter = { readonly name: string; readonly in: string; readonly example?: unknown };
type Operation = { readonly parameters?: readonly Parameter[]; readonly requestBody?: unknown };
type Paths = Readonly<Record<string, Readonly<Record<string, Operation>>>>;

/** Each request of the document with one of its texts replaced; the others are the examples. */
function* requestsOf(paths: Paths, schemas: unknown, word: string): Generator<Sent> {
  for (const [path, operations] of Object.entries(paths)) {
    for (const [name, { parameters = [], requestBody }] of Object.entries(operations)) {
      const method = methodOf(name);
      const urlWith = (changed?: string, search = '') => {
        const filled = path.replaceAll(/\{(\w+)\}/g, (_whole, one: string) =>
          encodeURIComponent(one === changed ? word : exampleOf(parameters, one)),
        );
        return `${filled}${search}`;
      };
      for (const one of parameters) {
        if (one.in === 'path') yield { method, url: urlWith(one.name) };
        const query = `${one.name}=${word}&${one.name}.0=${word}&${word}=${word}`;
        if (one.in === 'query')
          yield { method, url: urlWith(undefined, `?value=a&value=b&${query}`) };
      }
      if (requestBody === undefined) continue;
      for (const payload of bodiesWith([...fieldsIn(requestBody, schemas), word], word)) {
        yield { method, url: urlWith(), payload };
      }
    }
  }
}

function methodOf(name: string): Sent['method'] {
  const method = (['GET', 'POST', 'PATCH', 'DELETE'] as const).find(
    (one) => one === name.toUpperCase(),
  );
  if (method === undefined) throw new Error(`${name}: no method of the document`);
  return method;
}

function exampleOf(parameters: readonly Parameter[], name: string): string {
  const parameter = parameters.find((one) => one.in === 'path' && one.name === name);
  return typeof parameter?.example === 'string' ? parameter.example : 'sample-fox';
}

/** The names of all fields in a schema, at any depth. */
function fieldsIn(schema: unknown, schemas: unknown, seen = new Set<unknown>()): readonly string[] {
  if (typeof schema !== 'object' || schema === null || seen.has(schema)) return [];
  seen.add(schema);
  if (isRecord(schema) && typeof schema.$ref === 'string' && isRecord(schemas)) {
    const target = new Map(Object.entries(schemas)).get(schema.$ref.split('/').at(-1) ?? '');
    return fieldsIn(target, schemas, seen);
  }
  const own = isRecord(schema) && isRecord(schema.properties) ? Object.keys(schema.properties) : [];
  return [...own, ...Object.values(schema).flatMap((one) => fieldsIn(one, schemas, seen))];
}

/** A field at every place where a body may have it; `__proto__` as JSON has it, an own property. */
function* bodiesWith(fields: readonly string[], word: string): Generator<object> {
  for (const field of new Set(fields)) {
    const own: object = JSON.parse(`{${JSON.stringify(field)}: ${JSON.stringify(word)}}`);
    yield own;
    yield [{ value: 'sample-fox', ...own }];
    yield { items: [{ value: 'sample-fox', ...own }] };
    yield { items: [{ value: 'sample-fox' }], ...own };
    yield { content: 'a', embeds: [own], ...own };
  }
}

test.each(inherited)('%s is no key of ours, in any field of the API', async (word) => {
  const { paths, components } = (await app.inject('/api/openapi.json')).json();
  const count = await expectNoFault(requestsOf(paths, components.schemas, word));
  expect(count).toBeGreaterThan(500);
});

const pageOptions = [
  'value',
  'label',
  'label.0',
  'caption.0',
  'type.0',
  'render_type',
  'crop',
  'height',
  'scene',
  'arrangement',
  'facing',
  'size',
  'title',
  'labels',
  'overlay',
  'outline',
  'background',
  'angle',
  'model',
  'gap',
  'fallback',
  'lang',
] as const;
const pages = [
  '/',
  '/sample-fox+sample-owl',
  '/sample-fox+sample-owl.png',
  '/docs',
  '/nothing',
] as const;

test.each(inherited)('%s is no key of ours, in any option of a page', async (word) => {
  const requests = pages.flatMap((path) =>
    [...pageOptions, word].map((name): Sent => ({
      method: 'GET',
      url: `${path}?value=a&${name}=${word}`,
    })),
  );
  const segments = [
    '',
    '/api',
    '/docs',
    '/assets',
    '/api/blockgame',
    '/api/compat',
    '/api/compat/crafatar',
    '/api/chat',
    '/api/roblox',
  ].map((path): Sent => ({ method: 'GET', url: `${path}/${word}` }));
  await expectNoFault([...requests, ...segments]);
});
