/** The result of a benchmark: rows with targets, tables that justify a choice, and remarks. */
export type Report = {
  readonly rows: readonly Row[];
  readonly tables?: readonly Table[];
  /** One sentence each. */
  readonly remarks?: readonly string[];
};

export type Table = {
  readonly title: string;
  readonly head: readonly string[];
  readonly body: readonly (readonly string[])[];
};

/** A limit, both ends inclusive. */
export type Target = { readonly atMost: number } | { readonly atLeast: number };

/** The result of a row: numbers, or why there are none. */
export type Row = Measured | Failed;

type Described = {
  /** Permanent id of the row, by which `results.json` is compared. */
  readonly id: string;
  readonly what: string;
};

export type Measured = Described & {
  readonly value: number;
  readonly unit: string;
  /** The peer in the same run, in the same unit. */
  readonly peer: { readonly name: string; readonly value: number } | null;
  /** For value / peer if there is a peer, otherwise for the value; null if it is only informative. */
  readonly target: Target | null;
};

type Failed = Described & { readonly problem: string };

/** A row judged by its value. */
export function valueRow(row: Omit<Measured, 'peer'>): Measured {
  return { ...row, peer: null };
}

/** A row judged by its ratio: value / peer. */
export function ratioRow(
  row: Measured & { readonly peer: NonNullable<Measured['peer']> },
): Measured {
  return row;
}

/** The number that the target applies to. */
export function resultOf({ value, peer }: Measured): number {
  return peer === null ? value : value / peer.value;
}

/** A percentile of no values is not a number, which cannot be sent or stored. */
export function sendable(row: Row): Row {
  if ('problem' in row) return row;
  const { id, what, value, peer } = row;
  const isNumber = Number.isFinite(value) && Number.isFinite(peer?.value ?? 0);
  return isNumber ? row : { id, what, problem: 'There was nothing to measure.' };
}

/** Whether the row met its target; rows without one are only informative. */
export function outcomeOf(row: Row): 'met' | 'MISSED' | 'told' {
  if ('problem' in row) return 'MISSED';
  if (row.target === null) return 'told';
  const result = resultOf(row);
  const met = 'atMost' in row.target ? result <= row.target.atMost : result >= row.target.atLeast;
  return met ? 'met' : 'MISSED';
}
