import {
  array,
  boolean,
  constant,
  constantFrom,
  dictionary,
  json,
  jsonValue,
  oneof,
  record,
  string,
  tuple,
  uint8Array,
  type Arbitrary,
} from 'fast-check';
import { valueOfSchema, type Schema, type SchemaRules, type Schemas } from './schema-arbitrary.ts';
import { dataUrl, skinFile } from './skin-files.ts';

type Parameter = { readonly name?: string; readonly in?: string; readonly schema?: Schema };
type Operation = {
  readonly parameters?: readonly Parameter[];
  readonly requestBody?: {
    readonly content: Readonly<Record<string, { readonly schema?: Schema }>>;
  };
};

/** The description of the service by itself. */
export type OpenApi = {
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>;
  readonly components: { readonly schemas: Schemas };
};

/** A request as injected into a server in process. */
export type FuzzRequest = {
  readonly method: 'GET' | 'HEAD' | 'POST' | 'PUT' | 'PATCH' | 'DELETE' | 'OPTIONS';
  readonly url: string;
  readonly headers: Record<string, string>;
  readonly payload?: string | Buffer;
};

const methods = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'] as const;

/** Values that broke other services: invalid numbers, paths, prototypes, lone surrogates. */
const nasty = constantFrom(
  '',
  ' ',
  '0',
  '-1',
  '1e309',
  'NaN',
  '0x20',
  '99999999999999999999',
  'null',
  'true',
  '__proto__',
  'constructor',
  'toString',
  '..',
  '../../etc/passwd',
  '%00',
  '%',
  '%2e%2e%2f',
  '\u0000',
  '\ud800',
  '\u202e',
  '\ufffe',
  'a\r\nX-Injected: 1',
  '<script>',
  "' OR 1=1 --",
  '${7*7}',
  '😀'.repeat(40),
  'e\u0301\u0302\u0303'.repeat(100),
  'a'.repeat(300),
  'ﷺ'.repeat(30),
);

const players = constantFrom(
  'sample-fox',
  'Known',
  'known',
  'Nobody',
  'a'.repeat(32),
  'ab'.repeat(32),
  '069a79f4-44e9-4726-a5be-fca90e38aaf5',
);

/** Addresses that need no look-up, and invalid names: tests use no name server. */
const hosts = constantFrom(
  '127.0.0.1:1',
  '[::1]:1',
  '127.0.0.1:99999',
  '127.0.0.1:',
  '[::1',
  '::1',
  '0x7f000001:1',
  '2130706433',
  '169.254.169.254',
  '10.0.0.1:25565',
  'a b',
  '-',
  '.',
  'a..b',
  'a'.repeat(64),
  `${'a.'.repeat(127)}a`,
  'user@host',
  'host/path',
  'host?x',
  '\u0000',
);

/** What a parser may trip over, as long as a segment of a path may be. */
const longText = tuple(
  constantFrom(...Array.from('!"#$%&\'()*+,-./:;<=>?@[\\]^_`{|}~')),
  constantFrom('', 'a'),
).map(([mark, letter]) => `${(mark + letter).repeat(1500)}x`);

const anyText = oneof(
  nasty,
  longText,
  string({ unit: 'binary', maxLength: 40 }),
  string({ maxLength: 40 }),
);

/** Webhooks for the fake platform: many, because each is rate-limited. */
export const knownWebhooks = Array.from({ length: 200 }, (_, index) => ({
  id: `1${String(index).padStart(17, '0')}`,
  token: 'known-token',
}));

/** Parameters with existing values that the schema does not list. */
const findable: Readonly<Record<string, Arbitrary<unknown>>> = {
  player: players,
  value: players,
  label: constantFrom('', 'Label', 'שלום', '名前 😀'),
  edition: constantFrom('java', 'bedrock'),
  id: constantFrom(...knownWebhooks.map(({ id }) => id), '9'.repeat(19)),
  token: constantFrom('known-token', 'known-token', 'other'),
  render_type: constantFrom('default', 'head', 'front', 'pixel', 'walking', 'sleeping', 'dungeons'),
  crop: constantFrom('full', 'full', 'full.png', 'full.webp', 'face', 'bust.avif'),
  message: constantFrom('@original', '2'.repeat(18)),
  thread_id: constant('3'.repeat(18)),
  background: constantFrom('ff0000', '00ff0080', 'ffffff,000000', 'red', 'fff,'),
  size: constantFrom('64x64', '468x60', '65x80', '63x64', '64x2048', '64x2049', '2048x1221', 'og'),
  user: constantFrom(
    'builderman',
    '156',
    'name:156',
    '9'.repeat(16),
    'https://www.roblox.com/users/156',
  ),
  users: constantFrom('builderman', 156, '156', 'a'.repeat(512)),
  game: constantFrom('1818', 'universe:13058', '0', 'https://www.roblox.com/games/1818/x'),
  group: constantFrom('7', 'Builders', 'https://www.roblox.com/groups/7/x'),
  code: constantFrom('lantern', 'https://discord.gg/lantern', 'a'.repeat(65), 'x/y'),
};

