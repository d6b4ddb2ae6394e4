export type Waiting<T> = { readonly client: string; readonly job: T };

/** A job whose turn it is; counted with the mean cost of its kind until its own is known. */
export type Turn<T> = Waiting<T> & {
  /** Tells what it has cost, in any unit that the queue always uses. */
  readonly end: (cost: number) => void;
};

export type FairQueue<T> = ReturnType<typeof createFairQueue<T>>;

type QueueOptions<T> = {
  readonly networkOf?: NetworkOf;
  /** Jobs of a kind are assumed to cost the same; by default all are of one kind. */
  readonly kindOf?: (job: T) => string;
  /** Assumed until a job of the kind has ended. */
  readonly firstCost?: number;
};

/** Clients without jobs that are remembered, some 300 bytes each, for what they had last. */
const maxIdle = 10_000;

/** A client or a network: its virtual time, the number of its last turn, and of its jobs that wait. */
type Party = { dueAt: number; turn: number; size: number };
type Line<T> = Party & { readonly network: Network<T>; readonly jobs: Waiting<T>[] };
/** `now` is the virtual time among its clients, of which `clients` are remembered. */
type Network<T> = Party & {
  readonly name: string;
  now: number;
  clients: number;
  readonly waiting: Set<Line<T>>;
};

/**
 * A line of jobs for each client, by start-time fair queuing (Goyal, Vin, Cheng 1996): whoever is due first in
 * virtual time is next, and due again later by what its job costs. Who arrives is due at the present virtual
 * time, however long it was away, so it waits for at most one job of each client that waits. Networks take
 * turns by the same rule, each weighing as much as the clients that wait in it, four at most; within a network
 * its clients do.
 *
 * Everything is linear in the number of clients that wait, which its user bounds.
 */
export function createFairQueue<T>(options: QueueOptions<T> = {}) {
  const { networkOf: inNetwork = networkOf, kindOf = () => '', firstCost = 1 } = options;
  const lines = createLines<T>(inNetwork);
  const means = createMeans(firstCost);
  let now = 0;
  let turns = 0;

  /** Adds a job at the end of its client's line, or before those that it goes before. */
  function add(client: string, job: T, goesBefore?: (other: T) => boolean): Waiting<T> {
    const line = lines.open(client, now);
    const { network } = line;
    if (network.size === 0) network.dueAt = Math.max(network.dueAt, now);
    if (line.size === 0) line.dueAt = Math.max(line.dueAt, network.now);
    const waiting = { client, job };
    lines.add(line, waiting, goesBefore);
    return waiting;
  }

  /** Charges a client by the present weight of its network; the function it returns does so once more. */
  function charge(client: string, cost: number): (cost: number) => void {
    const line = lines.open(client, now);
    const { network } = line;
    const others = network.waiting.size - Number(line.size > 0);
    const weight = Math.min(clientsOfNetwork, 1 + others);
    const again = (more: number): void => {
      delay(network, more / weight, now);
      delay(line, more, network.now);
    };
    again(cost);
    return again;
  }

  /** Removes and returns the next job that is accepted. */
  function next(accepts: (job: T) => boolean = () => true): Turn<T> | undefined {
    const acceptedOf = ({ jobs }: Line<T>) => jobs.find(({ job }) => accepts(job));
    const hasAccepted = ({ waiting }: Network<T>) => [...waiting].some(acceptedOf);
    const due = firstDue(lines.networks(), now, hasAccepted);
    const line = due && firstDue(due.waiting, due.now, acceptedOf);
    const waiting = line && acceptedOf(line);
    if (line === undefined || waiting === undefined) return undefined;
    const { network } = line;
    now = network.dueAt = Math.max(now, network.dueAt);
    network.now = line.dueAt = Math.max(network.now, line.dueAt);
    network.turn = line.turn = ++turns;
    const kind = kindOf(waiting.job);
    const assumed = means.of(kind);
    const correct = charge(waiting.client, assumed);
    lines.remove(waiting);
    const end = (cost: number): void => {
      correct(cost - assumed);
      means.add(kind, cost);
    };
    return { ...waiting, end };
  }

  return {
    add,
    next,
    charge,
    remove: lines.remove,
    size: lines.size,
    clients: lines.clients,
    /**
     * The newest job of the longest line: of a client, or of a network that has as many for each of the clients
     * it counts as. Of lines of one length, the job with the highest rank; then that of whoever is due last, or
     * came last.
     */
    pickVictim: (rankOf: (job: T) => number = () => 0) => newestOf(lines.networks(), rankOf),
  };
}

