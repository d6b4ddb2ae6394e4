import table from './catalogue.json' with { type: 'json' };

/**
 * A row of the table of every error that a client can receive. The compiler checks each; a test compares
 * `docs/errors.md` with the table in both directions. `internal` is logged with its cause at level
 * `error`, because the operator should look at it.
 */
export type CatalogueRow = {
  readonly status: number;
  /** Default of `detail`. One sentence without internals. */
  readonly sentence: string;
};

export const catalogue: Readonly<Record<ErrorCode, CatalogueRow>> = table;

export type ErrorCode = keyof typeof table;

/** The errors of everything that needs another service. */
export const upstreamErrors = [
  'upstream-failed',
  'upstream-timeout',
  'overloaded',
] as const satisfies readonly ErrorCode[];
