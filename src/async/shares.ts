export type SharesOptions = {
  /** What one client may hold of it. */
  readonly perClient: number;
  /** What all clients together may; without it there is no bound over all. */
  readonly total?: number;
};

export type Shares = {
  /**
   * Takes an amount for a client, if its share and the total allow it; nothing waits.
   * @returns gives it back, once; `null` when it is refused
   */
  readonly take: (client: string, amount?: number) => (() => void) | null;
};

/**
 * A common good, shared out by client: requests in progress, bytes of bodies, uploads. So many clients
 * take so many shares, and not all of it. Who holds nothing is forgotten.
 */
export function createShares({
  perClient,
  total = Number.POSITIVE_INFINITY,
}: SharesOptions): Shares {
  const heldBy = new Map<string, number>();
  let held = 0;

  function add(client: string, amount: number): void {
    const own = (heldBy.get(client) ?? 0) + amount;
    held += amount;
    if (own > 0) heldBy.set(client, own);
    else heldBy.delete(client);
  }

  return {
    take: (client, amount = 1) => {
      const own = (heldBy.get(client) ?? 0) + amount;
      if (own > perClient || held + amount > total) return null;
      add(client, amount);
      let isHeld = true;
      return () => {
        if (isHeld) add(client, -amount);
        isHeld = false;
      };
    },
  };
}