/** The lines of all clients that wait, and of those that did lately. */
function createLines<T>(networkOf: NetworkOf) {
  const networks = new Map<string, Network<T>>();
  const lines = new Map<string, Line<T>>();
  /** Names of the lines without jobs, the oldest first. */
  const idle = new Set<string>();
  const waiting = new Set<Network<T>>();
  let size = 0;

  function create(client: string, now: number): Line<T> {
    const name = networkOf(client);
    const nobody = { dueAt: now, turn: 0, size: 0, now: 0, clients: 0 };
    const network = networks.get(name) ?? { name, ...nobody, waiting: new Set() };
    networks.set(name, network);
    network.clients += 1;
    const line = { network, dueAt: network.now, turn: 0, size: 0, jobs: [] };
    lines.set(client, line);
    rest(client);
    return line;
  }

  function rest(client: string): void {
    idle.add(client);
    const [oldest = client] = idle;
    if (idle.size <= maxIdle) return;
    const network = lines.get(oldest)?.network;
    lines.delete(oldest);
    idle.delete(oldest);
    if (network && (network.clients -= 1) === 0) networks.delete(network.name);
  }

  function count(line: Line<T>, change: 1 | -1): void {
    size += change;
    line.size += change;
    line.network.size += change;
    if (line.network.size > 0) waiting.add(line.network);
    else waiting.delete(line.network);
  }

  return {
    networks: () => waiting,
    open: (client: string, now: number): Line<T> => lines.get(client) ?? create(client, now),
    add: (line: Line<T>, added: Waiting<T>, goesBefore = (_other: T) => false): void => {
      idle.delete(added.client);
      line.network.waiting.add(line);
      const index = line.jobs.findIndex(({ job }) => goesBefore(job));
      line.jobs.splice(index < 0 ? line.size : index, 0, added);
      count(line, 1);
    },
    /** Removes a job; false if it does not wait any more. */
    remove: (removed: Waiting<T>): boolean => {
      const line = lines.get(removed.client);
      const index = line?.jobs.indexOf(removed) ?? -1;
      if (line === undefined || index < 0) return false;
      line.jobs.splice(index, 1);
      count(line, -1);
      if (line.size > 0) return true;
      line.network.waiting.delete(line);
      rest(removed.client);
      return true;
    },
    clients: (): number => lines.size - idle.size,
    size: (client?: string): number =>
      client === undefined ? size : (lines.get(client)?.size ?? 0),
  };
}

function newestOf<T>(
  networks: Iterable<Network<T>>,
  rankOf: (job: T) => number,
): Waiting<T> | undefined {
  const rank = ({ jobs }: Line<T>): number => rankOf(jobs.at(-1)!.job);
  const length = (line: Line<T>) => Math.max(line.size, line.network.size / clientsOfNetwork);
  const lines = Array.from(networks, ({ waiting }) => Array.from(waiting)).flat();
  const [longest] = lines
    .toReversed()
    .sort(
      (a, b) =>
        length(b) - length(a) ||
        b.size - a.size ||
        rank(b) - rank(a) ||
        b.network.dueAt - a.network.dueAt ||
        b.dueAt - a.dueAt,
    );
  return longest?.jobs.at(-1);
}

/** Later by a cost; earlier only as far as the present virtual time: nothing is saved up. */
function delay(party: Party, cost: number, now: number): void {
  party.dueAt = Math.max(party.dueAt + cost, Math.min(party.dueAt, now));
}

/**
 * Who is due first, of those of whom a job is accepted. Who was passed over, because none was, is due at the
 * present virtual time. Of those that are, who was due earlier goes first, then who had its last turn earlier,
 * then who came first.
 */
function firstDue<P extends Party>(all: Iterable<P>, now: number, isAccepted: (one: P) => unknown) {
  let first: P | undefined;
  for (const one of all) {
    const order =
      first === undefined
        ? -1
        : Math.max(one.dueAt, now) - Math.max(first.dueAt, now) ||
          one.dueAt - first.dueAt ||
          one.turn - first.turn;
    if (order < 0 && isAccepted(one)) first = one;
  }
  return first;
}

/** The mean by kind; what came last counts more. */
export function createMeans(first: number, latestShare = 1 / 8) {
  const means = new Map<string, number>();
  return {
    of: (kind: string): number => means.get(kind) ?? first,
    add: (kind: string, value: number): void => {
      const mean = means.get(kind) ?? value;
      means.set(kind, mean + (value - mean) * latestShare);
    },
  };
}

/** The network of a client, by the client's key. */
export type NetworkOf = (client: string) => string;

/** Clients that one network counts as, at most. */
export const clientsOfNetwork = 4;

/** The first 24 bits of an IPv4 address, or 48 of IPv6: what one household or company may have at will. */
export const networkOf: NetworkOf = (client) => {
  const separator = client.includes(':') ? ':' : '.';
  // Called for each request: `split` would take five times as long.
  let end = -1;
  for (let group = 0; group < 3; group += 1) {
    end = client.indexOf(separator, end + 1);
    if (end < 0) return client;
  }
  return client.slice(0, end);
};