/** Small pictures are drawn quickly; larger ones make no difference here. */
const highest: SchemaRules['highest'] = { height: 64, width: 64, outline_width: 4 };

/** Mostly valid values, so that most requests with ten parameters are accepted. */
function valueOf({ schema = {}, name = '' }: Parameter, schemas: Schemas): Arbitrary<string> {
  if (name === 'host') return hosts;
  const rules = { schemas, findable, highest };
  const good = valueOfSchema(schema.items ?? schema, rules, name).map(asText);
  const bad = name === 'value' ? oneof(skinUrls, anyText) : anyText;
  return oneof({ weight: 60, arbitrary: good }, { weight: 1, arbitrary: bad });
}

function asText(value: unknown): string {
  return typeof value === 'string' ? value : JSON.stringify(value);
}

const skinUrls = constantFrom(
  dataUrl(skinFile(1)),
  dataUrl(skinFile(2).subarray(0, 60)),
  'data:,',
  'data:image/png;base64,AAAA',
  'data:image/png;base64,*',
  'http://127.0.0.1/skin.png',
  'http://[::ffff:127.0.0.1]/',
  'http://skins.invalid/a.png',
  'https://user:pass@skins.invalid/',
  'http://skins.invalid:22/',
  'ftp://skins.invalid/',
  'http://',
  'HTTP:skins',
  'http://\u0000/',
);

const item = oneof(
  {
    weight: 8,
    arbitrary: record(
      { value: oneof(players, skinUrls), label: anyText },
      { requiredKeys: ['value'] },
    ),
  },
  {
    weight: 1,
    arbitrary: record(
      { value: anyText, type: constantFrom('nick', 'url', 'other'), label: jsonValue() },
      { requiredKeys: ['value'] },
    ),
  },
  { weight: 1, arbitrary: jsonValue() },
);

const goodMessage = record(
  {
    content: string({ minLength: 1, maxLength: 50 }).map((content) => `.${content}`),
    username: constantFrom('a', 'Somebody'),
    embeds: array(record({ title: string({ minLength: 1 }) }), { maxLength: 10 }),
  },
  { requiredKeys: ['content'] },
);

const strangeMessage = record(
  {
    content: anyText,
    username: anyText,
    embeds: array(dictionary(anyText, jsonValue()), { maxLength: 12 }),
    allowed_mentions: jsonValue(),
    attachments: jsonValue(),
  },
  { requiredKeys: [] },
);

type Body = { readonly type: string; readonly payload: string | Buffer };

const asJson = (value: unknown): Body => ({
  type: 'application/json',
  payload: JSON.stringify(value),
});

const multipart = (message: unknown): Body => ({
  type: 'multipart/form-data; boundary=x',
  payload: `--x\r\nContent-Disposition: form-data; name="payload_json"\r\n\r\n${JSON.stringify(message)}\r\n--x\r\nContent-Disposition: form-data; name="files[0]"; filename="a.txt"\r\n\r\nabc\r\n--x--\r\n`,
});

const strangeBody: Arbitrary<Body> = tuple(
  constantFrom(
    'application/json',
    'multipart/form-data; boundary=x',
    'multipart/form-data',
    'text/plain',
    ';;',
    '',
  ),
  oneof(
    json(),
    nasty,
    uint8Array({ maxLength: 200 }).map((bytes) => Buffer.from(bytes)),
    constant('['.repeat(50_000)),
    constantFrom(31, 32, 33).map((depth) => `${'['.repeat(depth)}${']'.repeat(depth)}`),
    constant('{"__proto__":{"a":1}}'),
  ),
).map(([type, payload]) => ({ type, payload }));

/** What fits a path, mostly. */
function bodyFor(template: string, operation: Operation, schemas: Schemas): Arbitrary<Body> {
  const schema = operation.requestBody?.content['application/json']?.schema ?? {};
  const described = valueOfSchema(schema, { schemas, findable, highest }).map(asJson);
  const fitting = template.includes('/webhook/')
    ? oneof(goodMessage.map(asJson), goodMessage.map(multipart), strangeMessage.map(asJson))
    : array(item, { minLength: 1, maxLength: 11 }).map(asJson);
  return oneof(
    { weight: 3, arbitrary: fitting },
    { weight: 3, arbitrary: described },
    { weight: 1, arbitrary: strangeBody },
  );
}

/** Text that is allowed in a header: the client refuses any other. */
const headerText = oneof(longText, string({ maxLength: 60 })).map((text) =>
  text.replaceAll(/[^\x20-\x7e]/g, ''),
);

