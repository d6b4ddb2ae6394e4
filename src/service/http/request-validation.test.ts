import { Type, type TSchema } from 'typebox';
import { describe, expect, test } from 'vitest';
import { createHttpServer } from './create-server.ts';
import { createValidatorCompiler } from '../../common/schemas/validator.ts';

const itemSchema = Type.Object(
  {
    value: Type.String({ minLength: 1 }),
    type: Type.Optional(Type.Union([Type.Literal('nick'), Type.Literal('url')])),
    label: Type.Optional(Type.String({ maxLength: 64 })),
    pose: Type.Optional(Type.Enum(['front', 'back', 'side'])),
    tags: Type.Optional(Type.Array(Type.String(), { minItems: 2, maxItems: 2 })),
    'odd key/~': Type.Optional(Type.Null()),
  },
  { additionalProperties: false },
);
const items = Type.Array(itemSchema, { minItems: 1, maxItems: 10 });

const query = Type.Object(
  {
    height: Type.Optional(Type.Integer({ minimum: 16, maximum: 1024 })),
    yaw: Type.Optional(Type.Number({ minimum: -180 })),
    shadow: Type.Optional(Type.Boolean()),
    crop: Type.Optional(Type.Union([Type.Literal('full'), Type.Literal('bust')])),
    mixed: Type.Optional(Type.Union([Type.Integer(), Type.Literal('auto')])),
    word: Type.Optional(Type.String({ minLength: 3, maxLength: 5 })),
    colour: Type.Optional(
      Type.String({ pattern: '^[0-9a-f]{6}$', 'x-allowed': 'six hexadecimal digits' }),
    ),
    code: Type.Optional(Type.String({ pattern: '^[A-Z]+$' })),
    value: Type.Optional(Type.Array(Type.String({ minLength: 1 }), { maxItems: 1 })),
  },
  { additionalProperties: false },
);

type Answer = { readonly status: number; readonly body: unknown };

function probe() {
  return createHttpServer({ trustProxy: false, logLevel: 'silent' });
}

/** What a route with this schema of its body answers: the body as the handler got it, or an error. */
async function post(schema: TSchema, body: unknown): Promise<Answer> {
  const app = probe();
  app.post('/', { schema: { body: schema } }, (request) => ({ got: request.body }));
  const headers = { 'content-type': 'application/json' };
  const response = await app.inject({
    method: 'POST',
    url: '/',
    headers,
    body: JSON.stringify(body),
  });
  return { status: response.statusCode, body: response.json() };
}

async function get(schema: TSchema, url: string): Promise<Answer> {
  const app = probe();
  app.get('/', { schema: { querystring: schema } }, (request) => ({ got: request.query }));
  const response = await app.inject(url);
  return { status: response.statusCode, body: response.json() };
}

const long = 'x'.repeat(65);

describe('a body', () => {
  test.each<[unknown, string]>([
    [{}, 'items: must be an array'],
    [null, 'items: must be an array'],
    [[], 'items: must hold 1 to 10 items'],
    [Array.from({ length: 11 }, () => ({ value: 'a' })), 'items: must hold 1 to 10 items'],
    [['Notch'], 'items[0]: must be an object'],
    [[{ value: 'a' }, {}], 'items[1].value: is missing'],
    [[{ value: 5 }], 'items[0].value: must be a string'],
    [[{ value: 'a' }, { value: 'a' }, { value: '' }], 'items[2].value: must not be empty'],
    [[{ value: 'a', type: 'name' }], 'items[0].type: must be "nick" or "url"'],
    [[{ value: 'a', label: long }], 'items[0].label: must be at most 64 characters long'],
    [[{ value: 'a', pose: 'up' }], 'items[0].pose: must be "front", "back" or "side"'],
    [[{ value: 'a', colour: 'red' }], 'items[0].colour: is not a known field'],
    [[{ value: 'a', tags: ['x'] }], 'items[0].tags: must hold exactly 2 items'],
    [[{ value: 'a', tags: ['x', 2] }], 'items[0].tags[1]: must be a string'],
    [[{ value: 'a', 'odd key/~': 1 }], 'items[0]["odd key/~"]: must be null'],
    [[{ value: 'a', 'a"b\n': 1 }], 'items[0]["a\\"b\\n"]: is not a known field'],
    [[{ value: 'a', [long]: 1 }], `items[0]["${'x'.repeat(40)}…"]: is not a known field`],
  ])('%j: %s', async (data, sentence) => {
    expect(await post(items, data)).toEqual({ status: 400, body: { detail: sentence } });
  });

  test.each<[unknown]>([
    [[{ value: 'a' }]],
    [[{ value: 'a', type: 'nick', label: '' }]],
    [Array.from({ length: 10 }, () => ({ value: 'a', type: 'url', pose: 'side' }))],
  ])('%j is valid and unchanged', async (data) => {
    expect(await post(items, data)).toEqual({ status: 200, body: { got: data } });
  });

  test('that is an object is called body in messages', async () => {
    const empty = await post(itemSchema, { value: '' });
    expect(empty.body).toEqual({ detail: 'body.value: must not be empty' });
    const list = await post(itemSchema, []);
    expect(list.body).toEqual({ detail: 'body: must be an object' });
  });
});

