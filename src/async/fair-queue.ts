import { clientsOfNetwork, type FairLedger } from './fair-ledger.ts';

/** A job that waits. */
export type Waiting<T> = { readonly client: string; readonly job: T };

export type FairQueue<T> = {
  /**
   * Adds a job at the end of its client's queue. A client without one starts level with the least of those
   * who wait, before they were last served: it is served before they are again.
   * @param isFirst to go before what else the client waits for
   */
  readonly add: (client: string, job: T, isFirst?: boolean) => Waiting<T>;
  /**
   * Removes and returns the next job: of the client that used least, the first that is accepted. Of
   * clients that used the same, the one with the shorter queue goes first, then the one that came first.
   * Clients of a network that used more than its parts count the same: the one that used least itself
   * goes first.
   */
  readonly next: (accepts?: (job: T) => boolean) => Waiting<T> | undefined;
  /** Removes a job; false if it does not wait any more. */
  readonly remove: (waiting: Waiting<T>) => boolean;
  /**
   * The newest job of the longest queue: of one client, or of a network that has as many for each of
   * the clients it counts as. Of queues of one length, that of the client that used most; of those, the
   * one that came last.
   * @param sizeOf what a job adds to the length of its queue; 1 by default
   */
  readonly newestOfLongest: (sizeOf?: (job: T) => number) => Waiting<T> | undefined;
  /** All jobs, in no order that matters. */
  readonly all: () => readonly Waiting<T>[];
  /** Number of jobs of one client, or of all. */
  readonly size: (client?: string) => number;
};

/**
 * One queue of jobs for each client. The ledger records who has used what lately; whoever takes a job
 * charges it. Everything is linear in the number of clients that wait, which its user bounds.
 */
export function createFairQueue<T>(ledger: FairLedger): FairQueue<T> {
  /** In the order of arrival; none is empty. */
  const queues = new Map<string, Waiting<T>[]>();
  let size = 0;

  function add(client: string, job: T, isFirst = false): Waiting<T> {
    const waiting = { client, job };
    const queue = queues.get(client);
    if (queue === undefined) {
      raiseNewcomer(client, [...queues.keys()], ledger);
      queues.set(client, [waiting]);
    } else if (isFirst) queue.unshift(waiting);
    else queue.push(waiting);
    size += 1;
    return waiting;
  }

  function remove(waiting: Waiting<T>): boolean {
    const queue = queues.get(waiting.client) ?? [];
    const index = queue.indexOf(waiting);
    if (index < 0) return false;
    queue.splice(index, 1);
    if (queue.length === 0) queues.delete(waiting.client);
    size -= 1;
    return true;
  }

  return {
    add,
    remove,
    all: () => [...queues.values()].flat(),
    size: (client) => (client === undefined ? size : (queues.get(client)?.length ?? 0)),
    next: (accepts = () => true) => {
      const acceptable = candidatesOf(queues, ledger).filter(({ queue }) =>
        queue.some(({ job }) => accepts(job)),
      );
      const first = nextCandidate(acceptable);
      const next = first?.queue.find(({ job }) => accepts(job));
      if (next === undefined) return undefined;
      remove(next);
      ledger.noteGrant(next.client);
      return next;
    },
    newestOfLongest: (sizeOf) => {
      const newestFirst = candidatesOf(queues, ledger, sizeOf).toReversed();
      const [longest] = newestFirst.sort(
        (a, b) =>
          b.length - a.length ||
          b.ownLength - a.ownLength ||
          compare(b.used, a.used) ||
          compare(b.own, a.own),
      );
      return longest?.queue.at(-1);
    },
  };
}

/** The queue of a client, with what decides between queues. */
type Candidate<T> = {
  readonly queue: readonly Waiting<T>[];
  readonly network: string;
  readonly ownLength: number;
  /** That of its client or, for each of its parts, of its network. */
  readonly length: number;
  readonly used: number;
  readonly own: number;
};

function candidatesOf<T>(
  queues: ReadonlyMap<string, readonly Waiting<T>[]>,
  ledger: FairLedger,
  sizeOf: (job: T) => number = () => 1,
): Candidate<T>[] {
  const ofNetworks = new Map<string, number>();
  const measured = Array.from(queues, ([client, queue]) => {
    const network = ledger.networkOf(client);
    const ownLength = queue.reduce((sum, { job }) => sum + sizeOf(job), 0);
    ofNetworks.set(network, (ofNetworks.get(network) ?? 0) + ownLength);
    return { client, queue, network, ownLength };
  });
  return measured.map(({ client, queue, network, ownLength }) => {
    const length = Math.max(ownLength, ofNetworks.get(network)! / clientsOfNetwork);
    const [used, own] = [ledger.usedBy(client), ledger.ownUseOf(client)];
    return { queue, network, ownLength, length, used, own };
  });
}

/**
 * To the least of those who wait. In a network of many, each has used far less than what the network
 * counts for: who has neighbours there comes level with the least of them, not behind all of them.
 */
function raiseNewcomer(client: string, others: readonly string[], ledger: FairLedger): void {
  if (others.length === 0) return;
  const network = ledger.networkOf(client);
  const levels = others.map((other) => ledger.beforeGrant(other));
  const used = Math.min(...levels.map((level) => level.used));
  const near = levels.filter((_, index) => ledger.networkOf(others[index]!) === network);
  if (near.length > 0)
    ledger.raiseTo(client, { used, own: Math.min(...near.map(({ own }) => own)) });
  else if (ledger.usedBy(client) < used) ledger.raiseTo(client, { used, own: used });
}

function nextCandidate<T>(candidates: readonly Candidate<T>[]): Candidate<T> | undefined {
  const [first] = candidates.toSorted((a, b) => compare(a.used, b.used) || a.length - b.length);
  // What a network used counts for all of its clients: between them, what each used itself.
  const [next] = candidates
    .filter(({ network, used }) => network === first?.network && compare(used, first.used) === 0)
    .toSorted((a, b) => compare(a.own, b.own) || a.ownLength - b.ownLength);
  return next;
}

/** Equal but for what is lost while numbers fade: whoever was raised to another's use is level with it. */
function compare(a: number, b: number): number {
  return Math.abs(a - b) <= 1e-9 * Math.max(a, b) ? 0 : a - b;
}
