import { LineupError } from '../../common/errors/lineup-error.ts';
import { isDataUrl } from '../net/data-url.ts';
import { NetError, type NetErrorKind } from '../net/net-error.ts';
import type { FetchLimits, SafeFetch } from '../net/safe-fetch.ts';
import type { CacheContext } from '../../common/cache/context.ts';
import type { PlayerCaches } from './cached.ts';
import { ownSheet, type OwnSheet } from '../../common/player.ts';
import { UpstreamFailure } from '../net/service-client.ts';

export type UrlSkins = ReturnType<typeof createUrlSkins>;

/** Limits of a skin sheet from a host that is not the operator’s. */
export const sheetLimits: FetchLimits = {
  // Real skins are far below; a 1024×1024 sheet of noise would be four times as large.
  maxBytes: 1024 * 1024,
  timeoutMs: 5000,
  connectTimeoutMs: 2000,
  maxRedirects: 3,
  accept: 'image/png',
};

/** Skins from URLs, through safe fetch and a cache. */
export function createUrlSkins(
  fetchBytes: SafeFetch['fetchBytes'],
  cache: PlayerCaches['urlSkins'],
) {
  /** Sheets by their bytes, so that cached bytes are hashed only once. */
  const known = new WeakMap<Uint8Array, OwnSheet>();

  async function fetchSkin(url: string, client?: string): Promise<Uint8Array | null> {
    try {
      return (await fetchBytes(url, { ...sheetLimits, client })).bytes;
    } catch (error) {
      if (error instanceof NetError && isGone(error)) return null;
      throw publicError(error);
    }
  }

  return {
    /**
     * Loads the bytes at a URL that a client named; they may not be a picture.
     * @throws {LineupError} `unknown-skin` (there is none), `upstream-failed`, `upstream-timeout`,
     *   `forbidden-address`, `bad-request` (not a URL that may be fetched), `overloaded`
     */
    load: async (url: string, context: CacheContext): Promise<OwnSheet> => {
      // A data URL contains its skin: nothing is fetched or cached.
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

/** The error code of each failure: the client's fault, or that of the host. */
const codes = {
  'bad-url': 'bad-request',
  'long-url': 'bad-request',
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
  'invalid-response': 'upstream-failed',
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
