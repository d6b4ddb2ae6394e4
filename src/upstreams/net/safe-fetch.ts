import { decodeDataUrl, isDataUrl } from './data-url.ts';
import { type Clock } from '../../common/async/clock.ts';
import {
  createKeyedSemaphore,
  createSemaphore,
  type WaitingListener,
} from '../../common/async/semaphore.ts';
import { openClient } from './http-client.ts';
import { type HttpRequest, type HttpResponse, sendRequest } from './http-exchange.ts';
import type { NameLookup, ResolvedAddress } from './name-lookup.ts';
import { netErrorOf, NetError, translateError, withinTime } from './net-error.ts';
import { createSafeDial, type OpenSocket } from './safe-dial.ts';
import { parseRedirect, parseTarget, type TargetRules } from './target-url.ts';
import { networkOf } from './address-rules.ts';

export type FetchLimits = {
  /** Limit of the response body in bytes; also applies to data URLs. */
  readonly maxBytes: number;
  /** Limit for everything: waiting, look-ups, connections, redirects and the body. */
  readonly timeoutMs: number;
  /** For each hop: limit of the look-up, and again of TCP and TLS. */
  readonly connectTimeoutMs: number;
  /** Maximum number of redirects; one more is an error. */
  readonly maxRedirects: number;
  /** Value of the `Accept` header; by default anything. */
  readonly accept?: string;
};

export type FetchOptions = FetchLimits & {
  /** The client, for fair sharing of connections to one network (see `createSemaphore`). */
  readonly client?: string | undefined;
  /**
   * Which hosts are allowed, called with the lower-case ASCII host of every hop; by default any public
   * one. False is NetError 'blocked-host', as are data URLs if this is set.
   */
  readonly allowHost?: (hostname: string) => boolean;
};

type FetchedBytes = { readonly bytes: Uint8Array };

export type SafeFetchOptions = {
  /** Disables only the address rules: for LAN use and tests. */
  readonly allowPrivateAddresses: boolean;
  readonly userAgent: string;
  readonly lookup?: NameLookup;
  readonly openSocket?: OpenSocket;
  readonly maxConcurrent?: number;
  /** Maximum number of concurrent requests to one network (/24, /48). */
  readonly maxConcurrentPerNetwork?: number;
  /** Called when requests begin or stop waiting; for metrics. */
  readonly onWaiting?: WaitingListener | undefined;
  /** Clock for waiting times and `timeoutMs`. */
  readonly clock?: Clock;
};

export type SafeFetch = ReturnType<typeof createSafeFetch>;

/** State of one fetch over all its hops. */
type FetchContext = {
  readonly options: FetchOptions;
  readonly signal: AbortSignal;
};

type HopResult = { readonly response: FetchedBytes } | { readonly redirectTo: URL };

/** Also bounds memory: this many bodies of `maxBytes`. */
const defaultMaxConcurrent = 128;
/** No slow host takes all connections or is flooded; yet ten skins do not wait for each other. */
const defaultMaxConcurrentPerNetwork = 16;
/** Requests that wait longer than this are refused. */
const maxWaitMs = 1000;
const redirectStatuses: ReadonlySet<number> = new Set([301, 302, 303, 307, 308]);

/**
 * Creates the fetch for URLs from clients. Every hop has its own connection, closed after it: nothing
 * left over from one response can reach another.
 *
 * `node:https` was tried in place of the metered undici client: it parses pieces of 64 kB, in which
 * interim responses, chunk extensions and chunks of one byte take 7 to 10 times the processor time.
 */
export function createSafeFetch(options: SafeFetchOptions) {
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

  /**
   * Sends a GET to a URL from a client or from another service's response (then with `allowHost`) and
   * returns the body of a 2xx response. The address and port rules apply to every hop.
   * Errors: always NetError. Before anything is sent: 'bad-url', 'long-url', 'scheme', 'credentials',
   * 'blocked-port', 'blocked-address', 'blocked-host', 'bad-data-url', 'too-large', 'busy' (waited for
   * a second). Later: 'unresolvable', 'dns-failure', 'unreachable', 'timeout', 'too-many-redirects',
   * 'bad-redirect', 'http-status' (with `status`), 'invalid-response', 'aborted' (closed meanwhile).
   */
  async function fetchBytes(url: string, fetchOptions: FetchOptions): Promise<FetchedBytes> {
    const { allowHost, maxBytes, timeoutMs } = fetchOptions;
    if (isDataUrl(url)) {
      if (allowHost) throw new NetError('blocked-host');
      return { bytes: decodeDataUrl(url, maxBytes) };
    }
    const target = parseTarget(url, { ...options, allowHost });
    const fetched = withinTime({ timeoutMs, signal: closing.signal, clock }, (signal) =>
      follow(target, { options: fetchOptions, signal }),
    );
    inProgress.add(fetched);
    return fetched.finally(() => inProgress.delete(fetched));
  }

  return {
    fetchBytes,
    /** Aborts requests in progress with 'aborted' and refuses later ones. */
    close: async (): Promise<void> => {
      closing.abort(new NetError('aborted'));
      await Promise.allSettled(inProgress);
    },
  };
}

/** One request and its response, within the limits of its networks and the total. */
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
    const addresses = await withinTime({ timeoutMs, signal }, (lookupSignal) =>
      dial.resolvePublic(target.hostname, lookupSignal),
    );
    let run = () => all.run(() => fetchHop(target, addresses, context), signal, client);
    // Networks come first, so that a request waiting for a slow network holds no connection of
    // others. They are sorted, so that two requests to the same two networks cannot deadlock.
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

/** Sends no cookies or referrer, uses no proxy, and requests an uncompressed response. */
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
  return { response: { bytes } };
}

function isSuccess(status: number): boolean {
  return status >= 200 && status <= 299;
}
