import { settledWithin, systemClock } from '../async/clock.ts';
import { createKeyedSemaphore, type WaitingListener } from '../async/semaphore.ts';
import { networkOf } from '../net/address-network.ts';
import { netErrorOf, NetError } from '../net/net-error.ts';
import type { SafeDatagrams } from '../net/safe-datagrams.ts';
import type { SafeDial } from '../net/safe-dial.ts';
import { pingBedrock } from './bedrock/ping-bedrock.ts';
import { pingJava } from './java/ping-java.ts';
import { queryServer } from './query/query-server.ts';
import type { QueryDetails, Reply } from './server-status.ts';
import type { Edition } from './target.ts';

export type StatusFetcherOptions = {
  readonly dial: SafeDial;
  readonly datagrams: SafeDatagrams;
  readonly nowMs: () => number;
  readonly randomInt64: () => bigint;
  readonly limits: StatusLimits;
  /** Told of requests that begin and cease to wait for their network; for metrics. */
  readonly onWaiting?: WaitingListener | undefined;
};

export type StatusLimits = {
  /** Look-ups, connections, request and answer together. */
  readonly timeoutMs: number;
  /** How long an address is tried while there are others. */
  readonly connectTimeoutMs: number;
  /** How long a connected Java server may be silent before it gets the legacy ping as well. */
  readonly legacyDelayMs: number;
  /** How long the query protocol is given; most servers have it switched off and stay silent. */
  readonly queryTimeoutMs: number;
  /** Servers of one network (/24 or /48) that are called at one time; the next ones wait. */
  readonly maxPerNetwork: number;
  /**
   * How long a request holds such a slot at the most. Servers answer at once or not at all: one that
   * is silent is listened to further on, but keeps nobody else of its network waiting.
   */
  readonly slotMs: number;
  /** How long a request waits for one: who is called too late would be offline for our being busy. */
  readonly maxWaitMs: number;
};

/** A server to call, and until when. */
export type StatusRequest = {
  readonly edition: Edition;
  /** Where it is: a name or a literal, not checked yet. */
  readonly host: string;
  readonly port: number;
  /** What the client called it; proxies choose a server by that. */
  readonly calledHost: string;
  /** Also by the query protocol. */
  readonly query: boolean;
  /** For whom; slots are shared out among clients. */
  readonly client: string;
  readonly signal: AbortSignal;
  /** Told of each address that is called. */
  readonly onAddress: (address: string) => void;
};

/** A name may have dozens of addresses; more than this are not worth the wait. */
const maxAddresses = 3;

/**
 * Calls one host at one port, at the first of its checked addresses that can be reached.
 * Rejects with NetError; 'busy' when its network was busy for too long.
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
        if (signal.aborted || !isWorthAnother(error)) throw error;
        failure = error;
      }
    }
    throw failure;
  };
}

/** An address that can't be reached says nothing of the next one; a server that talks nonsense does. */
function isWorthAnother(error: unknown): boolean {
  return error instanceof NetError && (error.kind === 'unreachable' || error.kind === 'timeout');
}

type AddressRequest = StatusRequest & { readonly reachWithinMs: number };

/** The address was checked and is a literal: it is not resolved any more, but checked once again. */
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
    // Datagrams know no connection: an address that is silent for that long is given up.
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

/** At the same address and port as the ping; null where there is no proper answer. */
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
