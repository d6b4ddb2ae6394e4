import { clientsOfNetwork, networkOf as networkOfKey, type NetworkOf } from './fair-queue.ts';

type PoolOptions = {
  /** The most that all together may hold: places, bytes. */
  readonly total: number;
  readonly networkOf?: NetworkOf;
};

/** What a client holds of a pool: a place, or bytes that may grow and shrink. */
export type Holding = {
  /**
   * Changes how much it holds.
   * @returns false if that was too much for its client: it is given up
   */
  readonly set: (amount: number) => boolean;
  /** From now on it is not given up. */
  readonly keep: () => void;
  /** From now on it may be given up, as it may when it is opened: the newest that may. */
  readonly offer: () => void;
  /** Holds nothing any more. May be called more than once. */
  readonly release: () => void;
};

/** Chooses what a client gives up, of what it may; they are in the order of `offer`. */
type Choose = (offered: ReadonlySet<Holding>) => Holding | undefined;

export const oldest: Choose = ([first]) => first;
const newest: Choose = (offered) => [...offered].at(-1);

type Network = { readonly name: string; held: number; clients: number };

type Client = {
  readonly name: string;
  readonly network: Network;
  held: number;
  holdings: number;
  readonly offered: Set<Holding>;
};

/**
 * Shares something held that can be given up. Whoever is alone may hold all of it; when it is full, whoever
 * holds most gives something up: its client's own, or a quarter of what its network holds if that is more.
 * So nobody who holds no more than a share gives anything up, if a share is the total divided by the clients,
 * those of a network counting as four at most.
 *
 * Takes time in proportion to the clients that hold something, but only when it is full.
 */
export function createFairPool({
  total,
  networkOf = networkOfKey,
  choose = newest,
}: PoolOptions & { readonly choose?: Choose }) {
  const clients = createClients(networkOf);
  /** What gives a holding up. */
  const givers = new WeakMap<Holding, () => void>();
  let held = 0;

  const isOver = (): boolean => held > total;

  /** Takes a holding from whoever holds most; false if there is none to take. */
  function takeOne(asker: Client): boolean {
    let max: Client | undefined;
    for (const client of clients.all()) {
      if (client.offered.size === 0) continue;
      const more = max === undefined ? 1 : compare(client, max);
      // Of those that hold the same: somebody else than who asks, then who came first.
      if (more > 0 || (more === 0 && max === asker)) max = client;
    }
    const chosen = max && choose(max.offered);
    if (chosen !== undefined) givers.get(chosen)?.();
    return chosen !== undefined;
  }

  return {
    /** @param onGivenUp called once if others need the room; it holds nothing any more by then */
    open: (name: string, onGivenUp: () => void): Holding => {
      const client = clients.enter(name);
      let own = 0;
      let isOpen = true;
      const count = (change: number): void => {
        own += change;
        held += change;
        client.held += change;
        client.network.held += change;
      };
      const holding: Holding = {
        set: (amount) => {
          if (isOpen) count(amount - own);
          while (isOver() && takeOne(client));
          return isOpen;
        },
        keep: () => void client.offered.delete(holding),
        offer: () => {
          if (isOpen) client.offered.add(holding);
        },
        release: () => {
          if (!isOpen) return;
          isOpen = false;
          count(-own);
          client.offered.delete(holding);
          clients.leave(client);
        },
      };
      givers.set(holding, () => {
        holding.release();
        onGivenUp();
      });
      holding.offer();
      return holding;
    },
  };
}

export type FairPool = ReturnType<typeof createFairPool>;

function createClients(networkOf: NetworkOf) {
  const clients = new Map<string, Client>();
  const networks = new Map<string, Network>();

  function open(name: string): Client {
    const networkName = networkOf(name);
    const network = networks.get(networkName) ?? { name: networkName, held: 0, clients: 0 };
    networks.set(networkName, network);
    network.clients += 1;
    const client = { name, network, held: 0, holdings: 0, offered: new Set<Holding>() };
    clients.set(name, client);
    return client;
  }

  return {
    all: () => clients.values(),
    enter: (name: string): Client => {
      const client = clients.get(name) ?? open(name);
      client.holdings += 1;
      return client;
    },
    leave: (client: Client): void => {
      client.holdings -= 1;
      if (client.holdings > 0) return;
      clients.delete(client.name);
      client.network.clients -= 1;
      if (client.network.clients === 0) networks.delete(client.network.name);
    },
  };
}

/** By what decides who gives up; of clients whose network decides, by what each holds itself. */
function compare(one: Client, other: Client): number {
  return levelOf(one) - levelOf(other) || one.held - other.held;
}

function levelOf({ held, network }: Client): number {
  return Math.max(held, network.held / clientsOfNetwork);
}

/**
 * Shares places that cannot be given up: a network gets another one only while it holds fewer than are free.
 * Alone it has half of them, and the next network still half of the rest: some place is free for a newcomer
 * until more networks than log2 of the total have taken all they can.
 */
export function createFairPlaces({ total, networkOf = networkOfKey }: PoolOptions) {
  const heldBy = new Map<string, number>();
  let free = total;

  return {
    /** Takes a place; returns how to leave it, once, or `null` if there is none for this client. */
    take: (client: string): (() => void) | null => {
      const network = networkOf(client);
      const held = heldBy.get(network) ?? 0;
      if (held >= free) return null;
      const count = (change: 1 | -1): void => {
        const now = (heldBy.get(network) ?? 0) + change;
        if (now === 0) heldBy.delete(network);
        else heldBy.set(network, now);
        free -= change;
      };
      count(1);
      let isHeld = true;
      return () => {
        if (isHeld) count(-1);
        isHeld = false;
      };
    },
  };
}
