import { LineupError } from '../errors/lineup-error.ts';

type UnavailableOptions = {
  /** Overrides of the catalogue's sentences. */
  readonly busy?: string;
  readonly failed?: string;
  /** The cause for the log; by default the error itself. */
  readonly cause?: unknown;
  /** Seconds until a retry makes sense, if known. */
  readonly retryAfterSeconds?: number;
};

/**
 * The client's error for an upstream without a usable response: `overloaded` if our own queue for it
 * was full, otherwise `upstream-timeout` or `upstream-failed`.
 */
export function unavailable(
  error: { readonly kind?: string },
  options: UnavailableOptions = {},
): LineupError {
  const { busy, failed, cause = error, retryAfterSeconds = 0 } = options;
  if (error.kind === 'busy') {
    return new LineupError('overloaded', busy, { cause, retryAfterSeconds: 2 });
  }
  const code = error.kind === 'timeout' ? 'upstream-timeout' : 'upstream-failed';
  return new LineupError(code, failed, {
    cause,
    ...(retryAfterSeconds > 0 && { retryAfterSeconds }),
  });
}
