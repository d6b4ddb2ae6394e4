import { LineupError } from '../errors/lineup-error.ts';

type Told = {
  /** Sentences in place of those of the catalogue. */
  readonly busy?: string;
  readonly failed?: string;
  /** For the log; by default the error itself. */
  readonly cause?: unknown;
  /** After how long the service is asked again, where that is known. */
  readonly retryAfterSeconds?: number;
};

/**
 * What a client is told of a service that gave no usable response: `overloaded` where our own queue for
 * it was full, else `upstream-timeout` or `upstream-failed`.
 */
export function unavailable(error: { readonly kind?: string }, told: Told = {}): LineupError {
  const { busy, failed, cause = error, retryAfterSeconds = 0 } = told;
  if (error.kind === 'busy') {
    return new LineupError('overloaded', busy, { cause, retryAfterSeconds: 2 });
  }
  const code = error.kind === 'timeout' ? 'upstream-timeout' : 'upstream-failed';
  return new LineupError(code, failed, {
    cause,
    ...(retryAfterSeconds > 0 && { retryAfterSeconds }),
  });
}
