import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { readFileSync, writeFileSync } from 'node:fs';
import { Socket } from 'node:dgram';
import { Server } from 'node:net';
import { setTimeout } from 'node:timers/promises';
import { startFakeAccountService } from '../test/support/fake-account-service.ts';
import {
  modernScript,
  pong,
  startFakeBedrockServer,
  startFakeJavaServer,
  statusPacket,
} from '../test/support/fake-game-server.ts';
import { startFakeGeyser } from '../test/support/fake-geyser.ts';
import { guildId, startFakeGuildPlatform } from '../test/support/fake-guild-platform.ts';
import { startFakeRoblox } from '../test/support/fake-roblox.ts';
import { encodePicture } from '../test/support/png-writer.ts';
import { skinFile } from '../test/support/skin-files.ts';
import { startCommand } from './start-service.ts';

// Takes a picture of everything that users see of the service, to be compared with that of another state:
// the pages in all languages, the OpenAPI document, and the responses to every example in them, to every
// value of every option, to mistakes in each of them, and to the paths of other services.
//
//   node scripts/seen.ts take <file>
//   node scripts/seen.ts compare <file before> <file after>

type Seen = Readonly<Record<string, unknown>>;
type Request = {
  readonly method?: string;
  readonly path: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string | FormData | Uint8Array<ArrayBuffer>;
  /** Told apart from another with the same path. */
  readonly note?: string;
};

const languages = ['en', 'de', 'es', 'fr', 'pt'];
const uuid = '853c80ef3c3749fdaa49938b674adae6';
const dashed = '853c80ef-3c37-49fd-aa49-938b674adae6';
const texture = 'd0'.repeat(32);
const capeTexture = 'd1'.repeat(32);
const xuid = '2535468413142004';
/** The first of the ports that all peers get in turn: a picture may show one. */
const firstPort = 41_200;
const servicePort = firstPort - 1;
const origin = `http://127.0.0.1:${servicePort}`;
const ports = { java: firstPort + 90, bedrock: 0, closed: 1 };

async function take(file: string): Promise<void> {
  useFixedPorts();
  const peers = await startPeers();
  const service = spawn(process.execPath, [...startCommand.flags, startCommand.script], {
    env: { PATH: process.env['PATH'], ...peers.settings },
    stdio: ['ignore', 'inherit', 'inherit'],
  });
  try {
    while (!(await fetch(`${origin}/healthz`).catch(() => null))?.ok) await setTimeout(50);
    const seen: Record<string, unknown> = {};
    await see(seen);
    writeFileSync(file, `${JSON.stringify(seen, null, 1)}\n`);
    console.log(`${Object.keys(seen).length} responses`);
  } finally {
    service.kill();
    await once(service, 'exit');
    await peers.close();
  }
}

/** Peers that ask for any free port get fixed ones, in the order in which they start. */
function useFixedPorts(): void {
  let port = firstPort;
  const methods = [
    [Server.prototype, 'listen'],
    [Socket.prototype, 'bind'],
  ] as const;
  for (const [prototype, name] of methods) {
    const method: (...args: unknown[]) => unknown = Reflect.get(prototype, name);
    Reflect.set(prototype, name, function fixed(this: unknown, ...args: unknown[]) {
      return Reflect.apply(method, this, args[0] === 0 ? [port++, ...args.slice(1)] : args);
    });
  }
}

