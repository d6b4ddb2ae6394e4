import { errors } from 'undici';
import { NetError, type NetErrorKind } from './net-error.ts';

/** Codes with a meaning of their own; all others are `unreachable`. */
const kindOfCode: ReadonlyMap<string, NetErrorKind> = new Map(
  Object.entries<NetErrorKind>({
    // All of several addresses timed out.
    ETIMEDOUT: 'timeout',
    UND_ERR_RES_CONTENT_LENGTH_MISMATCH: 'invalid-response',
    UND_ERR_INVALID_ARG: 'bad-url',
    UND_ERR_CLOSED: 'aborted',
    UND_ERR_DESTROYED: 'aborted',
  }),
);

/**
 * Converts an error of a socket or the HTTP client to a NetError. If `signal` has aborted, its reason
 * is used instead, because the way a broken connection fails depends on timing.
 */
export function translateError(error: unknown, signal: AbortSignal): NetError {
  const reason: unknown = signal.aborted ? signal.reason : error;
  if (reason instanceof NetError) return reason;
  if (signal.aborted) return new NetError('aborted', { cause: reason });
  return new NetError(kindOf(error), { cause: error });
}

function kindOf(error: unknown): NetErrorKind {
  // The response is not HTTP. (This class has no code in undici 7.)
  if (error instanceof errors.HTTPParserError) return 'invalid-response';
  return kindOfCode.get(codeOf(error)) ?? 'unreachable';
}

function codeOf(error: unknown): string {
  if (typeof error !== 'object' || error === null || !('code' in error)) return '';
  return typeof error.code === 'string' ? error.code : '';
}
