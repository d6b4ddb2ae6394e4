import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { createConfig, lintFromString } from '@redocly/openapi-core';
import { docsPath } from '../../src/service/site/paths.ts';
import { afterAll, describe, expect, test } from 'vitest';
import { readDocs } from '../support/route-docs.ts';
import { watchDrawing } from '../support/watched-drawing.ts';
import { openApp } from '../support/open-app.ts';

const drawing = await watchDrawing();
const app = await openApp({}, { openDrawing: drawing.open });
afterAll(() => app.close());

type Content = Readonly<Record<string, { readonly schema?: object }>>;
type Operation = {
  readonly operationId: string;
  readonly summary: string;
  readonly tags: readonly string[];
  readonly parameters: readonly {
    readonly name?: string;
    readonly schema?: { readonly enum?: unknown[] };
  }[];
  readonly requestBody?: { readonly content: Content };
  readonly responses: Readonly<
    Record<
      string,
      {
        readonly headers?: object;
        readonly content?: Content;
      }
    >
  >;
};
type OpenApi = {
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>;
  readonly components: { readonly schemas: Readonly<Record<string, object>> };
};

type Schema = {
  readonly $ref?: string;
  readonly type?: string | readonly string[];
  readonly oneOf?: readonly Schema[];
  readonly anyOf?: readonly Schema[];
  readonly items?: Schema;
  readonly properties?: Readonly<Record<string, Schema>>;
};

/** A schema and all schemas in it, references followed. */
function* partsOf(
  schema: Schema,
  named: Readonly<Record<string, Schema>>,
): Generator<Schema, void, undefined> {
  const target = schema.$ref?.replace('#/components/schemas/', '');
  if (target !== undefined) {
    yield* partsOf(named[target] ?? {}, named);
    return;
  }
  yield schema;
  const { oneOf = [], anyOf = [], items, properties = {} } = schema;
  for (const part of [
    ...oneOf,
    ...anyOf,
    ...(items ? [items] : []),
    ...Object.values(properties),
  ]) {
    yield* partsOf(part, named);
  }
}

async function openApi(): Promise<OpenApi> {
  return (await app.inject('/api/openapi.json')).json();
}

async function operations(): Promise<{ path: string; method: string; operation: Operation }[]> {
  const { paths } = await openApi();
  return Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({ path, method, operation })),
  );
}

/** Paths that no client of the API needs. */
const isForOperators = (path: string): boolean => !path.startsWith('/api/');

