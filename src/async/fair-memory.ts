import { clientsOfNetwork } from './fair-ledger.ts';

/** The memory of one body, from its first byte to the end of its request. */
export type Holding = {
  /**
   * Counts bytes that have arrived.
   * @returns false if there is no room for them: this holding is refused, and holds nothing any more
   */
  readonly add: (bytes: number) => boolean;
  /** All has arrived: from now on it is not refused, since somebody works with it. */
  readonly complete: () => void;
  /** May be called more than once. */
  readonly release: () => void;
};

export type FairMemory = {
  /** @param onRefused called once if another client needs the room; it holds nothing any more by then */
  readonly open: (client: string, onRefused: () => void) => Holding;
};

export type FairMemoryOptions = {
  /** The most that all clients together may hold. */
  readonly totalBytes: number;
  readonly networkOf: (client: string) => string;
};

type Client = {
  readonly name: string;
  bytes: number;
  holdings: number;
  /** Those that still arrive, the oldest first. */
  readonly arriving: Set<{ readonly refuse: () => void }>;
};

/**
 * Shares memory by client: one alone may use all of it. If a byte does not fit, what is refused is the
 * newest arriving body of the client that holds the most, unless that is the one that requests more. A network
 * counts as so many clients: what all of it holds is divided by them.
 *
 * Takes time in proportion to the clients that hold anything, but only when a body is refused.
 */
export function createFairMemory({ totalBytes, networkOf }: FairMemoryOptions): FairMemory {
  const clients = new Map<string, Client>();
  const tally = createTally(networkOf);

  /** The client that holds more than all others, if that is not `requester`. */
  function holdsMost(requester: Client): Client | null {
    let most = requester;
    for (const client of clients.values()) {
      if (client.arriving.size > 0 && tally.holdsMore(client, most)) most = client;
    }
    return most === requester ? null : most;
  }

  /** Whether there is room for so many bytes, if need be after refusing others. */
  function makeSpace(requester: Client, bytes: number): boolean {
    for (let held = tally.held(); held + bytes > totalBytes; held = tally.held()) {
      const most = holdsMost(requester);
      if (most === null) return false;
      Array.from(most.arriving).at(-1)?.refuse();
    }
    return true;
  }

  function open(name: string, onRefused: () => void): Holding {
    const client = clients.get(name) ?? { name, bytes: 0, holdings: 0, arriving: new Set() };
    clients.set(name, client);
    client.holdings += 1;
    let own = 0;
    let isOpen = true;
    const release = (): void => {
      if (!isOpen) return;
      isOpen = false;
      client.arriving.delete(body);
      tally.count(client, -own);
      client.holdings -= 1;
      if (client.holdings === 0) clients.delete(name);
    };
    const body = {
      refuse: () => {
        release();
        onRefused();
      },
    };
    client.arriving.add(body);
    return {
      add: (bytes) => {
        if (isOpen && !makeSpace(client, bytes)) release();
        if (!isOpen) return false;
        own += bytes;
        tally.count(client, bytes);
        return true;
      },
      complete: () => void client.arriving.delete(body),
      release,
    };
  }

  return { open };
}

/** Sums up what is held: by client, by network, and in total. */
function createTally(networkOf: FairMemoryOptions['networkOf']) {
  const networks = new Map<string, number>();
  let total = 0;

  function levelOf({ name, bytes }: Client): number {
    return Math.max(bytes, (networks.get(networkOf(name)) ?? 0) / clientsOfNetwork);
  }

  return {
    held: () => total,
    count: (client: Client, bytes: number): void => {
      const network = networkOf(client.name);
      const inNetwork = (networks.get(network) ?? 0) + bytes;
      total += bytes;
      client.bytes += bytes;
      if (inNetwork > 0) networks.set(network, inNetwork);
      else networks.delete(network);
    },
    /** Inside a network that holds too much, what each of its clients holds decides. */
    holdsMore: (a: Client, b: Client): boolean => {
      const difference = levelOf(a) - levelOf(b);
      return difference > 0 || (difference === 0 && a.bytes > b.bytes);
    },
  };
}
