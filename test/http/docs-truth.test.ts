import type { LightMyRequestResponse } from 'fastify';
import { afterAll, describe, expect, test } from 'vitest';
import { cachePolicies } from '../../src/service/http/cache-headers.ts';
import type { HttpServer } from '../../src/service/http/server.ts';
import {
  startFakeAccountService,
  type FakeAccountService,
} from '../support/fake-account-service.ts';
import { modernScript, startFakeJavaServer, statusPacket } from '../support/fake-game-server.ts';
import { readDocs } from '../support/route-docs.ts';
import { skinFile } from '../support/skin-files.ts';
import { openApp } from '../support/open-app.ts';

// What the OpenAPI document says of statuses and headers, held against what the routes answer.

/** Another instance, whose limit is spent. */
/** One whose account service fails. */
const routeDocs = await readDocs();

type Response = {
  readonly headers?: Readonly<Record<string, unknown>>;
  readonly content?: Readonly<Record<string, { readonly example?: unknown }>>;
};
type Operation = {
  readonly operationId: string;
  readonly responses: Readonly<Record<string, Response>>;
};
type OpenApi = {
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>;
  readonly components: { readonly headers: Readonly<Record<string, unknown>> };
};

const [hash, capeHash] = ['d1'.repeat(32), 'd2'.repeat(32)];

const accounts = await startFakeAccountService();
const failingAccounts = await startFakeAccountService();
failingAccounts.behave({ kind: 'status', status: 500 });
const gameServer = await startFakeJavaServer(modernScript(statusPacket({ description: 'Hi' })));
accounts.addPlayer({ name: 'Notch', uuid: 'a'.repeat(32), skin: { hash }, cape: capeHash });
accounts.addTexture(hash, skinFile(1, { heightPx: 64 }));
accounts.addTexture(capeHash, skinFile(2, { heightPx: 32 }));
const open = (limit: string, { url }: FakeAccountService): Promise<HttpServer> =>
  openApp({
    PUBLIC_URL: 'https://lineup.example',
    RATE_LIMIT_MAX: limit,
    ALLOW_PRIVATE_ADDRESSES: 'true',
    MOJANG_API_URL: url,
    MOJANG_SESSION_URL: url,
    MOJANG_TEXTURES_URL: url,
    GEYSER_API_URL: url,
  });
const [app, spent, failing] = await Promise.all([
  open('100000', accounts),
  open('1', accounts),
  open('100000', failingAccounts),
]);
await spent.inject('/api/nothing');
const document: OpenApi = (await app.inject('/api/openapi.json')).json();

afterAll(async () => {
  await Promise.all([app, spent, failing].map((instance) => instance.close()));
  await Promise.all([accounts.close(), failingAccounts.close(), gameServer.close()]);
});

const composition = '/api/blockgame/render/composition';
const render = '/api/blockgame/render/{render_type}/{player}/{crop}';
const compat = '/api/compat/{service}/{path}';
const server = '/api/blockgame/server/{edition}/{host}';

type Case = {
  /** Method and path, as the document has them. */
  readonly operation: string;
  /** What stands in the places of the path, in turn, and the query. */
  readonly filled?: readonly string[];
  readonly query?: string;
  readonly body?: string;
  readonly type?: string;
  readonly host?: string;
};

/** Stands for the address of a server that is online. */
const online = 'online.example';
const queue = 'post /api/chat/webhook/{id}/{token}/queue';
const queued = 'get /api/chat/webhook/queue/{queued}';
const webhook = ['123456789012345678', 'token'];
const serverPaths = ['status-text', 'status', 'icon', 'widget', 'badge', 'ping'];