async function startPeers() {
  const accounts = await startFakeAccountService();
  const geyser = await startFakeGeyser();
  const guilds = await startFakeGuildPlatform();
  const roblox = await startFakeRoblox();
  const icon = picture(64);
  const java = await startFakeJavaServer(
    modernScript(
      statusPacket({
        version: { name: 'Paper 1.21.4', protocol: 769 },
        players: { online: 7, max: 40, sample: [{ name: 'jeb_', id: dashed }] },
        description: { text: 'Hello ', extra: [{ text: 'world', color: 'gold', bold: true }] },
        favicon: `data:image/png;base64,${icon.toString('base64')}`,
      }),
      false,
    ),
    '127.0.0.1',
    ports.java,
  );
  const bedrock = await startFakeBedrockServer((question) => [
    pong(question, 'MCPE;Two;800;1.21.80;3;9;77;Lines;Survival;1;19132;19133;'),
  ]);
  ports.bedrock = bedrock.port;
  accounts.addTexture(texture, skinFile(1, { overlay: true }));
  accounts.addTexture(capeTexture, skinFile(2, { heightPx: 32 }));
  accounts.addPlayer({
    name: 'jeb_',
    uuid,
    skin: { hash: texture, model: 'slim' },
    cape: capeTexture,
  });
  accounts.addPlayer({
    name: 'Notch',
    uuid: '069a79f444e94726a5befca90e38aaf5',
    skin: { hash: texture },
  });
  geyser.addPlayer({ xuid, gamertag: 'Some Player', skin: { textureId: texture, isSteve: true } });
  guilds.addInvite('harbour', { guild: { icon: 'aa11' } });
  guilds.addWidget(guildId);
  guilds.addPicture(`/icons/${guildId}/aa11.png`, icon);
  guilds.inventInvites();
  roblox.addUser({ id: 156, name: 'builderman', displayName: 'Builder', verified: true });
  roblox.addUser({ id: 1, name: 'Roblox', displayName: 'Roblox' });
  roblox.addGame({ universeId: 31, placeId: 1818, name: 'Crossroads', playing: 12, visits: 3456 });
  roblox.addGroup({ id: 7, name: 'Roblox', description: 'Official', members: 89, verified: true });
  for (const id of [156, 1, 31, 1818, 7]) roblox.addPicture(id, picture(150));
  return {
    settings: {
      PORT: String(servicePort),
      LOG_LEVEL: 'silent',
      PUBLIC_URL: 'https://lineup.example',
      RATE_LIMIT_MAX: '1000000000',
      WEBHOOK_PROXY_RATE_LIMIT_MAX: '1000000000',
      ALLOW_PRIVATE_ADDRESSES: 'true',
      COMPAT_HOSTS: 'avatars.example=crafatar,heads.example=mc-heads',
      MOJANG_API_URL: accounts.url,
      MOJANG_SESSION_URL: accounts.url,
      MOJANG_TEXTURES_URL: accounts.url,
      GEYSER_API_URL: geyser.url,
      DISCORD_API_URL: guilds.url,
      DISCORD_CDN_URL: guilds.picturesUrl,
      ...roblox.settings,
    },
    close: () =>
      Promise.all([accounts, geyser, guilds, roblox, java, bedrock].map((peer) => peer.close())),
  };
}

function picture(sizePx: number): Buffer {
  return encodePicture({
    widthPx: sizePx,
    heightPx: sizePx,
    colourType: 6,
    bitDepth: 8,
    sample: (x, y, channel) => [x * 2, y * 3, x ^ y, 255][channel] ?? 0,
  });
}

async function see(seen: Record<string, unknown>): Promise<void> {
  const look = async (request: Request) => {
    const { method = 'GET', path, note = '' } = request;
    const key = [method, path, note].filter((part) => part !== '').join(' ');
    if (!(key in seen)) seen[key] = await responseTo(request);
  };
  const pages = await seePages(look);
  const openapi = await openApi();
  seen['openapi'] = openapi;
  for (const path of addressesIn(pages)) await look({ path });
  for (const request of variants(openapi)) await look(request);
  for (const path of foreignPaths()) await look({ path });
  for (const request of others()) await look(request);
}

