import { LineupError } from '../errors/lineup-error.ts';

// What clients are told when the platform fails. A 401 or 403 of its own is never passed on.

export function notAnswering(cause?: unknown, retryAfterSeconds?: number): LineupError {
  return new LineupError('upstream-failed', 'Roblox isn’t answering right now.', {
    cause,
    ...(retryAfterSeconds !== undefined && { retryAfterSeconds }),
  });
}

/** An endpoint that wants an account now. */
export function closed(cause?: unknown): LineupError {
  return new LineupError('upstream-failed', 'Roblox no longer offers this without an account.', {
    cause,
  });
}

/** Our own pace, not theirs. */
export function busy(waitMs: number): LineupError {
  return new LineupError('overloaded', 'Too many requests to Roblox; try again shortly.', {
    retryAfterSeconds: Math.max(1, Math.ceil(waitMs / 1000)),
  });
}

/** A picture that the platform has not drawn yet. */
export function stillPending(): LineupError {
  return new LineupError('upstream-failed', 'Roblox is still drawing this picture.', {
    retryAfterSeconds: 3,
  });
}