describe('the OpenAPI document', () => {
  test('passes a strict linter', async () => {
    const source = (await app.inject('/api/openapi.json')).body;
    const config = await createConfig({ extends: ['recommended-strict'] });
    const problems = await lintFromString({ source, absoluteRef: 'openapi.json', config });
    expect(
      problems.map(({ ruleId, message, location }) => [ruleId, message, location[0]?.pointer]),
    ).toEqual([]);
  });

  test('every object returned as JSON has a unique name', async () => {
    const shapes = (await operations()).flatMap(({ operation }) =>
      Object.entries(operation.responses).flatMap(([, { content = {} }]) =>
        Object.entries(content)
          .filter(([type]) => type === 'application/json')
          .map(([, media]) => JSON.stringify(media.schema)),
      ),
    );
    expect(shapes.length).toBeGreaterThan(50);
    const unnamed = /"(properties|type)"/;
    expect(shapes.filter((shape) => unnamed.test(shape))).toEqual([]);
    expect(Object.keys((await openApi()).components.schemas)).toEqual(
      expect.arrayContaining(['Error', 'PlatformError', 'Player', 'ServerStatus']),
    );
  });

  test('every operation has an id, and a summary that is no path, and forms are objects', async () => {
    for (const { operation, path } of await operations()) {
      expect(operation.operationId, path).toMatch(/^[a-z][A-Za-z]+$/);
      expect(operation.summary, path).toMatch(/^[A-Z][^/]+[^.]$/);
      const forms = Object.entries(operation.requestBody?.content ?? {});
      for (const [type, { schema }] of forms) {
        if (/form/.test(type)) expect(schema, `${path} ${type}`).toHaveProperty('type', 'object');
      }
    }
    const { paths } = await openApi();
    const posted = paths['/api/chat/webhook/{id}/{token}']?.['post']?.requestBody?.content ?? {};
    expect(posted['multipart/form-data']?.schema).toMatchObject({
      properties: { 'files[0]': { type: 'string', format: 'binary' } },
    });
  });

  test('a request is something that generators have a type for', async () => {
    const { components } = await openApi();
    const bodies = (await operations()).flatMap(({ path, operation }) =>
      Object.entries(operation.requestBody?.content ?? {}).map(
        ([type, { schema = {} }]) => ({ path, type, schema }) as const,
      ),
    );
    for (const { path, type, schema } of bodies) {
      if (type.startsWith('image/'))
        expect(schema).toMatchObject({ type: 'string', format: 'binary' });
      if (type !== 'application/json') continue;
      // Two types at once are one type of an array with properties to some, and endless to others.
      for (const part of partsOf(schema, components.schemas)) {
        expect(
          [part.type ?? 'none'].flat().filter((one) => one !== 'null'),
          path,
        ).toHaveLength(1);
        // What has a default is always there, say generators, also in a request.
        expect(part, path).not.toHaveProperty('default');
        for (const branch of part.oneOf ?? []) expect(branch).toHaveProperty('$ref');
      }
    }
    const body = bodies.find(({ path }) => path === '/api/blockgame/render/composition')?.schema;
    const [root] = partsOf(body ?? {}, components.schemas);
    expect(root?.oneOf).toHaveLength(2);
  });

  test('the text in place of a card or a badge says what it is of, not how it looks', async () => {
    const cards = (await readDocs()).filter(({ id }) => /(?:Widget|Card|Badge)$/.test(id));
    expect(cards.length).toBeGreaterThan(7);
    for (const { id, examples } of cards) {
      for (const { alt } of examples) expect(alt, id).toMatch(/^(?:Status of|.+ on) \S/);
    }
    const page = (await app.inject('/docs/server')).body;
    expect(page).toMatch(
      /&lt;img src=&quot;[^ ]*\/widget[^ ]* alt=&quot;Status of play\.example\.net&quot;/,
    );
    expect(page).toContain('alt="Status of offline.invalid"');
  });

  test('every operation of the API lists its statuses with headers, and errors with their body', async () => {
    const json = 'application/json';
    for (const { path, operation } of await operations()) {
      if (isForOperators(path)) continue;
      const statuses = Object.keys(operation.responses);
      expect(statuses, path).toEqual(expect.arrayContaining(['400', '429', '500']));
      for (const [status, response] of Object.entries(operation.responses)) {
        expect(Object.keys(response.headers ?? {}), `${path} ${status}`).toEqual(
          expect.arrayContaining([
            'X-RateLimit-Limit',
            'X-RateLimit-Remaining',
            'X-RateLimit-Reset',
          ]),
        );
        // A badge that can't be made is still a picture on somebody's page.
        const isBadge = path.endsWith('/badge') && (status === '404' || status === '502');
        const svg = 'image/svg+xml' in (response.content ?? {}) ? 'image/svg+xml' : json;
        const type = isBadge ? svg : json;
        if (isBadge && status === '404') expect(type, path).toBe('image/svg+xml');
        if (Number(status) >= 400) expect(response.content, path).toHaveProperty([type]);
      }
      expect(operation.responses['429']?.headers).toHaveProperty('Retry-After');
    }
  });

  test.each([
    ['/api/blockgame/server/{edition}/{host}/status', 'edition', ['java', 'bedrock']],
    ['/api/blockgame/render/{render_type}/{player}/{crop}', 'crop', ['full', 'bust.webp']],
    ['/api/blockgame/render/{render_type}/{player}/{crop}', 'render_type', ['default', 'pixel']],
  ])('%s: so is the path parameter %s', async (path, name, some) => {
    const { paths } = await openApi();
    const parameter = paths[path]?.['get']?.parameters.find((one) => one.name === name);
    expect(parameter?.schema?.enum).toEqual(expect.arrayContaining(some));
  });
});

