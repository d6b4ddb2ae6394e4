import { LineupError } from '../errors/lineup-error.ts';
import { isDataUrl } from '../net/data-url.ts';
import { NetError, type NetErrorKind } from '../net/net-error.ts';
import type { FetchLimits, FetchOptions } from '../net/safe-fetch.ts';
import type { CacheContext } from '../cache/context.ts';
import type { PlayerCaches } from './cached.ts';
import { ownSheet, type OwnSheet } from './player.ts';
import { UpstreamFailure } from './upstream.ts';

export type UrlSkins = {
  /**
   * What a URL that a client named leads to: bytes, not yet known to be a picture.
   * @throws {LineupError} `unknown-skin` (there is none), `upstream-failed`, `upstream-timeout`,
   *   `forbidden-address`, `bad-request` (no URL that is fetched), `overloaded`.
   */
  load(url: string, context: CacheContext): Promise<OwnSheet>;
};

type UrlSkinsOptions = {
  readonly fetchBytes: (url: string, options: FetchOptions) => Promise<{ bytes: Uint8Array }>;
  readonly cache: PlayerCaches['urlSkins'];
};

const limits: FetchLimits = {
  // A 1024×1024 sheet of noise is four times this; real ones are well below.
  maxBytes: 1024 * 1024,
  timeoutMs: 5000,
  connectTimeoutMs: 2000,
  maxRedirects: 3,
  accept: 'image/png',
};

/** Skins from URLs, through the safe door and cached. */
export function createUrlSkins({ fetchBytes, cache }: UrlSkinsOptions): UrlSkins {
  /** Sheets by their bytes, so that what is cached is hashed once. */
  const known = new WeakMap<Uint8Array, OwnSheet>();

  async function fetchSkin(url: string, client?: string): Promise<Uint8Array | null> {
    try {
      return (await fetchBytes(url, { ...limits, client })).bytes;
    } catch (error) {
      if (error instanceof NetError && isGone(error)) return null;
      throw publicError(error);
    }
  }

  return {
    load: async (url, context) => {
      // A data URL carries its skin with it: no source is asked, and nothing needs to be kept.
      const bytes = isDataUrl(url)
        ? await fetchSkin(url, context.client)
        : await cache.get(url, () => fetchSkin(url, context.client), context);
      if (bytes === null) throw new LineupError('unknown-skin');
      const sheet = known.get(bytes) ?? ownSheet(bytes);
      known.set(bytes, sheet);
      return sheet;
    },
  };
}

function isGone({ kind, status }: NetError): boolean {
  return kind === 'http-status' && (status === 404 || status === 410);
}

/** Whose mistake each failure is: the client's address, or the place it leads to. */
const codes = {
  'bad-url': 'bad-request',
  scheme: 'bad-request',
  credentials: 'bad-request',
  'bad-data-url': 'bad-request',
  'blocked-port': 'forbidden-address',
  'blocked-address': 'forbidden-address',
  'blocked-host': 'forbidden-address',
  'dns-failure': 'upstream-failed',
  unresolvable: 'upstream-failed',
  unreachable: 'upstream-failed',
  timeout: 'upstream-timeout',
  'too-large': 'unusable-skin',
  'too-many-redirects': 'upstream-failed',
  'bad-redirect': 'upstream-failed',
  'http-status': 'upstream-failed',
  garbage: 'upstream-failed',
  aborted: 'upstream-failed',
  busy: 'overloaded',
} as const satisfies Record<NetErrorKind, LineupError['code']>;

function publicError(error: unknown): unknown {
  if (!(error instanceof NetError)) return error;
  return new LineupError(codes[error.kind], error.message, {
    cause: new UpstreamFailure('skin URLs', error),
    ...(error.kind === 'busy' && { retryAfterSeconds: 2 }),
  });
}
