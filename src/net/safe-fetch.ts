import { networkOf } from './address-network.ts';
import { decodeDataUrl, isDataUrl } from './data-url.ts';
import type { Clock } from '../async/clock.ts';
import { withDeadline } from '../async/deadline.ts';
import { createKeyedSemaphore, createSemaphore, type WaitingListener } from '../async/semaphore.ts';
import { openClient } from './http-client.ts';
import { type HttpRequest, type HttpResponse, sendRequest } from './http-exchange.ts';
import type { NameLookup, ResolvedAddress } from './name-lookup.ts';
import { netErrorOf, NetError } from './net-error.ts';
import { createSafeDial, type OpenSocket } from './safe-dial.ts';
import { parseRedirect, parseTarget, type TargetRules } from './target-url.ts';
import { translateError } from './translate-error.ts';

export type FetchLimits = {
  /** Ceiling of the response's body; data URLs are held to it too. */
  readonly maxBytes: number;
  /** Over everything: waiting, look-ups, connections, redirects, the last byte. */
  readonly timeoutMs: number;
  /** Of each hop: over the look-up, and again over TCP and TLS. */
  readonly connectTimeoutMs: number;
  /** Redirects that are followed; one more is an error. */
  readonly maxRedirects: number;
  /** Value of the `Accept` header; default: anything. */
  readonly accept?: string;
};

export type FetchOptions = FetchLimits & {
  /** For whom: connections to one network are shared out by client (see `createSemaphore`). */
  readonly client?: string | undefined;
  /**
   * Which hosts may be fetched from; default: any public one. Called with the lower-case ASCII host
   * of the URL and of every redirect; false is NetError 'blocked-host'. Data URLs have no host and
   * are refused where this is given.
   */
  readonly allowHost?: (hostname: string) => boolean;
};

type FetchedBytes = {
  readonly bytes: Uint8Array;
  /** As the server (or the data URL) states it; null when it does not. */
  readonly contentType: string | null;
  /** Where the bytes came from after all redirects; a data URL is repeated as it is. */
  readonly finalUrl: string;
};

export type SafeFetchOptions = {
  /** Lifts the address rules, and only those: for LAN use and tests. */
  readonly allowPrivateAddresses: boolean;
  readonly userAgent: string;
  readonly lookup?: NameLookup;
  readonly openSocket?: OpenSocket;
  /** Requests in progress, over all hosts. */
  readonly maxConcurrent?: number;
  /** Requests in progress to one network (/24, /48). */
  readonly maxConcurrentPerNetwork?: number;
  /** Told of requests that begin and cease to wait; for metrics. */
  readonly onWaiting?: WaitingListener | undefined;
  /** Of the time that requests wait for their turn, and of `timeoutMs`. */
  readonly clock?: Clock;
};

export type SafeFetch = {
  /**
   * GETs what a stranger named, or what somebody else's answer named (then with `allowHost`), and
   * returns the body of a 2xx response. Every hop is held to the address and port rules.
   *
   * Errors: always NetError. Refused before anything is sent: 'bad-url', 'scheme', 'credentials',
   * 'blocked-port', 'blocked-address', 'blocked-host', 'bad-data-url', 'too-large', 'busy' (waited
   * for a second). On the way: 'unresolvable', 'dns-failure', 'unreachable', 'timeout',
   * 'too-many-redirects', 'bad-redirect', 'http-status' (with `status`), 'garbage', 'aborted'
   * (closed meanwhile).
   */
  readonly fetchBytes: (url: string, options: FetchOptions) => Promise<FetchedBytes>;
  /** Ends what is in progress with 'aborted' and refuses what comes later. */
  readonly close: () => Promise<void>;
};

/** One fetch through all its hops. */
type FetchContext = {
  readonly options: FetchOptions;
  readonly signal: AbortSignal;
};

type HopResult = { readonly response: FetchedBytes } | { readonly redirectTo: URL };

/** At most this many bodies (of `maxBytes`) are in memory at a time. */
const defaultMaxConcurrent = 128;
/**
 * One slow host can't take all connections, and the service is no tool to flood a machine with,
 * whatever names it has; but the ten skins of a composition must not wait for each other.
 */
const defaultMaxConcurrentPerNetwork = 16;
/** Whoever has waited for so long is told to come again rather than kept. */
const maxWaitMs = 1000;
const redirectStatuses: ReadonlySet<number> = new Set([301, 302, 303, 307, 308]);

/**
 * The fetch for URLs that clients name. Every hop has a connection of its own, made through the safe
 * dial and torn down with the hop: no socket outlives its answer, nothing that one answer leaves on
 * the wire can reach another, and an idle pool towards arbitrary hosts never builds up.
 */
