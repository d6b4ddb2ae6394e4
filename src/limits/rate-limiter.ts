import { clientOf, type Client } from './client.ts';
import type { ProcessWindow, Taking } from './process-window.ts';
import type { Soon, Window } from './window.ts';

/** Which limits a request falls under: the general one, or also the stricter one. */
type Scope = 'api' | 'webhook';

/** What a client is told about its limit. */
type Standing = {
  readonly limit: number;
  readonly remaining: number;
  /** Milliseconds since 1970. */
  readonly resetsAtMs: number;
  /** Seconds until it makes sense to come back; `null` while there are places. */
  readonly retryAfterSeconds: number | null;
};

/** `undefined` once the connection is gone, which may be before its last request is looked at. */
type Address = string | undefined;

export type RateLimiter = {
  /** Takes a place in every window of the scope. */
  readonly take: (address: Address, scope: Scope) => Soon<Standing>;
  /** The same words, and nothing taken. */
  readonly look: (address: Address, scope: Scope) => Soon<Standing>;
  /**
   * Lets a request in that may turn out to be free (a 304): its place is taken once the answer is
   * known. The answer gives the attempt back, for a request that did turn out so; `null` means that
   * this client has used up its attempts for this window.
   */
  readonly attempt: (address: Address) => (() => void) | null;
};

type Limits = {
  readonly nowMs: () => number;
  /** Every route. */
  readonly api: Window;
  /** The stricter one, in addition. */
  readonly webhook: Window;
  /**
   * Bounds the work that a client gets by claiming to hold what it does not: as many attempts a
   * window as it has places.
   */
  readonly attempts: ProcessWindow;
};

/** Whose address can't be told, or who has gone already: they share one window. */
const nobody: Client = { high: 0, low: 0 };

const readClient = (address: Address): Client => (address ? clientOf(address) : null) ?? nobody;

/** The limits of all clients, by address. An address that is none counts as one common client. */
export function createRateLimiter({ nowMs, api, webhook, attempts }: Limits): RateLimiter {
  const toStanding = (limit: number, { taken, endsAtMs, isTaken }: Taking): Standing => ({
    limit,
    remaining: Math.max(0, limit - taken),
    resetsAtMs: endsAtMs,
    retryAfterSeconds: isTaken ? null : Math.max(1, Math.ceil((endsAtMs - nowMs()) / 1000)),
  });

  function count(address: Address, scope: Scope, places: number): Soon<Standing> {
    const client = readClient(address);
    const general = then(api.take(client, places), (taking) => toStanding(api.max, taking));
    if (scope === 'api') return general;
    return then(general, (standing) => {
      // The limit is the webhooks' own; when to come back is said by the window that refuses.
      if (standing.retryAfterSeconds !== null) return { ...standing, limit: webhook.max };
      return then(webhook.take(client, places), (taking) =>
        both(standing, toStanding(webhook.max, taking)),
      );
    });
  }

  return {
    take: (address, scope) => count(address, scope, 1),
    look: (address, scope) => count(address, scope, 0),
    attempt: (address) => {
      const client = readClient(address);
      const taking = attempts.take(client, 1);
      return taking.isTaken ? () => attempts.giveBack(client, taking) : null;
    },
  };
}

/** Both windows, in the words of the stricter one. */
function both(general: Standing, strict: Standing): Standing {
  return { ...strict, remaining: Math.min(strict.remaining, general.remaining) };
}

/** Goes on at once where it can: a promise for each request is not free. */
function then<A, B>(value: Soon<A>, goOn: (value: A) => Soon<B>): Soon<B> {
  return value instanceof Promise ? value.then(goOn) : goOn(value);
}
