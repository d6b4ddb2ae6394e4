import { catalogue, type ErrorCode } from './catalogue.ts';

type ErrorOptions = {
  /** What went wrong underneath; for the log only, never sent. */
  readonly cause?: unknown;
  /** Seconds after which a retry makes sense; becomes `Retry-After`. */
  readonly retryAfterSeconds?: number;
  /** Methods that the path does answer to; becomes `Allow` on a 405. */
  readonly allow?: readonly string[];
};

/**
 * The one error class that may reach a client. `code` picks the row of the catalogue; `message` is
 * the public sentence (the row's own when none is given), so nothing internal belongs into it.
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

  /** HTTP status of the answer that this error becomes. */
  get status(): number {
    return catalogue[this.code].status;
  }

  /** The same error, its sentence prefixed with the place in the request that it belongs to. */
  at(place: string): LineupError {
    return new LineupError(this.code, `${place}: ${this.message}`, {
      cause: this.cause,
      ...(this.retryAfterSeconds !== undefined && { retryAfterSeconds: this.retryAfterSeconds }),
      ...(this.allow !== undefined && { allow: this.allow }),
    });
  }
}
