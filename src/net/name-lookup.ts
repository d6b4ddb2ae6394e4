import { lookup, Resolver } from 'node:dns/promises';
import { isIP } from 'node:net';

export type ResolvedAddress = { readonly address: string; readonly family: 4 | 6 };

/**
 * All addresses of a name. May reject with anything; `signal` fires when nobody waits any more.
 * The caller checks what comes back, so an implementation need not be trusted.
 */
export type NameLookup = (
  hostname: string,
  signal: AbortSignal,
) => Promise<readonly ResolvedAddress[]>;

/**
 * What the operating system says, hosts file and local names included. For the operator's own
 * upstreams and for use inside a LAN.
 */
export const lookupBySystem: NameLookup = async (hostname) =>
  withFamily((await lookup(hostname, { all: true, order: 'verbatim' })).map((a) => a.address));

type DnsLookupOptions = {
  /** Name servers instead of the machine's own, `address` or `address:port`. */
  readonly servers?: readonly string[];
  /** How long one question waits before it is asked again. */
  readonly attemptTimeoutMs?: number;
};

/**
 * Asks the name servers directly, for names that strangers chose. The system's resolver would block
 * one of libuv's four threads for each name whose server is slow: a few such names would stall file
 * reads and image work in the whole process. It would also consult the hosts file and search
 * domains, which hold nothing but private names.
 */
export function createDnsLookup(options: DnsLookupOptions = {}): NameLookup {
  // Two attempts fit into the connect deadline of two seconds.
  const { servers, attemptTimeoutMs = 700 } = options;
  return async (hostname, signal) => {
    const resolver = new Resolver({
      timeout: attemptTimeoutMs,
      maxTimeout: attemptTimeoutMs,
      tries: 2,
    });
    if (servers !== undefined) resolver.setServers(servers);
    const cancel = (): void => resolver.cancel();
    signal.addEventListener('abort', cancel, { once: true });
    try {
      return await resolveBothFamilies(resolver, hostname);
    } finally {
      signal.removeEventListener('abort', cancel);
    }
  };
}

/** Either family may be missing; only when both fail has the name no address. */
async function resolveBothFamilies(
  resolver: Resolver,
  hostname: string,
): Promise<readonly ResolvedAddress[]> {
  const answers = await Promise.allSettled([
    resolver.resolve4(hostname),
    resolver.resolve6(hostname),
  ]);
  return withFamily(
    answers.flatMap((answer) => (answer.status === 'fulfilled' ? answer.value : [])),
  );
}

/** The family is read from the text itself: it decides how the socket takes the address. */
export function withFamily(addresses: readonly string[]): readonly ResolvedAddress[] {
  return addresses.flatMap((address) => {
    const family = isIP(address);
    return family === 4 || family === 6 ? [{ address, family }] : [];
  });
}
