export type SharesOptions = {
  /** The most that one client may hold. */
  readonly perClient: number;
  /** The most that all clients together may hold; unlimited by default. */
  readonly total?: number;
};

export type Shares = {
  /**
   * Takes an amount for a client if its share and the total allow it; never waits.
   * @returns a function that releases the amount once, or `null` if it was refused
   */
  readonly take: (client: string, amount?: number) => (() => void) | null;
};

/** Limits a common resource per client and in total. Idle clients take no memory. */
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
