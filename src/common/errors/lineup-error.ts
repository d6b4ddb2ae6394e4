import { catalogue, type ErrorCode } from './catalogue.ts';

/** What an error of the chat platform says, as its clients read it. */
export type PlatformWords = { readonly code: number; readonly message: string };

type ErrorOptions = {
  /** What went wrong underneath; for the log only, never sent. */
  readonly cause?: unknown;
  /** Seconds after which a retry makes sense; becomes `Retry-After`. */
  readonly retryAfterSeconds?: number;
  /** Methods that the path supports; becomes `Allow` on a 405. */
  readonly allow?: readonly string[];
  /** If it stands for an error of the chat platform; sent beside our own sentence. */
  readonly platform?: PlatformWords | undefined;
};

/** The only error class that reaches clients; `message` is public, by default that of the row. */
export class LineupError extends Error {
  readonly code: ErrorCode;
  readonly retryAfterSeconds: number | undefined;
  readonly allow: readonly string[] | undefined;
  readonly platform: PlatformWords | undefined;

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

  /** A copy of the error with the field path before its sentence. */
  at(fieldPath: string): LineupError {
    return new LineupError(this.code, `${fieldPath}: ${this.message}`, {
      cause: this.cause,
      ...(this.retryAfterSeconds !== undefined && { retryAfterSeconds: this.retryAfterSeconds }),
      ...(this.allow !== undefined && { allow: this.allow }),
    });
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
