/** A place in a line; must be left, once or more often. */
export type Place = {
  /** Settles when everybody ahead has left. */
  readonly reached: Promise<void>;
  /** How many are ahead; the first of them is being served. */
  readonly ahead: number;
  readonly leave: () => void;
};

export type Lines = {
  /** The next place in the line of this key; `null` when the line is as long as it may be. */
  readonly join: (key: string) => Place | null;
  /** Lines that somebody stands in; for tests of the clean-up. */
  readonly size: () => number;
};

type Waiting = { readonly admit: () => void };

/**
 * One line a key: one is served at a time, in the order in which they came. Who gives up leaves from
 * anywhere in it.
 */
export function createLines({ maxLength }: { readonly maxLength: number }): Lines {
  // A Set keeps insertion order: its first entry is the one that is being served.
  const lines = new Map<string, Set<Waiting>>();

  function join(key: string): Place | null {
    const line = lines.get(key) ?? new Set();
    if (line.size >= maxLength) return null;
    const { promise: reached, resolve: admit } = Promise.withResolvers<void>();
    const self: Waiting = { admit };
    const ahead = line.size;
    line.add(self);
    lines.set(key, line);
    if (ahead === 0) admit();
    const leave = () => {
      const [served] = line;
      if (!line.delete(self)) return;
      const [next] = line;
      if (next === undefined) lines.delete(key);
      else if (served === self) next.admit();
    };
    return { reached, ahead, leave };
  }

  return { join, size: () => lines.size };
}
