/** What a bench hands back: rows that are judged, tables that justify a choice, and remarks. */
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

/** What came out of a row: numbers, or why there are none. */
export type Row = Measured | Failed;

type Described = {
  /** Names the row for ever; what `results.json` is compared by. */
  readonly id: string;
  readonly what: string;
};

export type Measured = Described & {
  readonly value: number;
  readonly unit: Unit;
  /** The named peer of the same run, measured in the same unit. */
  readonly peer: { readonly name: string; readonly value: number } | null;
  /** `slower`: value / peer, for costs. `faster`: peer / value. `value`: without a peer. */
  readonly judged: 'slower' | 'faster' | 'value';
  /** Of the ratio where there is a peer, else of the value; null for what is only told. */
  readonly target: Target | null;
};

type Failed = Described & { readonly problem: string };

/** A row that is judged by itself. */
export function valueRow(row: Omit<Measured, 'peer' | 'judged'>): Measured {
  return { ...row, peer: null, judged: 'value' };
}

/** A row that is judged by how it compares: value / peer. */
export function ratioRow(
  row: Omit<Measured, 'peer' | 'judged'> & { readonly peer: NonNullable<Measured['peer']> },
): Measured {
  return { ...row, judged: 'slower' };
}

/** The number that the target is about. */
export function resultOf({ value, peer, judged }: Measured): number {
  if (peer === null || judged === 'value') return value;
  return judged === 'faster' ? peer.value / value : value / peer.value;
}

/** A percentile of nothing is no number, and neither a message nor a file could carry it. */
export function sendable(row: Row): Row {
  if ('problem' in row) return row;
  const { id, what, value, peer } = row;
  const isNumber = Number.isFinite(value) && Number.isFinite(peer?.value ?? 0);
  return isNumber ? row : { id, what, problem: 'There was nothing to measure.' };
}

/** Whether the row reached its target; what has none is only told. */
export function outcomeOf(row: Row): 'met' | 'MISSED' | 'told' {
  if ('problem' in row) return 'MISSED';
  if (row.target === null) return 'told';
  const result = resultOf(row);
  const met = 'atMost' in row.target ? result <= row.target.atMost : result >= row.target.atLeast;
  return met ? 'met' : 'MISSED';
}
