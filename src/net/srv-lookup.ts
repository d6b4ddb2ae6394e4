import { Resolver } from 'node:dns/promises';

/** Where a service lives: a host name, still to be resolved and checked, and a port. */
export type SrvTarget = { readonly host: string; readonly port: number };

/**
 * The targets of a service name such as `_minecraft._tcp.example.org`, best first; none when there
 * is no such record or nobody answers. `signal` fires when nobody waits any more.
 */
export type SrvLookup = (name: string, signal: AbortSignal) => Promise<readonly SrvTarget[]>;

type SrvLookupOptions = {
  /** Name servers instead of the machine's own, `address` or `address:port`. */
  readonly servers?: readonly string[];
  /** How long one question waits before it is asked again. */
  readonly attemptTimeoutMs?: number;
};

/**
 * Asks the name servers for SRV records (RFC 2782). A missing record and a resolver in trouble look
 * the same to the caller: the host itself is tried then, as the game does.
 */
export function createSrvLookup(options: SrvLookupOptions = {}): SrvLookup {
  const { servers, attemptTimeoutMs = 600 } = options;
  return async (name, signal) => {
    const resolver = new Resolver({
      timeout: attemptTimeoutMs,
      maxTimeout: attemptTimeoutMs,
      tries: 2,
    });
    if (servers !== undefined) resolver.setServers(servers);
    const cancel = (): void => resolver.cancel();
    signal.addEventListener('abort', cancel, { once: true });
    try {
      return orderTargets(await resolver.resolveSrv(name));
    } catch {
      return [];
    } finally {
      signal.removeEventListener('abort', cancel);
    }
  };
}

type SrvRecord = {
  readonly name: string;
  readonly port: number;
  readonly priority: number;
  readonly weight: number;
};

/**
 * Lowest priority first, then the heaviest. RFC 2782 would draw lots among equal priorities; one
 * server asked by many should be the same one for all of them.
 */
export function orderTargets(records: readonly SrvRecord[]): readonly SrvTarget[] {
  return (
    records
      // A lone dot says that the service is decidedly not offered here.
      .filter(({ name, port }) => name !== '' && name !== '.' && port > 0)
      .toSorted((a, b) => a.priority - b.priority || b.weight - a.weight)
      .map(({ name, port }) => ({ host: name, port }))
  );
}