/** A request that goes well, for every operation below `/api/blockgame/` and of health. */
const good: readonly Case[] = [
  { operation: `post ${composition}`, query: 'height=32', body: '[{"value":"sample-fox"}]' },
  { operation: `get ${composition}`, query: 'height=32&value=sample-fox' },
  { operation: `get ${composition}/{players}`, filled: ['sample-fox'], query: 'height=32' },
  { operation: `get ${render}`, filled: ['head', 'sample-fox', 'full'], query: 'height=32' },
  { operation: 'get /api/blockgame/player/{player}', filled: ['sample-librarian'] },
  { operation: 'get /api/blockgame/skin/{player}', filled: ['sample-fox'] },
  { operation: 'get /api/blockgame/cape/{player}', filled: ['Notch'] },
  { operation: `get ${server}/status-text`, filled: ['java', 'offline.invalid'] },
  { operation: `get ${server}/status`, filled: ['java', 'offline.invalid'] },
  { operation: `get ${server}/icon`, filled: ['java', 'offline.invalid'] },
  { operation: `get ${server}/widget`, filled: ['java', 'offline.invalid'] },
  { operation: `get ${server}/badge`, filled: ['java', 'offline.invalid'] },
  { operation: `get ${server}/ping`, filled: ['java', online] },
  { operation: `get ${compat}`, filled: ['minotar', 'helm/sample-fox/16.png'] },
  { operation: 'get /healthz' },
  { operation: 'get /readyz' },
];

/** Every operation that is about a player, asked for this one. */
const ofPlayer = (name: string): readonly Case[] => [
  { operation: `post ${composition}`, body: JSON.stringify([{ value: name }]) },
  { operation: `get ${composition}`, query: `value=${name}` },
  { operation: `get ${composition}/{players}`, filled: [name] },
  { operation: `get ${render}`, filled: ['head', name, 'full'] },
  { operation: 'get /api/blockgame/player/{player}', filled: [name] },
  { operation: 'get /api/blockgame/skin/{player}', filled: [name] },
  { operation: 'get /api/blockgame/cape/{player}', filled: [name] },
];

/** Requests that do not, by status. */
const bad: Readonly<Record<string, readonly Case[]>> = {
  400: [
    ...ofPlayer('no-such'),
    ...serverPaths.map((last) => ({
      operation: `get ${server}/${last}`,
      filled: ['java', 'a..b'],
    })),
    { operation: `get ${compat}`, filled: ['crafatar', 'avatars/sample-fox'], query: 'size=0' },
    { operation: 'get /healthz', host: 'a b' },
    { operation: 'get /readyz', host: 'a b' },
    { operation: queue, filled: webhook, body: '[' },
    { operation: queued, filled: ['1'] },
  ],
  404: [
    ...ofPlayer('Nobody'),
    { operation: `get ${compat}`, filled: ['gravatar', 'avatars/sample-fox'] },
    ...serverPaths.map((last) => ({
      operation: `get ${server}/${last}`,
      filled: ['pocket', 'offline.invalid'],
    })),
  ],
  413: [
    { operation: `post ${composition}`, body: `[{"value":"${'a'.repeat(2 ** 20)}"}]` },
    { operation: queue, filled: webhook, body: `{"content":"${'a'.repeat(2 ** 20)}"}` },
  ],
  415: [
    { operation: `post ${composition}`, body: 'a', type: 'text/csv' },
    { operation: queue, filled: webhook, body: 'a', type: 'text/csv' },
  ],
  // Without Redis there is none.
  501: [
    { operation: queue, filled: webhook, body: '{"content":"Hi"}' },
    { operation: queued, filled: ['a'.repeat(32)] },
  ],
  502: [...ofPlayer('Somebody'), { operation: `get ${compat}`, filled: ['nmsr', 'face/Somebody'] }],
};

type Ask = { readonly of?: HttpServer; readonly headers?: Readonly<Record<string, string>> };

function ask(one: Case, { of = app, headers = {} }: Ask = {}): Promise<LightMyRequestResponse> {
  const { operation, filled = [], query = '', body, type = 'application/json', host } = one;
  const [method, path = ''] = operation.split(' ');
  const values = filled
    .map((value) => (value === online ? `127.0.0.1:${gameServer.port}` : value))
    .values();
  const target = path.replaceAll(/\{\w+\}/g, () => values.next().value ?? '');
  return of.inject({
    method: method === 'post' ? 'POST' : 'GET',
    url: query === '' ? target : `${target}?${query}`,
    headers: {
      ...(body !== undefined && { 'content-type': type }),
      ...(host !== undefined && { host }),
      ...headers,
    },
    ...(body !== undefined && { payload: body }),
  });
}

function documented({ operation }: Case): Operation['responses'] {
  const [method = '', path = ''] = operation.split(' ');
  return document.paths[path]?.[method]?.responses ?? {};
}

