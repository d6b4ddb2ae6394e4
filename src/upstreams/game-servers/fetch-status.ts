import { settledWithin, systemClock } from '../../common/async/clock.ts';
import { createKeyedSemaphore, type WaitingListener } from '../../common/async/semaphore.ts';
import { netErrorOf, NetError } from '../net/net-error.ts';
import type { SafeDatagrams } from '../net/safe-datagrams.ts';
import type { SafeDial } from '../net/safe-dial.ts';
import { pingBedrock } from './bedrock/ping-bedrock.ts';
import { pingJava } from './java/ping-java.ts';
import { queryServer } from './query/query-server.ts';
import type { QueryDetails, Reply } from './server-status.ts';
import type { Edition } from './target.ts';
import { networkOf } from '../net/address-rules.ts';

export type StatusFetcherOptions = {
  readonly dial: SafeDial;
  readonly datagrams: SafeDatagrams;
  readonly nowMs: () => number;
  readonly randomInt64: () => bigint;
  readonly limits: StatusLimits;
  /** Called when requests begin or stop waiting for their network; for metrics. */
  readonly onWaiting?: WaitingListener | undefined;
};

export const defaultLimits = {
  /** Limit for look-ups, connections, request and response together. */
  timeoutMs: 5000,
  /** Time to try an address if there are others. */
  connectTimeoutMs: 1500,
  /** Silence after which a connected Java server gets the legacy ping, too. */
  legacyDelayMs: 2000,
  /** Limit for the query protocol, which most servers have switched off. */
  queryTimeoutMs: 2000,
  /**
   * Concurrent requests to servers of one network (/24 or /48); further ones wait. 80 servers a second, silent
   * ones included: enough for a page that lists a whole /24.
   */
  maxPerNetwork: 20,
  /** Longest time that a request holds such a slot: a silent server may still respond later. */
  slotMs: 250,
  /** Longest wait for a slot: a late call would report a server as offline because we were busy. */
  maxWaitMs: 1000,
};
export type StatusLimits = Readonly<typeof defaultLimits>;

/** A server to contact, with a deadline. */
export type StatusRequest = {
  readonly edition: Edition;
  /** A name or IP literal, not checked yet. */
  readonly host: string;
  readonly port: number;
  /** The host name in the request, by which proxies choose a server. */
  readonly calledHost: string;
  /** Whether to use the query protocol, too. */
  readonly query: boolean;
  /** The client, for fair sharing of slots. */
  readonly client: string;
  readonly signal: AbortSignal;
  /** Called with each address that is tried. */
  readonly onAddress: (address: string) => void;
};

/** Trying more addresses is not worth the wait. */
const maxAddresses = 3;

/**
 * Contacts a host at one port, on the first of its checked addresses that can be reached. Rejects with
 * NetError; 'busy' if its network was busy for too long.
 */
export function createStatusFetcher(options: StatusFetcherOptions) {
  const { dial, limits, onWaiting } = options;
  const slots = createKeyedSemaphore({
    errorOf: netErrorOf,
    maxRunning: limits.maxPerNetwork,
    maxWaitMs: limits.maxWaitMs,
    onWaiting,
  });
  const inSlot = async (address: string, call: () => Promise<Reply>, request: StatusRequest) => {
    const { reply } = await slots.run(
      networkOf(address),
      async () => {
        const pending = call();
        await settledWithin(
          pending.catch(() => null),
          limits.slotMs,
          systemClock,
        );
        return { reply: pending };
      },
      request.signal,
      request.client,
    );
    return reply;
  };
  return async (request: StatusRequest): Promise<Reply> => {
    const { signal } = request;
    const resolved = await dial.resolvePublic(request.host, signal);
    const addresses = resolved.slice(0, maxAddresses);
    let failure: unknown = new NetError('unresolvable');
    for (const [index, { address }] of addresses.entries()) {
      const isLast = index === addresses.length - 1;
      const reachWithinMs = isLast ? limits.timeoutMs : limits.connectTimeoutMs;
      request.onAddress(address);
      try {
        return await inSlot(
          address,
          () => fetchAt(address, { ...request, reachWithinMs }, options),
          request,
        );
      } catch (error) {
        if (signal.aborted || !shouldTryNext(error)) throw error;
        failure = error;
      }
    }
    throw failure;
  };
}

/** An unreachable address says nothing about the next one; an invalid response does. */
function shouldTryNext(error: unknown): boolean {
  return error instanceof NetError && (error.kind === 'unreachable' || error.kind === 'timeout');
}

type AddressRequest = StatusRequest & { readonly reachWithinMs: number };

/** The literal was checked already; it is not resolved again, but checked once more. */
async function fetchAt(
  address: string,
  request: AddressRequest,
  options: StatusFetcherOptions,
): Promise<Reply> {
  const rest = new AbortController();
  const signal = AbortSignal.any([request.signal, rest.signal]);
  const query = request.query && queryAt(address, { ...request, signal }, options);
  try {
    const ping = await pingAt(address, request, options);
    return { ...ping, query: query === false ? null : await query };
  } finally {
    rest.abort(new NetError('aborted'));
  }
}

function pingAt(address: string, request: AddressRequest, options: StatusFetcherOptions) {
  const { dial, datagrams, nowMs, randomInt64, limits } = options;
  const { edition, port, reachWithinMs: timeoutMs, calledHost, signal } = request;
  if (edition === 'bedrock') {
    // UDP has no connections: a silent address is given up after that time.
    const { exchange } = datagrams;
    return pingBedrock({ exchange, host: address, port, timeoutMs, signal, nowMs, randomInt64 });
  }
  return pingJava({
    addressee: { host: calledHost, port },
    legacyDelayMs: limits.legacyDelayMs,
    nowMs,
    signal,
    connect: (connectSignal) =>
      dial.connectTcp({ host: address, port, timeoutMs, signal: connectSignal }),
  });
}

/** At the same address and port as the ping; null without a valid response. */
async function queryAt(
  address: string,
  { port, signal }: AddressRequest,
  { datagrams, randomInt64, limits }: StatusFetcherOptions,
): Promise<QueryDetails | null> {
  const { queryTimeoutMs: timeoutMs } = limits;
  const sessionId = Number(BigInt.asIntN(32, randomInt64()));
  try {
    const { exchange } = datagrams;
    return await queryServer({ exchange, host: address, port, timeoutMs, signal }, sessionId);
  } catch (error) {
    if (error instanceof NetError) return null;
    throw error;
  }
}
