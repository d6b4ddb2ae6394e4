import { createHash } from 'node:crypto';
import { LineupError } from '../errors/lineup-error.ts';
import { isDataUrl } from '../net/data-url.ts';
import { NetError, type NetErrorKind } from '../net/net-error.ts';
import type { FetchLimits } from '../net/safe-fetch.ts';
import type { Memory, Trace } from './memory.ts';
import type { OwnSheet } from './player.ts';

export type UrlSkins = {
  /**
   * What a URL that a client named leads to: bytes, not yet known to be a picture.
   * @throws {LineupError} `unknown-skin` (there is none), `upstream-failed`, `upstream-timeout`,
   *   `forbidden-address`, `bad-request` (no URL that is fetched), `overloaded`.
   */
  load(url: string, trace: Trace): Promise<OwnSheet>;
};

type UrlSkinsOptions = {
  readonly fetchBytes: (url: string, limits: FetchLimits) => Promise<{ bytes: Uint8Array }>;
  /** By URL; null is "there is none". */
  readonly memory: Memory<OwnSheet | null>;
};

const limits: FetchLimits = {
  // A 1024×1024 sheet of noise is four times this; real ones are well below.
  maxBytes: 1024 * 1024,
  timeoutMs: 5000,
  connectTimeoutMs: 2000,
  maxRedirects: 3,
  accept: 'image/png',
};

const minuteMs = 60_000;

/** What is behind a URL can change, so it is asked again as often as a profile is. */
export const urlSkinRule = {
  freshMs: 15 * minuteMs,
  staleMs: 24 * 60 * minuteMs,
  negativeMs: minuteMs,
  sizeBytes: (skin: OwnSheet | null): number => skin?.sheet.byteLength ?? 0,
} as const;

/** Skins from URLs, through the safe door and remembered. */
export function createUrlSkins({ fetchBytes, memory }: UrlSkinsOptions): UrlSkins {
  async function fetchSkin(url: string): Promise<OwnSheet | null> {
    try {
      return ownSheet((await fetchBytes(url, limits)).bytes);
    } catch (error) {
      if (error instanceof NetError && isGone(error)) return null;
      throw publicError(error);
    }
  }

  return {
    load: async (url, trace) => {
      // A data URL carries its skin with it: nothing is asked, and nothing needs to be kept.
      const skin = isDataUrl(url)
        ? await fetchSkin(url)
        : await memory.get(url, () => fetchSkin(url), trace);
      if (skin === null) throw new LineupError('unknown-skin');
      return skin;
    },
  };
}

function ownSheet(sheet: Uint8Array): OwnSheet {
  const revision = createHash('sha256').update(sheet).digest('hex');
  return { kind: 'own', revision, url: null, sheet };
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
    cause: error,
    ...(error.kind === 'busy' && { retryAfterSeconds: 2 }),
  });
}
