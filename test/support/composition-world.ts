import type { LightMyRequestResponse } from 'fastify';
import { expect, vi } from 'vitest';
import type { Parts } from '../../src/service/create-app.ts';
import type { HttpServer } from '../../src/service/http/server.ts';
import { startFakeAccountService, type FakeAccountService } from './fake-account-service.ts';
import { createFakeClock, type FakeClock } from './fake-clock.ts';
import { openApp } from './open-app.ts';
import { pixelsOf, skinFile, type Pixels } from './skin-files.ts';
import { startSkinHost, type SkinHost } from './skin-host.ts';
import type { WatchedDrawing } from './watched-drawing.ts';

export const compositionPath = '/api/blockgame/render/composition';

export type Item = { readonly value: string; readonly type?: string; readonly label?: string };

export type Answer = LightMyRequestResponse;

/** Everything that the service talks to, on loopback, and the service in process. */
export type World = {
  readonly app: HttpServer;
  readonly accounts: FakeAccountService;
  readonly host: SkinHost;
  readonly clock: FakeClock;
  /** `POST` of these items; figures are small unless `query` says otherwise. */
  readonly compose: (
    items: unknown,
    query?: string,
    headers?: Readonly<Record<string, string>>,
  ) => Promise<Answer>;
  /** `GET` (or another method) with this query. */
  readonly get: (
    query: string,
    headers?: Readonly<Record<string, string>>,
    method?: 'GET' | 'HEAD',
  ) => Promise<Answer>;
  /** Another instance of the service with the same upstreams. */
  readonly openApp: () => Promise<HttpServer>;
  readonly close: () => Promise<void>;
};

export type WorldOptions = {
  /** Opens the pool of each app; see `watchDrawing`. */
  readonly drawing: Pick<WatchedDrawing, 'open'>;
  readonly env?: Readonly<Record<string, string>>;
  readonly parts?: Parts;
};

/** Small figures draw fast, and nothing tested with them depends on their size. */
export const small = 'height=48';

export async function startWorld({ drawing, env, parts }: WorldOptions): Promise<World> {
  const accounts = await startFakeAccountService();
  const host = await startSkinHost();
  const clock = createFakeClock();
  const settings = {
    MOJANG_API_URL: accounts.url,
    MOJANG_SESSION_URL: accounts.url,
    MOJANG_TEXTURES_URL: accounts.url,
    GEYSER_API_URL: accounts.url,
    ALLOW_PRIVATE_ADDRESSES: 'true',
    // Tests of one file share one address, and send more requests than people do.
    RATE_LIMIT_MAX: '1000000',
    ...env,
  };
  const apps: HttpServer[] = [];
  const openAnother = async (): Promise<HttpServer> => {
    const opened = await openApp(settings, { clock, openDrawing: drawing.open, ...parts });
    apps.push(opened);
    return opened;
  };
  const app = await openAnother();
  return {
    app,
    accounts,
    host,
    clock,
    compose: (items, query = small, headers = {}) => composeAt(app, { items, query, headers }),
    get: (query, headers = {}, method = 'GET') =>
      app.inject({ method, url: `${compositionPath}?${small}&${query}`, headers }),
    openApp: openAnother,
    close: async () => {
      // All at once: a hanging call would block its app until a deadline in real time.
      await Promise.all([accounts.close(), host.close(), ...apps.map((one) => one.close())]);
    },
  };
}

/** Adds the one player of many tests, and the skin. */
export function addNotch({ accounts }: Pick<World, 'accounts'>): void {
  const hash = 'ab'.repeat(32);
  accounts.addPlayer({ name: 'Notch', uuid: 'a'.repeat(32), skin: { hash } });
  accounts.addTexture(hash, skinFile(1));
}

/** `POST` to a given instance. */
export function composeAt(
  app: HttpServer,
  sent: {
    readonly items: unknown;
    readonly query?: string;
    readonly headers?: Readonly<Record<string, string>>;
  },
): Promise<Answer> {
  return app.inject({
    method: 'POST',
    url: `${compositionPath}?${sent.query ?? small}`,
    headers: { 'content-type': 'application/json', ...sent.headers },
    payload: JSON.stringify(sent.items),
  });
}

/** The response to a request that has nothing more to wait for; the clock stands still meanwhile. */
export async function answerNow(asked: Promise<Answer>, message: string): Promise<Answer> {
  const isDone = vi.fn<() => void>();
  void asked.then(isDone, isDone);
  await expect
    .poll(() => isDone.mock.calls, { message, interval: 5, timeout: 20_000 })
    .toHaveLength(1);
  return asked;
}

/** Expects a picture with all its headers; returns its pixels. */
export function pictureOf(answer: Answer): Pixels {
  expect([answer.statusCode, answer.headers['content-type']], shown(answer)).toEqual([
    200,
    'image/png',
  ]);
  return pixelsOf(answer.rawPayload);
}

/** For messages: the bytes of a picture are useless in a terminal. */
function shown({ headers, body }: Answer): string {
  return headers['content-type'] === 'image/png' ? 'a picture' : body;
}

/** Must never be in a response: paths of code, the runtime, names of upstreams. */
const internals =
  /\.ts\b|\bat \w+ ?\(|node_modules|\/(?:work|tmp|home|usr|src)\/|E[A-Z]{5,}|Error:|127\.0\.0\.1|localhost|undici|fastify|piscina|mojang|minecraftservices|textures\.invalid|sessionserver/;

/** Expects an error in the common format; returns its message. */
export function detailOf(answer: Answer, status: number): string {
  const { headers } = answer;
  expect(answer.statusCode, shown(answer)).toBe(status);
  expect(headers['content-type']).toBe('application/json');
  expect(headers['cache-control']).toBe('no-store');
  for (const name of ['etag', 'x-cache', 'x-fallback', 'last-modified']) {
    expect(headers[name], name).toBeUndefined();
  }
  const sent = answer.json<{ detail: string }>();
  expect(sent).toEqual({ detail: expect.any(String) });
  const { detail } = sent;
  // A sentence, or a field and its requirement; one for each of several items.
  expect(detail).toMatch(/^\S[^\n\r]{3,2000}$/);
  expect(detail).not.toMatch(internals);
  return detail;
}
