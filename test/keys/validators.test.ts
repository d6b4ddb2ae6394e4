import { globSync, readFileSync } from 'node:fs';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { RouteOptions } from 'fastify';
import type { HttpServer } from '../../src/service/http/server.ts';
import { NetError } from '../../src/upstreams/net/net-error.ts';
import { collectRoutes, isRecord } from '../support/collect-routes.ts';
import * as tables from '../support/key-tables.ts';
import { skin } from '../support/key-tables.ts';
import { startFakeRoblox, type FakeRoblox } from '../support/fake-roblox.ts';
import { expectKeys, type KeyTable } from '../support/keys.ts';
import { openApp } from '../support/open-app.ts';
import { robloxPicture } from '../support/roblox-world.ts';
import { skinFile } from '../support/skin-files.ts';

// With `If-None-Match: *` a validator is told without any drawing.

const lookup = async () => {
  throw new NetError('unresolvable');
};
const dns = { lookupLocal: lookup, lookupPublic: lookup, isHealthy: () => true };

let roblox: FakeRoblox;
let app: HttpServer;
let routes: readonly RouteOptions[];
beforeAll(async () => {
  roblox = await startFakeRoblox();
  const env = { RATE_LIMIT_MAX: '1000000', ...roblox.settings };
  ({ app, routes } = await collectRoutes(() => openApp(env, { names: dns })));
  roblox.addUser({ id: 1, name: 'One' });
  roblox.addUser({ id: 2, name: 'Two' });
  roblox.addGame({ universeId: 3, placeId: 4, name: 'Game', likes: 3, dislikes: 4, media: [6] });
  roblox.addGroup({ id: 5, name: 'Group' });
  for (const id of [1, 2, 3, 5, 6]) roblox.addPicture(id, robloxPicture([id, 90, 200]));
});
afterAll(async () => {
  await app.close();
  await roblox.close();
});

/** The name of an option that changes nothing here, and why. */
type Others = Readonly<Record<string, string>>;

const others = {
  service: 'says who a player is: no other account service is configured here',
} as const satisfies Others;
const ofEach = { ...others, 'service.1': others.service } as const satisfies Others;
const ofServer = { timeout: 'bounds the wait for the server' } as const satisfies Others;

/** Options of a route by what they do to its validator, what is sent besides them, and other options. */
type Case = {
  readonly table?: KeyTable<string>;
  readonly others?: Others;
  /** Without what the parameters of the path are. */
  readonly query?: string;
  readonly body?: Buffer | readonly object[];
};

const parameters: Readonly<Record<string, string>> = {
  render_type: 'default',
  player: 'sample-fox',
  players: 'sample-fox+sample-punk',
  crop: 'full',
  edition: 'java',
  host: 'offline.invalid',
  user: '1',
  game: '4',
  n: '1',
  group: '5',
  code: 'sample_hills',
  id: '1',
};

const server = 'GET /api/blockgame/server/:edition/:host';
const composition = 'render/composition';
const pair = 'value=sample-fox&value=sample-punk&height=48';

const cases: Readonly<Record<string, Case>> = {
  'GET /oembed': { query: 'url=http://localhost/a%2Bb', table: tables.oembed },
  'GET /api/blockgame/skin/:player': { table: tables.sheet, others },
  [`${server}/icon`]: { others: ofServer },
  [`${server}/widget`]: {
    table: tables.card,
    others: { ...ofServer, max_age: 'bounds the age of a status, which is part of the picture' },
  },
  [`${server}/badge`]: {
    table: { ...tables.badge, metric: { different: ['metric=version'] } },
    others: ofServer,
  },
  [`${server}/lineup`]: { query: 'size=200x120', table: tables.lineup },
  'GET /api/blockgame/render/:render_type/:player/:crop': {
    query: 'height=48',
    table: tables.render,
    others,
  },
  'GET /api/blockgame/render/:render_type/from-url/:crop': {
    query: `height=48&skin=${skin(1)}`,
    table: { ...tables.render, skin: { different: [`skin=${skin(2)}`] } },
  },
  'POST /api/blockgame/render/:render_type(^(?!composition$).*$)/:crop': {
    query: 'height=48',
    body: skinFile(1),
    table: tables.render,
  },
  'GET /api/blockgame/avatar/:player': { query: 'size=16', table: tables.avatar, others },
  'GET /api/blockgame/model/:player': { table: tables.model3d, others },
  'GET /api/blockgame/model/from-url': {
    query: `skin=${skin(1)}`,
    table: { ...tables.model3d, skin: { different: [`skin=${skin(2)}`] } },
  },
  'POST /api/blockgame/model': { body: skinFile(1), table: tables.model3d },
  'GET /api/blockgame/render/heads': {
    query: 'value=sample-fox&value=sample-punk&value=sample-dj',
    table: tables.heads,
    others,
  },
  [`GET /api/blockgame/${composition}`]: { query: pair, table: tables.group, others: ofEach },
  [`GET /api/blockgame/${composition}/:players`]: {
    query: 'height=48',
    table: tables.short,
    others: ofEach,
  },
  [`POST /api/blockgame/${composition}`]: {
    query: 'height=48',
    body: [{ value: 'sample-fox' }, { value: 'sample-punk' }],
    table: tables.posted,
    others,
  },
  [`GET /api/roblox/${composition}`]: {
    query: 'value=1&value=2&height=48',
    table: tables.robloxGroup,
    others: ofEach,
  },
  [`POST /api/roblox/${composition}`]: {
    query: 'height=48',
    body: [{ value: '1' }, { value: '2' }],
    table: tables.robloxPosted,
    others,
  },
  'GET /api/roblox/render/avatar/:user/:crop': { table: tables.robloxAvatar },
  'GET /api/roblox/game/:game/icon': {},
  'GET /api/roblox/game/:game/thumbnail/:n': {},
  'GET /api/roblox/game/:game/widget': { table: tables.card },
  'GET /api/roblox/game/:game/badge': {
    table: { ...tables.badge, metric: { different: ['metric=visits', 'metric=likes'] } },
  },
  'GET /api/roblox/group/:group/icon': {},
  'GET /api/roblox/group/:group/widget': { table: tables.card },
  'GET /api/roblox/group/:group/badge': { table: tables.badge },
  'GET /api/chat/invite/:code/icon': { table: tables.icon },
  'GET /api/chat/invite/:code/widget': { table: tables.card },
  'GET /api/chat/invite/:code/badge': {
    table: { ...tables.badge, metric: { different: ['metric=online'] } },
  },
  'GET /api/chat/guild/:id/widget': { table: tables.card },
  'GET /api/chat/guild/:id/badge': { table: tables.badge },
};