const headers = record(
  {
    'if-none-match': oneof(constantFrom('*', '"a"', 'W/"a", "b"', '"', ','), headerText),
    'x-forwarded-for': headerText,
    'accept-encoding': headerText,
    range: constantFrom('bytes=0-1', 'bytes=-1', 'garbage'),
    expect: constantFrom('100-continue', 'the impossible'),
    origin: headerText,
    'access-control-request-method': constantFrom('POST', 'BREW'),
    'x-github-event': constantFrom('push', '', '\u00e9'),
  },
  { requiredKeys: [] },
);

/** A path with its parameters, and a query that may hold anything any number of times. */
function targetOf(template: string, operation: Operation, schemas: Schemas): Arbitrary<string> {
  const parameters = operation.parameters ?? [];
  const inPath = parameters.filter((parameter) => parameter.in === 'path');
  const inQuery = parameters.filter((parameter) => parameter.in === 'query');
  const filled = tuple(...inPath.map((parameter) => valueOf(parameter, schemas))).map((values) =>
    inPath.reduce(
      (path, { name }, index) => path.replace(`{${name}}`, () => encoded(values[index] ?? '')),
      template,
    ),
  );
  // Without a value there is nothing to draw; of the rest a few at a time.
  const known = inQuery.map((parameter) => {
    const pair = tuple(constant(parameter.name ?? ''), valueOf(parameter, schemas));
    const weight = parameter.name === 'value' ? 0 : 3;
    return oneof({ weight, arbitrary: constant(null) }, { weight: 1, arbitrary: pair });
  });
  const rare = (pair: Arbitrary<[string, string]>) =>
    oneof({ weight: 15, arbitrary: constant(null) }, { weight: 1, arbitrary: pair });
  const unknown = rare(tuple(anyText, anyText));
  const [first = { name: 'a' }] = inQuery;
  const repeated = rare(tuple(constant(first.name ?? ''), valueOf(first, schemas)));
  return tuple(filled, tuple(...known, repeated, unknown)).map(([path, pairs]) => {
    const given = pairs.filter((pair) => pair !== null);
    const query = given.map(([name, value]) => `${encoded(name)}=${encoded(value)}`).join('&');
    return query === '' ? path : `${path}?${query}`;
  });
}

/** Lone surrogates can't be encoded; here they are sent as invalid bytes. */
function encoded(text: string): string {
  return text.isWellFormed() ? encodeURIComponent(text) : '%ed%a0%80';
}

const strayTarget = oneof(
  array(anyText, { maxLength: 5 }).map((parts) => `/${parts.map(encoded).join('/')}`),
  array(oneof(nasty, string()), { maxLength: 4 }).map(
    (parts) => `/api/${parts.join('/').replaceAll(/[^\x21-\x7e]/g, '')}`,
  ),
);

/** Valid and invalid requests to every documented operation, and to unknown paths. */
export function requestArbitrary({ paths, components }: OpenApi): Arbitrary<FuzzRequest> {
  const described = Object.entries(paths).flatMap(([template, byMethod]) =>
    Object.entries(byMethod).map(([name, operation]) => {
      const own = methods.find((method) => method === name.toUpperCase()) ?? 'GET';
      const method = oneof(
        { weight: 9, arbitrary: constant(own) },
        { weight: 1, arbitrary: constantFrom(...methods) },
      );
      const { schemas } = components;
      return tuple(
        method,
        targetOf(template, operation, schemas),
        bodyFor(template, operation, schemas),
      );
    }),
  );
  const stray = tuple(constantFrom(...methods), strayTarget, strangeBody);
  return tuple(oneof(...described, stray), headers, boolean()).map(
    ([[method, url, body], given, isAliased]) => {
      const hasBody = !['GET', 'HEAD', 'DELETE', 'OPTIONS'].includes(method);
      return {
        method,
        url: isAliased ? aliased(url) : url,
        headers: {
          ...present(given),
          ...(hasBody && body.type !== '' && { 'content-type': body.type }),
        },
        ...(hasBody && { payload: body.payload }),
      };
    },
  );
}

/** The same by another name of the path: of the webhooks there are four. */
function aliased(url: string): string {
  const webhooks = ['/api/webhooks/', '/api/v10/webhooks/', '/api/discord/webhooks/'];
  return url
    .replace('/api/chat/webhook/', webhooks[url.length % 4] ?? '/api/discord/webhook/')
    .replace('/api/blockgame/', '/api/minecraft/')
    .replace('/api/chat/', '/api/discord/');
}

function present(given: Readonly<Record<string, string | undefined>>): Record<string, string> {
  const pairs = Object.entries(given).flatMap(([name, value]) =>
    value === undefined ? [] : [[name, value] as const],
  );
  return Object.fromEntries(pairs);
}
