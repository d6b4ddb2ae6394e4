import { Client, type Dispatcher } from 'undici';
import { createConnector } from './connector.ts';
import { decodeDataUrl, isDataUrl } from './data-url.ts';
import { abortable, withDeadline } from './deadline.ts';
import { createGate, createKeyedGate, type WaitingListener } from './gate.ts';
import type { NameLookup } from './name-lookup.ts';
import { NetError } from './net-error.ts';
import { headerText, readBody } from './read-body.ts';
import { createSafeDial, type OpenSocket, type SafeDial } from './safe-dial.ts';
import { parseRedirect, parseTarget } from './target-url.ts';
import { translateError } from './translate-error.ts';

export type FetchLimits = {
  /** Ceiling of the answer's body; data URLs are held to it too. */
  readonly maxBytes: number;
  /** Over everything: waiting for a place, look-ups, connections, redirects, the last byte. */
  readonly timeoutMs: number;
  /** Over look-up, TCP and TLS of each hop. */
  readonly connectTimeoutMs: number;
  /** Redirects that are followed; one more is an error. */
  readonly maxRedirects: number;
  /** Value of the `Accept` header; default: anything. */
  readonly accept?: string;
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
  /** Fetches under way at once, over all hosts. */
  readonly maxConcurrent?: number;
  /** Fetches under way at once to one host and port. */
  readonly maxConcurrentPerHost?: number;
  /** Told of fetches that begin and cease to wait for a place; for metrics. */
  readonly onWaiting?: WaitingListener | undefined;
};

export type SafeFetch = {
  /**
   * GETs what a stranger named and returns the body of a 2xx answer.
   *
   * Errors: always NetError. Refused before anything is sent: 'bad-url', 'scheme', 'credentials',
   * 'blocked-port', 'blocked-address', 'bad-data-url', 'too-large', 'busy'. On the way: 'unresolvable',
   * 'unreachable', 'timeout', 'too-many-redirects', 'bad-redirect', 'http-status' (with `status`),
   * 'garbage', 'aborted' (closed meanwhile).
   */
  readonly fetchBytes: (url: string, limits: FetchLimits) => Promise<FetchedBytes>;
  /** Ends what is under way with 'aborted' and refuses what comes later. */
  readonly close: () => Promise<void>;
};

/** One fetch through all its hops. */
type Trip = {
  readonly limits: FetchLimits;
  readonly signal: AbortSignal;
};

type HopResult = { readonly answer: FetchedBytes } | { readonly redirectTo: URL };

/** At most this many bodies (of `maxBytes`) are in memory at a time. */
const defaultMaxConcurrent = 128;
/**
 * One slow host can't take all places, and the service is no tool to flood a host with; but the ten
 * skins of a composition, all on one host, must not wait for each other.
 */
const defaultMaxConcurrentPerHost = 16;
const waitingPerPlace = 4;
const redirectStatuses: ReadonlySet<number> = new Set([301, 302, 303, 307, 308]);
const maxHeaderBytes = 16 * 1024;

/**
 * The fetch for URLs that clients name. Every hop has a connection of its own, made through the safe
 * dial and torn down with the hop: no socket outlives its answer, nothing that one answer leaves on
 * the wire can reach another, and an idle pool towards arbitrary hosts never builds up.
 */
export function createSafeFetch(options: SafeFetchOptions): SafeFetch {
  const askHop = createHop(options);
  const closing = new AbortController();
  const underWay = new Set<Promise<unknown>>();

  async function follow(first: URL, trip: Trip): Promise<FetchedBytes> {
    let target = first;
    for (let redirects = 0; redirects <= trip.limits.maxRedirects; redirects += 1) {
      const result = await askHop(target, trip);
      if ('answer' in result) return result.answer;
      target = result.redirectTo;
    }
    throw new NetError('too-many-redirects');
  }

  async function fetchBytes(url: string, limits: FetchLimits): Promise<FetchedBytes> {
    if (isDataUrl(url)) return { ...decodeDataUrl(url, limits.maxBytes), finalUrl: url };
    const target = parseTarget(url, options);
    const deadline = { timeoutMs: limits.timeoutMs, signal: closing.signal };
    const trip = withDeadline(deadline, (signal) => follow(target, { limits, signal }));
    underWay.add(trip);
    return trip.finally(() => underWay.delete(trip));
  }

  return {
    fetchBytes,
    async close() {
      closing.abort(new NetError('aborted'));
      await Promise.allSettled(underWay);
    },
  };
}

