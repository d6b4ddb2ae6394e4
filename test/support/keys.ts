import { expect } from 'vitest';

/** What one input does to a key: each row joins a table under the name of its input. */
export type KeyInput<Change> = {
  /** Each has a key of its own, different from that of every other change in the table. */
  readonly different?: readonly Change[];
  /** Each list has one key: these are the same result. */
  readonly equal?: readonly (readonly Change[])[];
};

export type KeyTable<Change> = Readonly<Record<string, KeyInput<Change>>>;

/** Expects that exactly the inputs that a result depends on are in its key. */
export async function expectKeys<Change>(
  keyOf: (change: Change) => string | Promise<string>,
  plain: Change,
  table: KeyTable<Change>,
): Promise<void> {
  const shownPlain = JSON.stringify(plain);
  const owners = new Map([[await keyOf(plain), shownPlain]]);
  const seen = new Set([shownPlain]);
  const problems: string[] = [];
  for (const [name, { different = [], equal = [] }] of Object.entries(table)) {
    for (const change of different) {
      const shown = JSON.stringify(change);
      if (seen.has(shown)) continue;
      seen.add(shown);
      const key = await keyOf(change);
      const owner = owners.get(key);
      if (owner !== undefined) problems.push(`${name}: ${shown} has the key of ${owner}`);
      owners.set(key, shown);
    }
    for (const [first, ...others] of equal) {
      const key = await keyOf(first!);
      for (const other of others) {
        if ((await keyOf(other)) === key) continue;
        problems.push(
          `${name}: ${JSON.stringify(other)} has another key than ${JSON.stringify(first)}`,
        );
      }
    }
  }
  expect(problems).toEqual([]);
}
