/** The result of a benchmark: rows with targets, and remarks. */
export type Report = {
  readonly rows: readonly Row[];
  /** One sentence each. */
  readonly remarks?: readonly string[];
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

/** A value with its unit, and the value of a peer, if the row is judged by their ratio. */
type Values = readonly [value: number, unit: string, peer?: readonly [name: string, value: number]];

/** Makes rows whose ids begin with `prefix`; what each says ends with what was going on beside it. */
export function rowsOf(prefix: string, beside?: string) {
  const end = beside === undefined ? '' : `, beside ${beside}`;
  return (id: string, what: string, values: Values, target: Target | null): Measured => {
    const [value, unit, peer] = values;
    const named = peer === undefined ? null : { name: peer[0], value: peer[1] };
    return { id: prefix + id, what: what + end, value, unit, peer: named, target };
  };
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
