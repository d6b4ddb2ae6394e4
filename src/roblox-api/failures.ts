import { LineupError } from '../errors/lineup-error.ts';

// Errors for failures of the platform. Its own 401 or 403 is never passed on.

export function notAnswering(cause?: unknown, retryAfterSeconds?: number): LineupError {
  return new LineupError('upstream-failed', 'Roblox isn’t answering right now.', {
    cause,
    ...(retryAfterSeconds !== undefined && { retryAfterSeconds }),
  });
}

/** An endpoint that now requires an account. */
export function closed(cause?: unknown): LineupError {
  return new LineupError('upstream-failed', 'Roblox no longer offers this without an account.', {
    cause,
  });
}

/** Our own rate limit, not the platform's. */
export function busy(waitMs: number): LineupError {
  return new LineupError('overloaded', 'Too many requests to Roblox; try again shortly.', {
    retryAfterSeconds: Math.max(1, Math.ceil(waitMs / 1000)),
  });
}

/** A picture that the platform is still drawing. */
export function stillPending(): LineupError {
  return new LineupError('upstream-failed', 'Roblox is still drawing this picture.', {
    retryAfterSeconds: 3,
  });
}