export function createSafeFetch(options: SafeFetchOptions): SafeFetch {
  const { clock } = options;
  const fetchHop = createHop(options);
  const closing = new AbortController();
  const inProgress = new Set<Promise<unknown>>();

  async function follow(first: URL, context: FetchContext): Promise<FetchedBytes> {
    let target = first;
    for (let redirects = 0; redirects <= context.options.maxRedirects; redirects += 1) {
      const result = await fetchHop(target, context);
      if ('response' in result) return result.response;
      target = result.redirectTo;
    }
    throw new NetError('too-many-redirects');
  }

  async function fetchBytes(url: string, fetchOptions: FetchOptions): Promise<FetchedBytes> {
    const { allowHost, maxBytes, timeoutMs } = fetchOptions;
    if (isDataUrl(url)) {
      if (allowHost) throw new NetError('blocked-host');
      return { ...decodeDataUrl(url, maxBytes), finalUrl: url };
    }
    const target = parseTarget(url, { ...options, allowHost });
    const deadline = { timeoutMs, signal: closing.signal, errorOf: netErrorOf, clock };
    const fetched = withDeadline(deadline, (signal) =>
      follow(target, { options: fetchOptions, signal }),
    );
    inProgress.add(fetched);
    return fetched.finally(() => inProgress.delete(fetched));
  }

  return {
    fetchBytes,
    async close() {
      closing.abort(new NetError('aborted'));
      await Promise.allSettled(inProgress);
    },
  };
}

/** One request and its response, under the limits of its networks and of the whole. */
function createHop(options: SafeFetchOptions) {
  const { maxConcurrent = defaultMaxConcurrent, userAgent, onWaiting, clock } = options;
  const { maxConcurrentPerNetwork = defaultMaxConcurrentPerNetwork } = options;
  const dial = createSafeDial(options);
  const shared = { maxWaitMs, onWaiting, errorOf: netErrorOf, ...(clock && { clock }) };
  const all = createSemaphore({ ...shared, maxRunning: maxConcurrent });
  const perNetwork = createKeyedSemaphore({ ...shared, maxRunning: maxConcurrentPerNetwork });

  async function fetchHop(
    target: URL,
    addresses: readonly ResolvedAddress[],
    context: FetchContext,
  ) {
    const { connectTimeoutMs } = context.options;
    const { signal } = context;
    const client = openClient(target.origin, dial, { connectTimeoutMs, addresses, signal });
    try {
      const response = await sendRequest(client, requestFor(target, context, userAgent));
      return resultOf(response, target, { ...options, allowHost: context.options.allowHost });
    } catch (error) {
      throw translateError(error, signal);
    } finally {
      await client.destroy();
    }
  }

  return async (target: URL, context: FetchContext): Promise<HopResult> => {
    const { connectTimeoutMs: timeoutMs, client } = context.options;
    const { signal } = context;
    const addresses = await withDeadline(
      { timeoutMs, signal, errorOf: netErrorOf },
      (lookupSignal) => dial.resolvePublic(target.hostname, lookupSignal),
    );
    let run = () => all.run(() => fetchHop(target, addresses, context), signal, client);
    // The networks first: who waits for a slow one must not hold a connection of the others. In
    // order, so that two hosts of the same two networks never wait for each other.
    for (const network of networksOf(addresses)) {
      const inner = run;
      run = () => perNetwork.run(network, inner, signal, client);
    }
    return run();
  };
}

function networksOf(addresses: readonly ResolvedAddress[]): readonly string[] {
  return [...new Set(addresses.map(({ address }) => networkOf(address)))].toSorted();
}

/** Without cookies, referrer or proxy, and for a response that is not packed. */
function requestFor(
  target: URL,
  { options, signal }: FetchContext,
  userAgent: string,
): HttpRequest {
  return {
    method: 'GET',
    path: `${target.pathname}${target.search}`,
    headers: {
      'user-agent': userAgent,
      accept: options.accept ?? '*/*',
      'accept-encoding': 'identity',
    },
    maxBytes: options.maxBytes,
    reset: true,
    signal,
    onHead: isSuccess,
  };
}

function resultOf(
  { status, headers, bytes }: HttpResponse,
  target: URL,
  rules: TargetRules,
): HopResult {
  if (redirectStatuses.has(status)) {
    return { redirectTo: parseRedirect(headers['location'] ?? null, target, rules) };
  }
  if (!isSuccess(status)) throw new NetError('http-status', { status });
  const contentType = headers['content-type'] ?? null;
  return { response: { bytes, contentType, finalUrl: target.href } };
}

function isSuccess(status: number): boolean {
  return status >= 200 && status <= 299;
}
