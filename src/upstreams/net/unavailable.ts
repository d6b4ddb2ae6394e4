import { LineupError } from '../../common/errors/lineup-error.ts';

type UnavailableOptions = {
  /** Overrides of the catalogue's sentences. */
  readonly busy?: string;
  readonly failed?: string;
  /** The cause for the log. */
  readonly cause: unknown;
};

/**
 * The client's error for an upstream without a usable response: `overloaded` if our own queue for it
 * was full, otherwise `upstream-timeout` or `upstream-failed`.
 */
export function unavailable(
  error: { readonly kind?: string },
  options: UnavailableOptions,
): LineupError {
  const { busy, failed, cause } = options;
  if (error.kind === 'busy') {
    return new LineupError('overloaded', busy, { cause, retryAfterSeconds: 2 });
  }
  const code = error.kind === 'timeout' ? 'upstream-timeout' : 'upstream-failed';
  return new LineupError(code, failed, { cause });
}