/** One request and its answer, under the bounds of its host and of the whole. */
function createHop(options: SafeFetchOptions) {
  const { maxConcurrent = defaultMaxConcurrent, userAgent, onWaiting } = options;
  const { maxConcurrentPerHost = defaultMaxConcurrentPerHost } = options;
  const dial = createSafeDial(options);
  const all = createGate(placesFor(maxConcurrent, onWaiting));
  const perHost = createKeyedGate(placesFor(maxConcurrentPerHost, onWaiting));
  return (target: URL, trip: Trip): Promise<HopResult> => {
    const ask = (): Promise<HopResult> =>
      withConnection(target, { dial, trip }, async (client) => {
        const response = await send(client, { target, trip, userAgent });
        return judge(response, { target, trip, rules: options });
      });
    // The host's place first: who waits for a slow host must not hold a place of the others.
    return perHost.run(target.host, () => all.run(ask, trip.signal), trip.signal);
  };
}

function placesFor(maxRunning: number, onWaiting: WaitingListener | undefined) {
  return { maxRunning, maxWaiting: maxRunning * waitingPerPlace, onWaiting };
}

/** Lends a one-connection client to `task`; when that ends, so does the socket, read out or not. */
async function withConnection<T>(
  target: URL,
  { dial, trip }: { readonly dial: SafeDial; readonly trip: Trip },
  task: (client: Client) => Promise<T>,
): Promise<T> {
  const { limits, signal } = trip;
  const client = new Client(target.origin, {
    connect: createConnector(dial, { connectTimeoutMs: limits.connectTimeoutMs, signal }),
    maxHeaderSize: maxHeaderBytes,
    // The trip's deadline is over all of it; undici's own, coarser timers are off.
    headersTimeout: 0,
    bodyTimeout: 0,
  });
  try {
    return await task(client);
  } catch (error) {
    throw translateError(error, signal);
  } finally {
    await client.destroy();
  }
}

/** Asks without cookies, referrer or proxy, and for an answer that is not packed. */
async function send(
  client: Client,
  { target, trip, userAgent }: { target: URL; trip: Trip; userAgent: string },
): Promise<Dispatcher.ResponseData> {
  const request = client.request({
    method: 'GET',
    path: `${target.pathname}${target.search}`,
    headers: {
      'user-agent': userAgent,
      accept: trip.limits.accept ?? '*/*',
      'accept-encoding': 'identity',
    },
    reset: true,
    signal: trip.signal,
  });
  // undici looks at the signal only once it has a connection.
  const response = await abortable(request, trip.signal);
  // A body that is dropped unread ends with an error that nobody else listens for.
  response.body.on('error', () => {});
  return response;
}

async function judge(
  { statusCode, headers, body }: Dispatcher.ResponseData,
  { target, trip, rules }: { target: URL; trip: Trip; rules: SafeFetchOptions },
): Promise<HopResult> {
  if (redirectStatuses.has(statusCode)) {
    return { redirectTo: parseRedirect(headerText(headers, 'location'), target, rules) };
  }
  if (statusCode < 200 || statusCode > 299)
    throw new NetError('http-status', { status: statusCode });
  const bytes = await readBody(body, { headers, maxBytes: trip.limits.maxBytes });
  return {
    answer: { bytes, contentType: headerText(headers, 'content-type'), finalUrl: target.href },
  };
}
