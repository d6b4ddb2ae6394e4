import table from './catalogue.json' with { type: 'json' };

/**
 * Every error that a client can receive: its status, and the default of `detail`, one sentence without
 * internals. A test compares `docs/errors.md` with the table in both directions. `internal` is logged with its
 * cause at level `error`, because the operator should look at it.
 */
export const catalogue: Readonly<
  Record<ErrorCode, { readonly status: number; readonly sentence: string }>
> = table;

export type ErrorCode = keyof typeof table;

/** The errors of everything that needs another service. */
export const upstreamErrors = [
  'upstream-failed',
  'upstream-timeout',
  'overloaded',
] as const satisfies readonly ErrorCode[];

export type PlatformError = { readonly code: number; readonly message: string };

type ErrorOptions = {
  /** What went wrong underneath; for the log only, never sent. */
  readonly cause?: unknown;
  /** Seconds after which a retry makes sense; becomes `Retry-After`. */
  readonly retryAfterSeconds?: number | undefined;
  /** Methods that the path supports; becomes `Allow` on a 405. */
  readonly allow?: readonly string[] | undefined;
  /** If it stands for an error of the chat platform; sent beside our own sentence. */
  readonly platform?: PlatformError | undefined;
};

/** The only error class that reaches clients; `message` is public, by default that of the row. */
export class LineupError extends Error {
  readonly code: ErrorCode;
  readonly retryAfterSeconds: number | undefined;
  readonly allow: readonly string[] | undefined;
  readonly platform: PlatformError | undefined;

  constructor(code: ErrorCode, detail?: string, options: ErrorOptions = {}) {
    super(detail ?? catalogue[code].sentence, { cause: options.cause });
    this.name = 'LineupError';
    this.code = code;
    this.retryAfterSeconds = options.retryAfterSeconds;
    this.allow = options.allow;
    this.platform = options.platform;
  }

  get status(): number {
    return catalogue[this.code].status;
  }

  at(fieldPath: string): LineupError {
    return new LineupError(this.code, `${fieldPath}: ${this.message}`, this);
  }
}

/** Nobody waits for a picture any more, so that it is not drawn on. */
export class AbandonedError extends LineupError {
  constructor() {
    super('overloaded', 'Nobody waited for this picture any more.', { retryAfterSeconds: 1 });
  }
}

/** A 400. @param detail the field path, a colon, and what is allowed */
export function badRequest(detail: string): LineupError {
  return new LineupError('bad-request', detail);
}

/** Whether the service refused this client's work for now, which says nothing about others. */
export function isRefusal(error: unknown): error is LineupError {
  return error instanceof LineupError && error.code === 'overloaded';
}

/** A number of whole seconds as a sentence has it: `1 second`, `17 seconds`. */
export function secondsText(seconds: number): string {
  return seconds === 1 ? '1 second' : `${seconds} seconds`;
}