/** All pages that the front page leads to, in all languages. */
async function seePages(look: (request: Request) => Promise<void>): Promise<readonly string[]> {
  const pages: string[] = [];
  for (const language of languages) {
    const waiting = [`/?lang=${language}`];
    for (const path of waiting) {
      await look({ path });
      const response = await fetch(`${origin}${path}`);
      if (!response.headers.get('content-type')?.startsWith('text/html')) continue;
      const html = await response.text();
      pages.push(html);
      for (const [, link = ''] of html.matchAll(/href="(\/[^"#]*)/g)) {
        const to = withLanguage(link.replaceAll('&amp;', '&'), language);
        if (to !== null && !waiting.includes(to)) waiting.push(to);
      }
    }
  }
  return pages;
}

function withLanguage(link: string, language: string): string | null {
  if (/^\/(?:api|assets)\/|\.\w+$|^\/live/.test(link.split('?')[0] ?? '')) return null;
  if (/[?&]lang=/.test(link)) return link.includes(`lang=${language}`) ? link : null;
  return `${link}${link.includes('?') ? '&' : '?'}lang=${language}`;
}

/** What pages load or name of the service. */
function addressesIn(pages: readonly string[]): ReadonlySet<string> {
  const found = new Set<string>();
  for (const html of pages) {
    const text = html
      .replaceAll('&amp;', '&')
      .replaceAll(/&quot;|&#39;/g, '"')
      .replaceAll(/<\/?[a-z][^>"]*>/g, '');
    const named = /(?:https:\/\/lineup\.example|["' ])(\/(?:api|assets|live)\/[^\s"'<>\\`)[]+)/g;
    for (const [, path = ''] of text.matchAll(named)) found.add(located(path));
  }
  return found;
}

/** Servers that pages name are ours. */
function located(path: string): string {
  return path
    .replace(/(\/(?:server|live)\/java\/)[^/?]+/, `$1127.0.0.1:${ports.java}`)
    .replace(/(\/(?:server|live)\/bedrock\/)[^/?]+/, `$1127.0.0.1:${ports.bedrock}`);
}

type Schema = {
  readonly type?: string;
  readonly enum?: readonly unknown[];
  readonly const?: unknown;
  readonly anyOf?: readonly Schema[];
  readonly items?: Schema;
  readonly minimum?: number;
  readonly maximum?: number;
  readonly example?: unknown;
  readonly examples?: readonly unknown[];
  readonly default?: unknown;
  readonly $ref?: string;
};
type Parameter = {
  readonly name: string;
  readonly in: string;
  readonly schema: Schema;
  readonly example?: unknown;
  readonly $ref?: string;
};
type OpenApi = {
  readonly paths: Readonly<
    Record<string, Readonly<Record<string, { readonly parameters?: readonly Parameter[] }>>>
  >;
  readonly components: Readonly<Record<string, unknown>>;
};

async function openApi(): Promise<OpenApi> {
  return JSON.parse(JSON.stringify(await (await fetch(`${origin}/api/openapi.json`)).json()));
}

/** Every value of every option of every route, and mistakes in each. */
function variants(document: OpenApi): readonly Request[] {
  const resolve = <T extends { readonly $ref?: string }>(one: T): T => {
    if (one.$ref === undefined) return one;
    let found: unknown = document;
    for (const name of one.$ref.split('/').slice(1)) found = Object(found)[name];
    return resolve(Object(found));
  };
  return Object.entries(document.paths).flatMap(([path, operations]) => {
    const operation = operations['get'];
    if (operation === undefined) return [];
    const parameters = (operation.parameters ?? []).map(resolve);
    const base = filled(path);
    const query = parameters.filter((one) => one.in === 'query');
    const needed = query.some(({ name }) => name === 'value') ? ['value=jeb_'] : [];
    const small = query.some(({ name }) => name === 'height') ? ['height=48'] : [];
    const begin = [...needed, ...small];
    const ask = (...options: string[]): Request => {
      const names = new Set(options.map((option) => option.split('=')[0]));
      const all = [...begin.filter((option) => !names.has(option.split('=')[0])), ...options];
      return { path: all.length === 0 ? base : `${base}?${all.join('&')}` };
    };
    const perOption = query.flatMap(({ name, schema, example }) => {
      const good = valuesOf(resolve(schema), resolve)
        .concat(example ?? [])
        .map(String);
      const bad = ['', '!', 'no-such-value', '-1', '99999999', 'x'.repeat(300)];
      return [
        ...[...new Set([...good, ...bad])].map((value) =>
          ask(`${name}=${encodeURIComponent(value)}`),
        ),
        ask(`${name}=1`, `${name}=2`),
      ];
    });
    return [ask(), ask('nothing=1'), ...perOption];
  });
}

function valuesOf(schema: Schema, resolve: (schema: Schema) => Schema): unknown[] {
  const bounds = [schema.minimum, schema.maximum, schema.default, schema.example, schema.const];
  return [
    ...(schema.enum ?? []),
    ...(schema.examples ?? []),
    ...bounds.filter((value) => value !== undefined),
    ...(schema.type === 'boolean' ? [true, false] : []),
    ...(schema.anyOf ?? []).flatMap((one) => valuesOf(resolve(one), resolve)),
    ...(schema.items === undefined ? [] : valuesOf(resolve(schema.items), resolve)),
  ].filter((value) => typeof value !== 'number' || Math.abs(value) < 600);
}

/** A path of the document, with somebody in it. */
function filled(path: string): string {
  const values: Readonly<Record<string, string>> = {
    player: 'jeb_',
    players: 'jeb_,sample-fox',
    render_type: 'default',
    crop: 'full',
    edition: 'java',
    host: `127.0.0.1:${ports.java}`,
    service: 'minotar',
    path: 'helm/jeb_/16.png',
    invite: 'harbour',
    code: 'harbour',
    guild: guildId,
    user: '156',
    place: '1818',
    game: '31',
    group: '7',
    badge: '5',
    id: /roblox/.test(path) ? '156' : guildId,
  };
  return path.replaceAll(/\{(\w+)\}/g, (_, name: string) => values[name] ?? '1');
}

/** The paths of other services that programs use, and those that they document. */
function foreignPaths(): readonly string[] {
  const read = (name: string): unknown =>
    JSON.parse(readFileSync(new URL(`../test/fixtures/${name}`, import.meta.url), 'utf8'));
  const asked: Readonly<Record<string, string>> = {
    name: 'jeb_',
    uuid,
    dashed,
    texture,
    xuid,
    host: `127.0.0.1:${ports.java}`,
  };
  const doors: readonly { readonly input: { readonly path: string } }[] = Object(
    read('world/doors.world.json'),
  );
  const pathsIn = (name: string) =>
    Object.entries<object>(Object(read(name))).map(
      ([key, paths]) => [key, Object.keys(paths)] as const,
    );
  const documented = [
    ...pathsIn('compat/responses.json').flatMap(([, paths]) => paths),
    ...pathsIn('compat/orders.json').flatMap(([service, paths]) =>
      paths.map((path) => `${service}/${path}`),
    ),
  ];
  return [
    ...doors.map(({ input }) =>
      input.path.replaceAll(/\{(\w+)\}/g, (_, name) => asked[name] ?? ''),
    ),
    ...new Set(
      documented.map((path) => {
        const port = path.includes('bedrock') ? ports.bedrock : ports.java;
        return path
          .replace(/\b(?:a|b|play)\.example(?:\.net)?(?:[:/]\d+)?/, `127.0.0.1:${port}`)
          .replaceAll('Ann', 'jeb_');
      }),
    ),
  ].map((path) => `/api/compat/${path}`);
}

/** What neither pages nor the document name. */
function others(): readonly Request[] {
  const json = (path: string, body: unknown, note: string): Request => ({
    method: 'POST',
    path,
    headers: { 'content-type': 'application/json' },
    body: typeof body === 'string' ? body : JSON.stringify(body),
    note,
  });
  const composition = '/api/blockgame/render/composition';
  const webhook = '/api/chat/webhook/123456789012345678/token';
  const jeb = { value: 'jeb_' };
  const form = new FormData();
  form.set('skin', new Blob([new Uint8Array(skinFile(1))], { type: 'image/png' }), 'a.png');
  return [
    ...[
      '/',
      '/docs',
      '/no-such',
      '/jeb_',
      '/jeb_.png',
      '/jeb_.webp?height=64',
      '/nobody_',
      '/a!',
    ].map((path) => ({ path })),
    ...['/robots.txt', '/sitemap.xml', '/favicon.ico', '/healthz', '/readyz', '/metrics'].map(
      (path) => ({ path }),
    ),
    ...['/jeb_+sample-fox.png', '/jeb_+sample-fox.webp?motion=wave&height=48&frames=4'].map(
      (path) => ({
        path,
      }),
    ),
    ...['HEAD', 'OPTIONS', 'PUT', 'DELETE'].flatMap((method) =>
      ['/', composition, `${composition}?value=jeb_&height=48`, '/no-such', webhook].map(
        (path) => ({
          method,
          path,
        }),
      ),
    ),
    ...languages.map((language) => ({
      path: '/docs',
      headers: { 'accept-language': `${language};q=0.5, xx` },
      note: language,
    })),
    { path: '/avatars/jeb_', headers: { host: 'avatars.example' }, note: 'as crafatar' },
    { path: '/avatar/jeb_', headers: { host: 'heads.example' }, note: 'as mc-heads' },
    { path: `${composition}?value=jeb_`, headers: { accept: 'application/json' }, note: 'JSON' },
    json(composition, [jeb], 'one'),
    json(composition, [jeb, { value: 'sample-fox', label: 'Fox' }, { value: 'Notch' }], 'three'),
    json(composition, [{ value: 'nobody_' }, { value: '!' }, jeb], 'two mistakes'),
    json(composition, { items: [jeb], scene: 'meadow', height: 64 }, 'a scene'),
    json(composition, { items: [jeb], scene: 'mars', hight: 64 }, 'a scene that is none'),
    json(composition, '[', 'broken'),
    json(composition, [], 'empty'),
    json(
      composition,
      Array.from({ length: 11 }, () => jeb),
      'eleven',
    ),
    json(
      composition,
      [{ value: `data:image/png;base64,${skinFile(1).toString('base64')}` }],
      'a file',
    ),
    {
      method: 'POST',
      path: '/api/blockgame/render/default/full?height=48',
      body: new Uint8Array(skinFile(1)),
      headers: { 'content-type': 'image/png' },
      note: 'a file',
    },
    {
      method: 'POST',
      path: '/api/blockgame/render/default/full?height=48',
      body: form,
      note: 'a form',
    },
    json('/api/roblox/users', { names: ['builderman', 'nobody_'] }, 'names'),
    json(webhook, { content: 'Hi' }, 'unknown'),
    json(webhook, { content: '' }, 'empty'),
    json(webhook, '{', 'broken'),
    json(`${webhook}/queue`, { content: 'Hi' }, 'no queue'),
    json(`${webhook}/github`, { zen: 'Hi' }, 'github'),
    json(webhook, { content: 'x'.repeat(2 ** 21) }, 'too large'),
  ];
}

const textual =
  /^(?:text\/|application\/(?:problem\+)?json|application\/(?:xml|json\+)|image\/svg)/;

async function responseTo({ method = 'GET', path, headers = {}, body }: Request): Promise<Seen> {
  const response = await fetch(`${origin}${path}`, {
    method,
    headers,
    redirect: 'manual',
    ...(body !== undefined && { body }),
  });
  const bytes = Buffer.from(await response.arrayBuffer());
  const type = response.headers.get('content-type') ?? '';
  return {
    status: response.status,
    headers: Object.fromEntries(
      [...response.headers]
        .filter(([name]) => !varying.has(name))
        .map(([name, value]) => [name, stable(value)]),
    ),
    body: textual.test(type)
      ? stable(bytes.toString())
      : createHash('sha256').update(bytes).digest('hex'),
  };
}

const varying: ReadonlySet<string> = new Set([
  'date',
  'age',
  'connection',
  'keep-alive',
  'content-length',
  'x-ratelimit-remaining',
  'x-ratelimit-reset',
  'ratelimit',
  'x-request-id',
  // A status is cached for 30 s, which a slow machine may take between two requests.
  'x-cache',
]);

/** Without what differs from run to run. */
function stable(text: string): string {
  return text
    .replaceAll(/\beyJ0aW1lc3RhbXAi[\w+/=]+/g, (packed) => Buffer.from(packed, 'base64').toString())
    .replaceAll(/\d{4}-\d\d-\d\dT[\d:.]+Z/g, '<time>')
    .replaceAll(/\b1[78]\d{8}(?:\d{3})?(?:\.\d+)?\b/g, '<time>')
    .replaceAll(/\/assets\/([\w-]+)\.[\w-]+\./g, '/assets/$1.<hash>.')
    .replaceAll(
      /"(request_?id|cachehit|latency\w*|uptime\w*|duration\w*)": ?("[^"]*"|[\d.]+|true|false)/gi,
      '"$1":<varies>',
    );
}

function compare([before = '', after = '']: readonly string[]): void {
  const [one, other] = [before, after].map((file): Seen => JSON.parse(readFileSync(file, 'utf8')));
  let count = 0;
  for (const key of new Set([...Object.keys(one ?? {}), ...Object.keys(other ?? {})])) {
    const [was, is] = [one?.[key], other?.[key]].map(
      (value) => JSON.stringify(value, null, 1) ?? 'absent',
    );
    if (was === is) continue;
    count += 1;
    if (count <= 40) console.log(`${key}\n${differences(was ?? '', is ?? '')}`);
  }
  console.log(`${count} differ`);
  if (count > 0) process.exitCode = 1;
}

function differences(was: string, is: string): string {
  const [old, now] = [was, is].map((text) => text.split('\n'));
  const gone = (old ?? []).filter((line) => !now?.includes(line)).slice(0, 6);
  const come = (now ?? []).filter((line) => !old?.includes(line)).slice(0, 6);
  const shown = (line: string) => line.slice(0, 300);
  return [
    ...gone.map((line) => `- ${shown(line)}`),
    ...come.map((line) => `+ ${shown(line)}`),
  ].join('\n');
}

const [command, ...files] = process.argv.slice(2);
if (command === 'take' && files[0] !== undefined) await take(files[0]);
else if (command === 'compare' && files.length === 2) compare(files);
else throw new Error('take <file>, or compare <file> <file>');
