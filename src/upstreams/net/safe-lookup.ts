import { canonicalHost, isPrivateName, isPublicAddress, literalAddress } from './address-rules.ts';
import { abortable } from '../../common/async/deadline.ts';
import { type NameLookup, type ResolvedAddress, withFamily } from './name-lookup.ts';
import { NetError } from './net-error.ts';

export type SafeLookupOptions = {
  /** Disables all address and name rules: for LAN use, trusted upstreams and tests. */
  readonly allowPrivateAddresses: boolean;
  readonly lookup: NameLookup;
};

/** Resolves a host in any spelling to one to four addresses that may be connected to, IPv4 first. */
export type SafeLookup = (host: string, signal: AbortSignal) => Promise<readonly ResolvedAddress[]>;

/**
 * Resolves and checks in one step. The result is what gets connected to, with no second look-up in
 * between, so DNS rebinding has no effect.
 *
 * A name is refused if *any* of its addresses is not public. Using only the public ones would be safe
 * for this connection, but an honest host does not publish private addresses next to public ones, and a
 * refusal cannot be retried into the other record.
 * Errors: NetError 'bad-url' (not a host), 'blocked-address', 'unresolvable', or the signal's reason.
 */
export function createSafeLookup(options: SafeLookupOptions): SafeLookup {
  const { allowPrivateAddresses, lookup } = options;
  return async (host, signal) => {
    const name = canonicalHost(host);
    if (name === null) throw new NetError('bad-url');
    if (!allowPrivateAddresses) assertAllowedHost(name);
    const literal = literalAddress(name);
    if (literal !== null) return withFamily([literal]);
    const addresses = await resolve(lookup, name, signal);
    if (!allowPrivateAddresses) assertPublic(addresses);
    return [...firstOf(addresses, 4), ...firstOf(addresses, 6)];
  };
}

/** A name may have thousands of addresses; this many are checked, and this many of each family used. */
const maxAddresses = 64;
const mostOfAFamily = 2;

function firstOf(addresses: readonly ResolvedAddress[], family: 4 | 6) {
  return addresses.filter((address) => address.family === family).slice(0, mostOfAFamily);
}

/** Throws NetError('blocked-address') if the host can be refused without resolving it. */
export function assertAllowedHost(hostname: string): void {
  const literal = literalAddress(hostname);
  const isRefused = literal === null ? isPrivateName(hostname) : !isPublicAddress(literal);
  if (isRefused) throw new NetError('blocked-address');
}

/** Throws NetError('blocked-address') unless all are public. */
export function assertPublic(addresses: readonly ResolvedAddress[]): void {
  if (!addresses.every(({ address }) => isPublicAddress(address))) {
    throw new NetError('blocked-address');
  }
}

async function resolve(
  lookup: NameLookup,
  name: string,
  signal: AbortSignal,
): Promise<readonly ResolvedAddress[]> {
  const response = await abortable(lookup(name, signal), signal).catch((error: unknown) => {
    throw error instanceof NetError ? error : new NetError('unresolvable', { cause: error });
  });
  // The others are neither checked nor connected to, because checking thousands takes time.
  const addresses = withFamily(response.slice(0, maxAddresses).map(({ address }) => address));
  if (addresses.length === 0) throw new NetError('unresolvable');
  return addresses;
}
