import { createWindows, type Taking, type WindowsOptions } from './windows.ts';
import { isIP } from 'node:net';
import ipaddr from 'ipaddr.js';

/** The shared key of clients without a usable address, or that have disconnected already. */
export const unknownClient = 'unknown';

/**
 * The key of a client: an IPv4 address, or the first 64 bits of an IPv6 address (`2001:db8:1:2`). A
 * household or server gets a whole /64, so counting single addresses would be useless. An IPv4-mapped
 * address is its IPv4 address. Brackets, zone and port, which some proxies add, are removed.
 */
export function clientKey(address: string | undefined): string {
  if (address === undefined) return unknownClient;
  const family = isIP(address);
  if (family === 4) return address;
  if (family === 6) return ipv6Key(address);
  const bare = bareAddress(address);
  return bare === address ? unknownClient : clientKey(bare);
}

function ipv6Key(address: string): string {
  const parsed = ipaddr.process(address);
  if (parsed instanceof ipaddr.IPv4) return parsed.toString();
  const groups = parsed.parts.slice(0, 4);
  return groups.map((group) => group.toString(16)).join(':');
}

/** Removes what is not part of the address: `[2001:db8::1]:443`, `192.0.2.1:443`, `fe80::1%eth0`. */
function bareAddress(text: string): string {
  const bracketed = /^\[([^\]]*)\](?::\d+)?$/.exec(text)?.[1];
  const ported = /^([\d.]+):\d+$/.exec(text)?.[1];
  return (bracketed ?? ported ?? text).split('%', 1)[0] ?? '';
}

/** The limit of a request; `webhook-message` is every method but `POST` on webhooks. */
export type LimitScope = 'api' | 'webhook-post' | 'webhook-message' | 'pages';

export type RateLimitStatus = {
  readonly limit: number;
  readonly remaining: number;
  /** Milliseconds since 1970. */
  readonly resetsAtMs: number;
  /** Whole seconds until tokens are available; `null` if there are some. */
  readonly retryAfterSeconds: number | null;
};

export type RateLimiter = ReturnType<typeof createLimits>;

type LimitsOptions = Omit<WindowsOptions, 'windowMs'> & {
  /** Requests per minute and client on all routes of the API. */
  readonly apiMax: number;
  /** Posts through webhooks per minute and client; a second window counts other requests. */
  readonly webhookMax: number;
};

const windowMs = 60_000;
/** A page loads a few files when it is opened; nobody reads ten pages a second. */
export const pagesMax = 600;

/** The rate limits of the service: fixed windows of one minute for each client. No method rejects. */
export function createLimits(options: LimitsOptions) {
  const { nowMs, apiMax, webhookMax } = options;
  const windows = createWindows({ ...options, windowMs });
  /** Windows of each scope with name and size; the headers describe the last one. */
  const scopes = {
    api: [['api', apiMax]],
    'webhook-post': [
      ['api', apiMax],
      ['webhook', webhookMax],
    ],
    'webhook-message': [
      ['api', apiMax],
      ['message', webhookMax],
    ],
    pages: [['pages', pagesMax]],
  } as const satisfies Record<LimitScope, readonly (readonly [name: string, max: number])[]>;

  const toStatus = (limit: number, { taken, endsAtMs, isTaken }: Taking): RateLimitStatus => ({
    limit,
    remaining: Math.max(0, limit - taken),
    resetsAtMs: endsAtMs,
    retryAfterSeconds: isTaken ? null : Math.max(1, Math.ceil((endsAtMs - nowMs()) / 1000)),
  });

  async function count(
    client: string,
    scope: LimitScope,
    tokens: number,
  ): Promise<RateLimitStatus> {
    const [[name, max], strict] = scopes[scope];
    const status = toStatus(max, await windows.take(`${name}:${client}`, tokens, max));
    if (strict === undefined) return status;
    const [strictName, limit] = strict;
    // Headers show the webhook limit; `Retry-After` comes from the window that refuses.
    if (status.retryAfterSeconds !== null) return { ...status, limit };
    const stricter = toStatus(limit, await windows.take(`${strictName}:${client}`, tokens, limit));
    return { ...stricter, remaining: Math.min(stricter.remaining, status.remaining) };
  }

  return {
    /** Takes a token from every window of the scope. */
    take: (client: string, scope: LimitScope) => count(client, scope, 1),
    look: (client: string, scope: LimitScope) => count(client, scope, 0),
    /** Returns a token for a request that turned out to be free (a 304 from cache). */
    credit: (client: string, scope: LimitScope) => count(client, scope, -1),
  };
}
