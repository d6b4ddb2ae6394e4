/** The program was called in a wrong way: exit code 2. */
export class UsageError extends Error {
  override readonly name = 'UsageError';
}

/** What was requested is not available: exit code 1. */
export class FailedError extends Error {
  override readonly name = 'FailedError';
}
