import { whenKnown, type Soon } from '../async/soon.ts';
import { createWindows, type SharedCounter, type Taking } from './windows.ts';

/** Which limit a request falls under; `webhook-message` is every method but `POST` there. */
export type LimitScope = 'api' | 'webhook-post' | 'webhook-message' | 'pages';

/** What a client is told about its limit. */
export type RateLimitStatus = {
  readonly limit: number;
  readonly remaining: number;
  /** Milliseconds since 1970. */
  readonly resetsAtMs: number;
  /** Whole seconds until it makes sense to come back; `null` while there are tokens. */
  readonly retryAfterSeconds: number | null;
};

/** The limits of all clients, by their key. None of it rejects. */
export type RateLimiter = {
  /** Takes a token from every window of the scope. */
  readonly take: (client: string, scope: LimitScope) => Soon<RateLimitStatus>;
  /** The same words, and nothing taken. */
  readonly look: (client: string, scope: LimitScope) => Soon<RateLimitStatus>;
  /** Returns a token that was taken for what turned out to be free (a 304 from cache). */
  readonly credit: (client: string, scope: LimitScope) => Soon<RateLimitStatus>;
};

export type LimitsOptions = {
  /** Milliseconds since 1970, of a clock that never steps back. */
  readonly nowMs: () => number;
  /** Requests a minute and client on every route of the API. */
  readonly apiMax: number;
  /** The same for posts through webhooks, and once more for what else is done there, in addition. */
  readonly webhookMax: number;
  /** Counts for all instances; without it each counts for itself. */
  readonly shared?: SharedCounter | undefined;
  /** See `createWindows`. */
  readonly maxWindows?: number;
};

/** Service contract, section 8. */
const windowMs = 60_000;
/** A page and what it asks for when it is opened; nobody reads ten pages a second. */
const pagesMax = 600;

/** The limits of the service: fixed windows of one minute for each client. */
export function createLimits(options: LimitsOptions): RateLimiter {
  const { nowMs, apiMax, webhookMax } = options;
  const windows = createWindows({ ...options, windowMs });
  /** Each window with its own name and size; the last of a scope is the one that headers speak of. */
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

  function count(client: string, scope: LimitScope, tokens: number): Soon<RateLimitStatus> {
    const [[name, max], strict] = scopes[scope];
    const taking = windows.take(`${name}:${client}`, tokens, max);
    const general = whenKnown(taking, (taken) => toStatus(max, taken));
    if (strict === undefined) return general;
    const [strictName, limit] = strict;
    return whenKnown(general, (status) => {
      // The limit is the webhooks' own; when to come back is said by the window that refuses.
      if (status.retryAfterSeconds !== null) return { ...status, limit };
      return whenKnown(windows.take(`${strictName}:${client}`, tokens, limit), (taken) => {
        const stricter = toStatus(limit, taken);
        return { ...stricter, remaining: Math.min(stricter.remaining, status.remaining) };
      });
    });
  }

  return {
    take: (client, scope) => count(client, scope, 1),
    look: (client, scope) => count(client, scope, 0),
    credit: (client, scope) => count(client, scope, -1),
  };
}
