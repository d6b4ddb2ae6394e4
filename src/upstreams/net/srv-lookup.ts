import type { SrvRecord } from 'node:dns';
import { withResolver, type ResolverOptions } from './name-lookup.ts';

/** The location of a service: a host name, still to be resolved and checked, and a port. */
export type SrvTarget = { readonly host: string; readonly port: number };

/**
 * Returns the targets of a service name such as `_minecraft._tcp.example.org`, best first; empty if
 * there is no such record or the look-up fails. `signal` aborts when the result is no longer needed.
 */
export type SrvLookup = (name: string, signal: AbortSignal) => Promise<readonly SrvTarget[]>;

/** Looks up SRV records (RFC 2782); without any, the caller tries the host, as the game does. */
export function createSrvLookup(options: ResolverOptions = {}): SrvLookup {
  const resolverOptions = { attemptTimeoutMs: 600, ...options };
  return async (name, signal) => {
    const resolving = withResolver(resolverOptions, signal, (resolver) =>
      resolver.resolveSrv(name),
    );
    return resolving.then(orderTargets).catch(() => []);
  };
}

/** Sorts by priority, then weight; not randomly, so that all requests reach the same server. */
export function orderTargets(records: readonly SrvRecord[]): readonly SrvTarget[] {
  return (
    records
      // A single dot means that the service is not available here.
      .filter(({ name, port }) => name !== '' && name !== '.' && port > 0)
      .toSorted((a, b) => a.priority - b.priority || b.weight - a.weight)
      .map(({ name, port }) => ({ host: name, port }))
  );
}