/** Routes that send pictures and are no cases, and why. */
const elsewhere: Others = {
  'GET /api/blockgame/cape/:player': 'has no options, and is of the cape alone',
  'GET /api/blockgame/render/:render_type/:player': 'is the render of the whole figure',
  'GET /api/compat/:service/:path': 'draws the same orders, which tests of its own compare',
};

const nameOf = ({ method, url }: RouteOptions) => `${String(method)} ${url}`;

/** Whether it sends pictures or models; the validators of data and pages are made from their bytes. */
function sendsPictures({ method, url, schema }: RouteOptions): boolean {
  const response = isRecord(schema?.response) ? schema.response[200] : undefined;
  const content = isRecord(response) && isRecord(response.content) ? response.content : {};
  const isPicture = Object.keys(content).some((type) => /^(?:image|model)\//.test(type));
  // With an extension it is the same route.
  return isPicture && method !== 'HEAD' && !url.includes('.:extension');
}

test('each route that sends pictures is a case, or has a reason', () => {
  const known = new Set([...Object.keys(cases), ...Object.keys(elsewhere)]);
  const names = routes.filter(sendsPictures).map(nameOf);
  expect(names.length).toBeGreaterThan(25);
  expect(names.filter((name) => !known.has(name))).toEqual([]);
});

/** The address of a case in which an option replaces one of it, but players are added. */
function urlOf(route: string, query: string, more: string): string {
  const path = route
    .replace(/^\w+ /, '')
    .replaceAll(/:(\w+)(?:\([^/]*\))?/g, (_, name: string) => parameters[name]!);
  const [whole, changes] = [new URLSearchParams(query), new URLSearchParams(more)];
  for (const name of changes.keys()) if (name !== 'value') whole.delete(name);
  for (const [name, value] of changes) whole.append(name, value);
  return `${path}?${whole.toString()}`;
}

/** The options in the query of a route; those that each figure may have end with `.1`. */
function optionsOf(route: string): string[] {
  const query = routes.find((one) => nameOf(one) === route)?.schema?.querystring;
  const { properties = {}, patternProperties = {} } = isRecord(query) ? query : {};
  const names = [...Object.keys(properties ?? {}), ...Object.keys(patternProperties ?? {})];
  return names.map((name) => name.replace(/^\^(\w+).*/, '$1.1'));
}

/** The validator of an answer. @param body a file, or what is sent as JSON */
async function etagOf(url: string, body?: Case['body']): Promise<string> {
  const type = body instanceof Buffer ? 'image/png' : 'application/json';
  const answer = await app.inject({
    method: body ? 'POST' : 'GET',
    url,
    headers: { 'if-none-match': '*', ...(body && { 'content-type': type }) },
    ...(body && { payload: body instanceof Buffer ? body : JSON.stringify(body) }),
  });
  expect.soft(answer.statusCode, `${url}: ${answer.body.slice(0, 200)}`).toBe(304);
  return String(answer.headers.etag);
}

test.each(Object.entries(cases))('%s: the validator is of all options', async (route, one) => {
  const { query = '', table = {}, body } = one;
  expect(
    [...Object.keys(table), ...Object.keys(one.others ?? {})].toSorted(),
    'options in the table, and in the schema',
  ).toEqual(optionsOf(route).toSorted());
  await expectKeys((more) => etagOf(urlOf(route, query, more), body), '', table);
});

type OwnMotion = { readonly ms?: number; readonly at?: number; readonly degrees?: number };

test('the validator of a film is of the pace and each key of an own motion', async () => {
  const keyOf = ({ ms = 600, at = 300, degrees = 10 }: OwnMotion) => {
    const pose = { head: { turn: [degrees, 0, 0] } };
    const keys = [
      { ms: 0, pose: {} },
      { ms: at, pose },
    ];
    const body = [{ value: 'sample-fox', motion: { ms, keys } }];
    return etagOf('/api/blockgame/render/composition?height=48', body);
  };
  await expectKeys<OwnMotion>(
    keyOf,
    {},
    {
      ms: { different: [{ ms: 601 }, { ms: 1200 }] },
      at: { different: [{ at: 301 }] },
      degrees: { different: [{ degrees: -10 }] },
    },
  );
});

test('one file decides whether a picture is made, sent from the cache, or answered 304', () => {
  const callers = globSync('src/**/*.ts').filter((file) =>
    readFileSync(file, 'utf8').includes('isKnown(etag)'),
  );
  expect(callers).toEqual(['src/service/pictures/respond.ts']);
});