function ask(encoding: string) {
  return app.inject({ url: '/', headers: { 'accept-encoding': encoding } });
}

describe('unknown paths', () => {
  const asBrowser = (url: string) =>
    app.inject({ url, headers: { accept: 'text/html,application/xhtml+xml,*/*;q=0.8' } });

  test.each(['/nope', '/docs/nope', '/api'])(
    '%s is a page for browsers, JSON for other clients',
    async (path) => {
      const page = await asBrowser(path);
      expect(page.statusCode).toBe(404);
      expect(page.headers['content-type']).toBe('text/html; charset=utf-8');
      expect(page.headers.vary).toBe('accept, accept-language');
      expect(page.headers['cache-control']).toBe('no-store');
      expect(page.headers['content-security-policy']).toContain("default-src 'none'");
      expect(page.body).toContain('href="/docs"');
      expect((await app.inject(path)).json()).toEqual({ detail: expect.any(String) });
    },
  );

  test.each([
    ['ten players', `?${'value=sample-fox&'.repeat(400)}`, `?${'value=sample-fox&'.repeat(10)}`],
    [
      '8 kB of its query',
      `?value=sample-fox&x=${'+'.repeat(8192)}&value=sample-dj`,
      '?value=sample-fox',
    ],
    ['no half of a parameter', `?value=sample-fox&title=${'a'.repeat(8192)}`, '?value=sample-fox'],
  ])('a page reads %s and ignores the rest', async (_what, long, read) => {
    for (const path of ['/', '/sample-fox+sample-dj']) {
      const [page, expected] = [await app.inject(path + long), await app.inject(path + read)];
      expect(page.statusCode).toBe(200);
      expect(page.body).toBe(expected.body);
    }
  });

  test('a page of a path reads ten players', async () => {
    const [long, read] = [180, 10].map((names) => `/${Array(names).fill('sample-fox').join('+')}`);
    const page = await app.inject(long ?? '');
    expect([page.statusCode, page.body]).toEqual([200, (await app.inject(read ?? '')).body]);
  });

  test.each(['text/html;q=0', 'application/json, text/html; q=0.0', 'text/htmlx', '*/*'])(
    'Accept: %s gets no page',
    async (accept) => {
      const answer = await app.inject({ url: '/nope', headers: { accept } });
      expect(answer.headers['content-type']).toBe('application/json');
      expect(answer.json()).toEqual({ detail: expect.any(String) });
    },
  );

  test.each([
    ['/sample-fox+Notch', 'fox and Notch, together in one picture.'],
    ['/sample-fox+Notch?title=Oakhaven', 'Oakhaven: fox and Notch, together in one picture.'],
    ['/?value=sample-fox&label=Ann&lang=pt', 'Ann, juntos em uma imagem.'],
    [
      '/?value=sample-fox&value=Notch&title=A%22B&lang=es',
      'A&quot;B: fox y Notch, juntos en una imagen.',
    ],
    ['/', 'Free API that draws Minecraft players'],
  ])('the preview of %s names who is on it', async (url, words) => {
    const page = (await app.inject(url)).body;
    expect(page).toContain(`<meta property="og:description" content="${words}`);
    expect(page).toContain(`<meta name="description" content="${words}`);
  });

  test.each([
    ['/sample-fox+Notch?title=Oakhaven', 'Oakhaven', 'scene=meadow&amp;size=og&amp;title=Oakhaven'],
    [
      '/?value=sample-fox&label=Ann&title=A%22B&scene=night',
      'A&quot;B',
      '&amp;size=og&amp;title=A%22B',
    ],
    [
      '/?value=sample-fox&label=Ann&scene=night&size=banner',
      'Ann',
      'Ann&amp;scene=night&amp;size=og',
    ],
    ['/?value=sample-fox&label=Ann&background=fff', 'Ann', 'Ann&amp;size=og&amp;background=fff'],
  ])('the preview of %s is called %s, with a picture in a scene', async (url, title, query) => {
    const page = (await app.inject(url)).body;
    expect(page).toContain(`<meta property="og:title" content="${title}`);
    expect(/og:image" content="([^"]+)"/.exec(page)?.[1]).toMatch(new RegExp(`${query}$`));
  });

  test.each(['/sample-fox+Notch.jpg', '/sample-fox,Notch.txt', '/Notch.jpg', '/sample-fox.jpeg/'])(
    'a picture of a kind that is not offered is a 400, never a page: %s',
    async (url) => {
      const answer = await app.inject({ url, headers: { accept: 'text/html,image/*' } });
      expect([answer.statusCode, answer.headers['content-type']]).toEqual([
        400,
        'application/json',
      ]);
      expect(answer.json()).toEqual({
        detail: 'path.players: the file extension must be png, webp, avif, gif or apng',
      });
    },
  );

  test.each([
    '/sample-fox+Notch.gif?scene=night',
    '/api/blockgame/render/composition/sample-fox.gif',
  ])('a GIF that does not move is a 400: %s', async (url) => {
    const answer = await app.inject({ url, headers: { accept: 'text/html,image/*' } });
    expect(answer.statusCode).toBe(400);
    expect(answer.json()).toEqual({
      detail: 'path.players: must be png, webp or avif without a motion',
    });
  });

  test.each([
    ['/some-picture.jpg', 404],
    ['/Notch.php', 404],
    ['/sample-fox.png', 200],
    ['/sample-fox.gif?motion=turn&height=16', 200],
    ['/favicon.ico', 200],
    ['/sample-fox+.Steve', 200],
  ])('%s is another file, or a page: %i', async (url, status) => {
    const answer = await app.inject({ url, headers: { accept: 'text/html' } });
    expect(answer.statusCode).toBe(status);
    expect(answer.headers['content-type']).toMatch(/^text\/html|^image\//);
  });

  test('below the API every error is JSON', async () => {
    expect((await asBrowser('/api/nope')).json()).toEqual({ detail: expect.any(String) });
  });

  test('pages and their files take nothing from the limit of the API', async () => {
    for (const path of ['/', '/docs', '/docs/render', '/docs/console', '/openapi.json']) {
      const { statusCode, headers } = await app.inject(path);
      expect([path, statusCode, headers['x-ratelimit-limit']]).toEqual([path, 200, '600']);
    }
    // What keeps its name when its content changes is not kept without a question.
    for (const path of ['/favicon.ico', '/apple-touch-icon.png', '/robots.txt']) {
      const { statusCode, headers } = await app.inject(path);
      expect([path, statusCode, headers['cache-control']]).toEqual([path, 200, 'no-cache']);
    }
  });
});

describe('pages', () => {
  test('every operation of the API is on the reference page of its path, and on the index', async () => {
    const index = (await app.inject('/api/templates')).body;
    for (const { path, operation } of await operations()) {
      if (isForOperators(path)) continue;
      const stem = path.replace(/\/(?:\{.*|from-url)$/, '');
      const page = `${stem}/templates`;
      const topic = docsPath(stem);
      // With a name of its own, not that of its path.
      expect(index).toMatch(new RegExp(`href="${topic}"\\s*>(?!/)`));
      const answer = await app.inject(topic);
      expect(answer.statusCode, page).toBe(200);
      expect(answer.body, page).toContain(`id="${operation.operationId}"`);
    }
  });

  test.each(['webhook', 'composition', 'skin'])(
    '/docs/%s is the page under the API’s path',
    async (topic) => {
      const stem = { webhook: 'chat/webhook', composition: 'blockgame/render/composition' }[topic];
      const page = await app.inject(`/api/${stem ?? `blockgame/${topic}`}/templates`);
      expect((await app.inject(`/docs/${topic}`)).body).toBe(page.body);
    },
  );

  test.each([
    ['/api/docs/', '/api/docs'],
    ['/api/templates/?a=b', '/api/templates?a=b'],
    ['/api/minecraft/skin/templates/', '/api/blockgame/skin/templates'],
  ])('%s is the same page as %s, and is counted', async (path, plain) => {
    const { statusCode, headers, body } = await app.inject(path);
    expect(statusCode).toBe(200);
    expect(headers).toMatchObject({
      'x-ratelimit-remaining': expect.stringMatching(/^\d+$/),
      'access-control-allow-origin': '*',
      'cache-control': 'no-cache',
    });
    expect(body).toBe((await app.inject(plain)).body);
  });

  test.each(['/', '/api/templates', '/api/docs', '/api/blockgame/skin/templates'])(
    '%s has a strict policy, and nothing inline',
    async (path) => {
      const { headers, body } = await app.inject(path);
      expect(headers['content-type']).toBe('text/html; charset=utf-8');
      expect(headers['cache-control']).toBe('no-cache');
      expect(headers['content-security-policy']).toBe(
        "default-src 'none'; script-src 'self'; style-src 'self'; font-src 'self'; img-src 'self' data: blob:; connect-src 'self'; form-action 'self'; frame-ancestors 'none'; base-uri 'none'",
      );
      expect(body).not.toMatch(/<style|\sstyle=|\son[a-z]+=|<script(?![^>]*\ssrc=)/);
      // But for the same page in other languages, whose links have to be whole.
      const fetched = body.replaceAll(/<link rel="alternate"[^>]*>/g, '');
      expect(fetched).not.toMatch(/(?:src|href)="https?:/);
    },
  );

  test('the live page may stand in an isolated page', async () => {
    const { headers } = await app.inject('/live/java/offline.invalid');
    expect(headers['cross-origin-embedder-policy']).toBe('require-corp');
  });

  test('a page is sent once: its validator yields 304, compressed or not', async () => {
    for (const encoding of ['', 'gzip', 'br', 'gzip;q=0, br;q=0.5']) {
      const headers = { 'accept-encoding': encoding };
      const first = await app.inject({ url: '/', headers });
      const held = { ...headers, 'if-none-match': String(first.headers.etag) };
      for (const method of ['GET', 'HEAD'] as const) {
        const again = await app.inject({ method, url: '/', headers: held });
        expect([again.statusCode, again.body]).toEqual([304, '']);
        expect(again.headers['etag']).toBe(first.headers.etag);
        // A length of nothing would be read as that of the page.
        expect(again.headers).not.toHaveProperty('content-length');
      }
    }
  });

  test('compressed pages have the same text, each with its own validator', async () => {
    const [plain, gzip, brotli] = await Promise.all([
      ask(''),
      ask('gzip'),
      ask('gzip, deflate, br'),
    ]);
    expect(plain.headers['content-encoding']).toBeUndefined();
    expect(gunzipSync(gzip.rawPayload).equals(plain.rawPayload)).toBe(true);
    expect(brotliDecompressSync(brotli.rawPayload).equals(plain.rawPayload)).toBe(true);
    expect(new Set([plain, gzip, brotli].map(({ headers }) => headers.etag)).size).toBe(3);
    expect(gzip.headers.vary).toContain('accept-encoding');
    const fallbacks = ['br;q=0.5, gzip;q=0', 'br;q=0, gzip;q=0.05', 'gzip;q=0.000'].map(ask);
    const codings = (await Promise.all(fallbacks)).map(
      ({ headers }) => headers['content-encoding'],
    );
    expect(codings).toEqual(['br', 'gzip', undefined]);
  });

  test('examples contain the host that the page was requested from', async () => {
    const { body } = await app.inject({ url: '/', headers: { host: 'lineup.example:8443' } });
    expect(body).toContain('curl -sS --fail-with-body &#39;http://lineup.example:8443/api/');
  });

  test.each(['"><script>alert(1)</script>', "a'; rm -rf ~; '", 'a b', '[::1', 'x/y'])(
    'a host like %j is refused, and not repeated',
    async (host) => {
      const { statusCode, body } = await app.inject({ url: '/', headers: { host } });
      expect(statusCode).toBe(400);
      expect(body.includes(host)).toBe(false);
    },
  );

  test('PUBLIC_URL overrides the request, and its path prefixes every link', async () => {
    const other = await openApp(
      { PUBLIC_URL: 'https://example.org/lineup/' },
      { openDrawing: drawing.open },
    );
    const { body } = await other.inject('/');
    const links = [...body.matchAll(/(?:href|src|action)="(\/[^"]*)"/g)].map(([, link]) => link);
    expect(links.length).toBeGreaterThan(20);
    for (const link of links) expect(link).toMatch(/^\/lineup\//);
    expect(body).toContain('https://example.org/lineup/api/blockgame/render/composition');
    const url = 'https://example.org/lineup';
    expect((await other.inject('/api/openapi.json')).json()).toMatchObject({
      servers: [{ url }],
      info: { contact: { url } },
    });
    expect(await openApi()).toMatchObject({ servers: [{ url: '/' }] });
    await other.close();
  });
});

async function filesOf(path: string): Promise<string[]> {
  const { body } = await app.inject(path);
  return [...body.matchAll(/(?:href|src)="(\/assets\/[^"]+)"/g)].map(([, file]) => file ?? '');
}

describe('the placeholder for the reader’s server', () => {
  test('has a line, JSON, a card and a badge of an online server, marked as a sample', async () => {
    const { body } = await app.inject('/api/blockgame/server/templates');
    const samples = body.split('class="sample').slice(1);
    expect(samples).toHaveLength(4);
    expect(samples[0]).toContain('Online • play.example.net (Java) • 17/60');
    expect(samples[1]).toContain('&quot;name&quot;: &quot;Paper 1.21.4&quot;');
    expect(samples[2]).toMatch(/<img\s+src="\/assets\/server-card\.[\da-f]{16}\.png"/);
    expect(samples[3]).toMatch(/<img\s+src="\/assets\/server-badge\.[\da-f]{16}\.svg"/);
    for (const sample of samples) expect(sample).toContain('Sample data.');
  });
});

describe('files', () => {
  test('have a hash in their name and never change', async () => {
    const files = await filesOf('/api/docs');
    expect(files.length).toBeGreaterThan(5);
    for (const file of files) {
      const { statusCode, headers } = await app.inject(file);
      expect(statusCode, file).toBe(200);
      expect(headers['cache-control']).toBe('public, max-age=31536000, immutable');
      expect(file).toMatch(/\.[\da-f]{16}\.(css|js|svg|png|woff2)$/);
    }
  });

  test('every file in the stylesheet exists', async () => {
    const style = (await filesOf('/')).find((file) => file.includes('/style.')) ?? '';
    const { body } = await app.inject(style);
    const named = [...body.matchAll(/url\(([^)]+)\)/g)].map(([, file]) => file ?? '');
    expect(named.length).toBeGreaterThan(4);
    for (const file of named) {
      expect((await app.inject(`/assets/${file}`)).statusCode, file).toBe(200);
    }
  });

  test.each(['/assets/style.css', '/assets/style.0000000000000000.css', '/assets/../package.json'])(
    '%s: 404',
    async (path) => {
      expect((await app.inject(path)).statusCode).toBe(404);
    },
  );
});