/** The document has this status of the operation, with the headers and the type of the answer. */
function isDocumented(one: Case, answer: LightMyRequestResponse): void {
  const response = documented(one)[answer.statusCode];
  expect(response, `${one.operation} ${answer.statusCode}`).toBeDefined();
  const known = Object.keys(document.components.headers);
  // A 502 says how long to wait only where that is known.
  const isWaitUnknown = answer.statusCode === 502 && answer.headers['retry-after'] === undefined;
  const said = Object.keys(response?.headers ?? {}).filter(
    (name) => !(isWaitUnknown && name === 'Retry-After'),
  );
  expect(said.filter((name) => known.includes(name)).toSorted()).toEqual(
    known.filter((name) => answer.headers[name.toLowerCase()] !== undefined).toSorted(),
  );
  const types = Object.keys(response?.content ?? {});
  const type = (answer.headers['content-type'] ?? '').split(';')[0] ?? '';
  if (answer.body !== '') expect(types).toContain(type);
}

test.each(good)('$operation: 200 or 204 as documented', async (one) => {
  const answer = await ask(one);
  expect(answer.statusCode).toBe(one.operation.endsWith('/ping') ? 204 : 200);
  isDocumented(one, answer);
});

test.each(good)('$operation: 304 as documented, or none', async (one) => {
  const { headers } = await ask(one);
  expect('304' in documented(one)).toBe(headers.etag !== undefined);
  if (headers.etag === undefined) return;
  const answer = await ask(one, { headers: { 'if-none-match': headers.etag } });
  expect(answer.statusCode).toBe(304);
  isDocumented(one, answer);
});

test.each(good.filter(({ operation }) => operation.includes('/api/')))(
  '$operation: cached for as long as the reference says',
  async (one) => {
    const [method = '', path = ''] = one.operation.split(' ');
    const { operationId } = document.paths[path]?.[method] ?? {};
    const docs = routeDocs.find(({ id }) => id === operationId);
    const { headers } = await ask(one);
    expect(headers['cache-control']).toBe(cachePolicies[docs?.caching ?? 'render']);
    expect(docs).toBeDefined();
  },
);

test.each(good)('$operation: 429 as documented, or none', async (one) => {
  const answer = await ask(one, { of: spent });
  const isCounted = one.operation.includes('/api/');
  expect([answer.statusCode, '429' in documented(one)]).toEqual([isCounted ? 429 : 200, isCounted]);
  isDocumented(one, answer);
});

const mistakes = Object.entries(bad).flatMap(([status, cases]) =>
  cases.map((one) => Object.assign({ status: Number(status) }, one)),
);

test.each(mistakes)('$operation: $status as documented', async ({ status, ...one }) => {
  const answer = await ask(one, { of: status === 502 ? failing : app });
  expect(answer.statusCode).toBe(status);
  isDocumented(one, answer);
});

test('every documented status is provoked here, except internal errors', () => {
  // Something broke, too much to do, closing, a body that stops: seen in the tests of drawing, of draining,
  // of health and of slow clients.
  const rare = new Set(['408', '500', '503']);
  const goodOrHeld = new Set(['200', '204', '304', '429']);
  for (const one of good) {
    const provoked = Object.keys(bad).filter((status) =>
      bad[status]?.some(({ operation }) => operation === one.operation),
    );
    const others = Object.keys(documented(one)).filter((status) => !rare.has(status));
    // Of a name server that fails: seen in the tests of the options of statuses.
    if (one.operation.endsWith('/ping')) provoked.push('502');
    expect(others.toSorted(), one.operation).toEqual(
      [...provoked, ...others.filter((status) => goodOrHeld.has(status))].toSorted(),
    );
  }
});

describe('examples of answers', () => {
  test.each(good)('$operation has one if its response is text', (one) => {
    for (const [type, { example }] of Object.entries(documented(one)['200']?.content ?? {})) {
      if (!type.startsWith('image/')) expect(example, type).toBeDefined();
    }
  });

  test.each(['get /api/blockgame/player/{player}', 'get /healthz', 'get /readyz'])(
    '%s: the example is the actual response',
    async (operation) => {
      const one = good.find((each) => each.operation === operation) ?? { operation };
      const { example } = documented(one)['200']?.content?.['application/json'] ?? {};
      // No upstream of this instance has ever failed.
      const of = operation.includes('/api/') ? app : spent;
      expect((await ask(one, { of })).json()).toEqual(example);
    },
  );
});
