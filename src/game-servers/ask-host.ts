import { networkOf } from '../net/address-network.ts';
import { createKeyedGate, type WaitingListener } from '../net/gate.ts';
import type { ResolvedAddress } from '../net/name-lookup.ts';
import { NetError } from '../net/net-error.ts';
import type { SafeDatagrams } from '../net/safe-datagrams.ts';
import type { SafeDial } from '../net/safe-dial.ts';
import { askBedrock } from './bedrock/ask-bedrock.ts';
import { askJava } from './java/ask-java.ts';
import type { Reply } from './server-status.ts';
import type { Edition } from './target.ts';

export type HostAskerOptions = {
  readonly dial: SafeDial;
  readonly datagrams: SafeDatagrams;
  readonly nowMs: () => number;
  readonly randomInt64: () => bigint;
  readonly limits: AskLimits;
  /** Told of questions that begin and cease to wait for their network; for metrics. */
  readonly onWaiting?: WaitingListener | undefined;
};

export type AskLimits = {
  /** Look-ups, connections, question and answer together. */
  readonly timeoutMs: number;
  /** How long an address is tried while there are others. */
  readonly connectTimeoutMs: number;
  /** How long a connected Java server may be silent before it is asked in the older way as well. */
  readonly patienceMs: number;
  /** Questions that are put to one network (/24 or /48) at one time; the next ones wait. */
  readonly mostPerNetwork: number;
  /**
   * How long a question holds such a place at the most. Servers answer at once or not at all: one
   * that is silent is listened to further on, but keeps nobody else of its network waiting.
   */
  readonly placeMs: number;
  /** Questions that may wait for one network; the next one is refused. */
  readonly mostWaitingPerNetwork: number;
  /** How long: who is asked too late would be called offline for our being busy. */
  readonly mostWaitMs: number;
  /** Questions to one network that are not answered yet, in places or without; one more is refused. */
  readonly mostOpenPerNetwork: number;
};

/** A server to ask, and until when. */
export type Question = {
  readonly edition: Edition;
  /** Where it is: a name or a literal, not checked yet. */
  readonly host: string;
  readonly port: number;
  /** What the client called it; proxies choose a server by that. */
  readonly calledHost: string;
  readonly signal: AbortSignal;
};

/** A name may have dozens of addresses; more than this are not worth the wait. */
const mostAddresses = 3;

/**
 * Asks one host at one port, at the first of its checked addresses that can be reached.
 * Rejects with NetError; 'busy' when too many questions to its network wait already.
 */
export function createHostAsker(options: HostAskerOptions): (question: Question) => Promise<Reply> {
  const { dial, limits, onWaiting } = options;
  const places = createKeyedGate({
    maxRunning: limits.mostPerNetwork,
    maxWaiting: limits.mostWaitingPerNetwork,
    maxWaitMs: limits.mostWaitMs,
    onWaiting,
  });
  const open = createKeyedGate({ maxRunning: limits.mostOpenPerNetwork, maxWaiting: 0 });
  const inTurn: InTurn = async (network, ask, signal) => {
    const { answer } = await places.run(
      network,
      async () => {
        const asked = open.run(network, ask, signal);
        await settledWithin(asked, limits.placeMs);
        return { answer: asked };
      },
      signal,
    );
    return answer;
  };
  return async (question) => {
    const { signal } = question;
    const found = await dial.resolvePublic(question.host, signal);
    const addresses = found.slice(0, mostAddresses);
    let failure: unknown = new NetError('unresolvable');
    for (const [index, address] of addresses.entries()) {
      const isLast = index === addresses.length - 1;
      const reachWithinMs = isLast ? limits.timeoutMs : limits.connectTimeoutMs;
      const ask = () => askAt(address, { ...question, reachWithinMs }, options);
      try {
        return await inTurn(networkOf(address.address), ask, signal);
      } catch (error) {
        if (signal.aborted || !isWorthAnother(error)) throw error;
        failure = error;
      }
    }
    throw failure;
  };
}

type InTurn = (network: string, ask: () => Promise<Reply>, signal: AbortSignal) => Promise<Reply>;

/** Waits for the end of `answer`, good or bad, but not longer than this. */
function settledWithin(answer: Promise<unknown>, ms: number): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(resolve, ms);
    const end = (): void => {
      clearTimeout(timer);
      resolve();
    };
    answer.then(end, end);
  });
}

/** A place that can't be reached says nothing of the next one; a server that talks nonsense does. */
function isWorthAnother(error: unknown): boolean {
  return error instanceof NetError && (error.kind === 'unreachable' || error.kind === 'timeout');
}

/** The address was checked and is a literal: it is not resolved any more, but checked once again. */
function askAt(
  { address }: ResolvedAddress,
  question: Question & { readonly reachWithinMs: number },
  { dial, datagrams, nowMs, randomInt64, limits }: HostAskerOptions,
): Promise<Reply> {
  const { edition, port, reachWithinMs: timeoutMs, calledHost, signal } = question;
  if (edition === 'bedrock') {
    // Datagrams know no connection: an address that is silent for that long is given up.
    const { exchange } = datagrams;
    return askBedrock({ exchange, host: address, port, timeoutMs, signal, nowMs, randomInt64 });
  }
  return askJava({
    addressee: { host: calledHost, port },
    patienceMs: limits.patienceMs,
    nowMs,
    signal,
    connect: (connectSignal) =>
      dial.connectTcp({ host: address, port, timeoutMs, signal: connectSignal }),
  });
}
