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

type Unit =
  | 'ms'
  | 'kB'
  | 'MB'
  | 'MB per 1,000'
  | 'requests/s'
  | 'responses'
  | 'messages'
  | 'MB an hour'
  | 'ms per ms';

/** A limit, both ends inclusive. */
type Target = { readonly atMost: number } | { readonly atLeast: number };

/** The result of a row: numbers, or why there are none. */
export type Row = Measured | Failed;

type Described = {
  /** Permanent id of the row, by which `results.json` is compared. */
  readonly id: string;
  readonly what: string;
};

export type Measured = Described & {
  readonly value: number;
  readonly unit: Unit;
  /** The peer in the same run, in the same unit. */
  readonly peer: { readonly name: string; readonly value: number } | null;
  /** `slower`: value / peer, for costs. `faster`: peer / value. `value`: without a peer. */
  readonly judged: 'slower' | 'faster' | 'value';
  /** For the ratio if there is a peer, otherwise for the value; null if it is only informative. */
  readonly target: Target | null;
};

type Failed = Described & { readonly problem: string };

/** A row judged by its value. */
export function valueRow(row: Omit<Measured, 'peer' | 'judged'>): Measured {
  return { ...row, peer: null, judged: 'value' };
}

/** A row judged by its ratio: value / peer. */
export function ratioRow(
  row: Omit<Measured, 'peer' | 'judged'> & { readonly peer: NonNullable<Measured['peer']> },
): Measured {
  return { ...row, judged: 'slower' };
}

/** The number that the target applies to. */
export function resultOf({ value, peer, judged }: Measured): number {
  if (peer === null || judged === 'value') return value;
  return judged === 'faster' ? peer.value / value : value / peer.value;
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