describe('a query', () => {
  test.each([
    ['height=15', 'query.height: must be a whole number from 16 to 1024'],
    ['height=1026', 'query.height: must be a whole number from 16 to 1024'],
    ['height=16&height=18', 'query.height: must be given only once'],
    ['yaw=-181', 'query.yaw: must be a number of at least -180'],
    ['shadow=1', 'query.shadow: must be true or false'],
    ['crop=half', 'query.crop: must be "full" or "bust"'],
    ['mixed=manual', 'query.mixed: must be a whole number or "auto"'],
    ['word=ab', 'query.word: must be 3 to 5 characters long'],
    ['colour=red', 'query.colour: must be six hexadecimal digits'],
    ['code=abc', 'query.code: has a form that is not allowed'],
    ['value=a&value=b', 'query.value: must hold at most 1 item'],
  ])('%s: %s', async (text, sentence) => {
    expect(await get(query, `/?${text}`)).toEqual({ status: 400, body: { detail: sentence } });
  });

  test('is converted from text to the types of its schema', async () => {
    const url = '/?height=512&yaw=-12.5&shadow=true&value=a&word=123&mixed=7&crop=full';
    const got = {
      height: 512,
      yaw: -12.5,
      shadow: true,
      value: ['a'],
      word: '123',
      mixed: 7,
      crop: 'full',
    };
    expect(await get(query, url)).toEqual({ status: 200, body: { got } });
    expect(await get(query, '/?mixed=auto')).toEqual({
      status: 200,
      body: { got: { mixed: 'auto' } },
    });
  });

  test.each([
    ['wide=1', 'wide'],
    ['__proto__=1&constructor=2', '__proto__,constructor'],
    ['v=2&height=512&_=17', 'v,_'],
    ['%C3%A9%0d%0aSet-Cookie=x&a%2Cb', '%C3%A9%0D%0ASet-Cookie,a%2Cb'],
    ['%ff=1', '%25ff'],
    [Array.from({ length: 12 }, (_, i) => `n${i}`).join('&'), 'n0,n1,n2,n3,n4,n5,n6,n7,n8,n9'],
    [`${'x'.repeat(257)}&short`, 'short'],
  ])('loses unknown parameters, which are listed: %s', async (text, named) => {
    const app = probe();
    const route = { schema: { querystring: query } };
    app.get('/', route, (request) => ({ got: request.query, key: request.cacheKey }));
    for (const method of ['GET', 'HEAD'] as const) {
      const response = await app.inject({ method, url: `/?${text}` });
      expect([response.statusCode, response.headers['x-ignored-query']]).toEqual([200, named]);
      if (method === 'GET') {
        const got = text.includes('height') ? { height: 512 } : {};
        expect(response.json()).toEqual({ got, key: null });
      }
    }
  });

  test('accepts names that match a pattern, and converts their values', async () => {
    const app = probe();
    const querystring = Type.Unsafe<Record<string, unknown>>({
      type: 'object',
      properties: {},
      patternProperties: { [String.raw`^yaw\.\d+$`]: { type: 'integer', maximum: 9 } },
      additionalProperties: false,
    });
    app.get('/', { schema: { querystring } }, (request) => ({ got: request.query }));
    const response = await app.inject('/?yaw.0=7&yaw.x=1');
    expect(response.json()).toEqual({ got: { 'yaw.0': 7 } });
    expect(response.headers['x-ignored-query']).toBe('yaw.x');
    expect((await app.inject('/?yaw.0=10')).statusCode).toBe(400);
  });

  test('refuses unknown parameters for other methods', async () => {
    const app = probe();
    app.post('/', { schema: { querystring: query } }, () => ({}));
    const response = await app.inject({ method: 'POST', url: '/?wide=1' });
    expect([response.statusCode, response.json()]).toEqual([
      400,
      { detail: 'query.wide: is not a known field' },
    ]);
  });

  test('gets the defaults of its schema', async () => {
    const schema = Type.Object({ height: Type.Integer({ default: 512 }) });
    expect(await get(schema, '/')).toEqual({ status: 200, body: { got: { height: 512 } } });
  });
});

test('a path has types and a name of its own, on HEAD as on GET', async () => {
  const app = probe();
  const params = Type.Object({ size: Type.Integer({ maximum: 9 }) });
  app.get('/:size', { schema: { params } }, (request) => ({ got: request.params }));
  expect((await app.inject('/7')).json()).toEqual({ got: { size: 7 } });
  expect((await app.inject({ method: 'HEAD', url: '/7' })).statusCode).toBe(200);
  expect((await app.inject('/10')).json()).toEqual({
    detail: 'path.size: must be a whole number of at most 9',
  });
});

test('headers have a name of their own', async () => {
  const app = probe();
  const headers = Type.Object({ 'x-key': Type.String() });
  app.get('/', { schema: { headers } }, async () => 'never');
  expect((await app.inject('/')).json()).toEqual({ detail: 'header.x-key: is missing' });
});

test('the conversion runs before a hook that the route has', async () => {
  const app = probe();
  const seen: unknown[] = [];
  app.get('/', {
    schema: { querystring: Type.Object({ n: Type.Integer() }) },
    preValidation: async (request) => void seen.push(request.query),
    handler: async () => ({}),
  });
  await app.inject('/?n=3');
  expect(seen).toEqual([{ n: 3 }]);
});

test('a misspelt keyword in a schema is refused when it is compiled', () => {
  const schema: object = Type.String({ maxLenght: 3 });
  const validate = createValidatorCompiler()({ schema, url: '/', method: 'POST' });
  expect(() => void validate('a')).toThrow('maxLenght');
});
