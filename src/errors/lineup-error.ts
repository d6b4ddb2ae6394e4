import { catalogue, type ErrorCode } from './catalogue.ts';

type ErrorOptions = {
  /** What went wrong underneath; for the log only, never sent. */
  readonly cause?: unknown;
  /** Seconds after which a retry makes sense; becomes `Retry-After`. */
  readonly retryAfterSeconds?: number;
  /** Methods that the path supports; becomes `Allow` on a 405. */
  readonly allow?: readonly string[];
};

/**
 * The only error class that reaches clients. `code` selects the row of the catalogue; `message` is the
 * public sentence (by default the row's), so it must not contain internals.
 */
export class LineupError extends Error {
  readonly code: ErrorCode;
  readonly retryAfterSeconds: number | undefined;
  readonly allow: readonly string[] | undefined;

  constructor(code: ErrorCode, detail?: string, options: ErrorOptions = {}) {
    super(detail ?? catalogue[code].sentence, { cause: options.cause });
    this.name = 'LineupError';
    this.code = code;
    this.retryAfterSeconds = options.retryAfterSeconds;
    this.allow = options.allow;
  }

  get status(): number {
    return catalogue[this.code].status;
  }

  /** A copy of the error with the field path before its sentence. */
  at(place: string): LineupError {
    return new LineupError(this.code, `${place}: ${this.message}`, {
      cause: this.cause,
      ...(this.retryAfterSeconds !== undefined && { retryAfterSeconds: this.retryAfterSeconds }),
      ...(this.allow !== undefined && { allow: this.allow }),
    });
  }
}

/**
 * Whether the service itself refused this client's work for now: it says nothing about the thing, nor
 * about other clients.
 */
export function isRefusal(error: unknown): error is LineupError {
  return error instanceof LineupError && error.code === 'overloaded';
}
