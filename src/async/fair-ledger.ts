import { LRUCache } from 'lru-cache';

export type FairLedger = {
  /** The network of a client: its clients together get at most as much as four of others. */
  readonly networkOf: (client: string) => string;
  /**
   * What decides who is served next: the recent use of a client, or a quarter of that of its whole
   * network if that is more. Decays, so it is comparable only with values of the same moment.
   */
  readonly usedBy: (client: string) => number;
  /** The recent use of the client alone, which decides between clients of one network. */
  readonly ownUseOf: (client: string) => number;
  /**
   * What a client had used before it was last served. Who starts there is served before that client is
   * served again.
   */
  readonly beforeGrant: (client: string) => FairLevel;
  /** Notes that a client is served, for which it is charged next. */
  readonly noteGrant: (client: string) => void;
  /** Charges a client, in any unit; a negative amount corrects an earlier one. */
  readonly charge: (client: string, amount: number) => void;
  /** Raises a client that used less: it has nothing saved up from when it had no requests. */
  readonly raiseTo: (client: string, level: FairLevel) => void;
};

/** Levels in the units of `usedBy` and `ownUseOf`. */
type FairLevel = { readonly used: number; readonly own: number };

export type FairLedgerOptions = {
  readonly nowMs: () => number;
  readonly networkOf: (client: string) => string;
  /** Clients kept at a time, some 700 bytes each; one that is dropped had long been idle. */
  readonly maxClients?: number;
};

/** Time in which what was used counts half. */
const halfLifeMs = 30_000;
/** Clients that one network counts as, at most. */
export const clientsOfNetwork = 4;
const defaultMaxClients = 50_000;
/** Of a client: two of what it used and two of when it was served, with those of its network. */
const accountsOfClient = 4;

type Account = { used: number; atMs: number };

const clientKey = (client: string) => `client ${client}`;
const grantKey = (client: string) => `grant ${client}`;
const ownGrantKey = (client: string) => `own grant ${client}`;

/** Records how much each client, and each network, has used of something lately. */
export function createFairLedger(options: FairLedgerOptions): FairLedger {
  const { nowMs, networkOf, maxClients = defaultMaxClients } = options;
  const accounts = createAccounts(nowMs, maxClients * accountsOfClient);
  const networkKey = (client: string) => `network ${networkOf(client)}`;
  const ownUseOf = (client: string): number => accounts.read(clientKey(client));
  const usedBy = (client: string): number =>
    Math.max(ownUseOf(client), accounts.read(networkKey(client)) / clientsOfNetwork);
  return {
    networkOf,
    usedBy,
    ownUseOf,
    beforeGrant: (client) => ({
      used: accounts.read(grantKey(client)),
      own: accounts.read(ownGrantKey(client)),
    }),
    noteGrant: (client) => {
      accounts.write(grantKey(client), usedBy(client));
      accounts.write(ownGrantKey(client), ownUseOf(client));
    },
    charge: (client, amount) => {
      for (const key of [clientKey(client), networkKey(client)]) {
        accounts.write(key, Math.max(0, accounts.read(key) + amount));
      }
    },
    raiseTo: (client, { used, own }) => {
      const levels = [
        [clientKey(client), own],
        [ownGrantKey(client), own],
        [grantKey(client), used],
        [networkKey(client), used * clientsOfNetwork],
      ] as const;
      for (const [key, level] of levels) {
        if (accounts.read(key) < level) accounts.write(key, level);
      }
    },
  };
}

/** Numbers by key that fade with time. */
function createAccounts(nowMs: () => number, maxAccounts: number) {
  // With `max`, the LRU cache would allocate all of its memory at once.
  const accounts = new LRUCache<string, Account>({
    maxSize: maxAccounts,
    sizeCalculation: () => 1,
  });
  return {
    read: (key: string): number => {
      const account = accounts.get(key);
      return account === undefined
        ? 0
        : account.used * 2 ** ((account.atMs - nowMs()) / halfLifeMs);
    },
    write: (key: string, used: number): void => {
      accounts.set(key, { used, atMs: nowMs() });
    },
  };
}
