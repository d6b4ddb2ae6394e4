import { errors } from 'undici';
import { NetError, type NetErrorKind } from './net-error.ts';

/** Codes that mean more than "the connection failed". Everything else is `unreachable`. */
const kindOfCode: Readonly<Record<string, NetErrorKind>> = {
  // Several addresses were tried and each attempt ran out of its share of time.
  ETIMEDOUT: 'timeout',
  UND_ERR_HEADERS_OVERFLOW: 'garbage',
  UND_ERR_RES_CONTENT_LENGTH_MISMATCH: 'garbage',
  UND_ERR_INVALID_ARG: 'bad-url',
  UND_ERR_CLOSED: 'aborted',
  UND_ERR_DESTROYED: 'aborted',
};

/**
 * The NetError for whatever a socket or the HTTP client threw. Once `signal` has fired its reason
 * wins: how a torn connection happens to report itself is an accident of timing.
 */
export function translateError(error: unknown, signal: AbortSignal): NetError {
  const reason: unknown = signal.aborted ? signal.reason : error;
  if (reason instanceof NetError) return reason;
  if (signal.aborted) return new NetError('aborted', { cause: reason });
  return new NetError(kindOf(error), { cause: error });
}

function kindOf(error: unknown): NetErrorKind {
  // Bytes arrived, but they are not HTTP. (This class carries no code in undici 7.)
  if (error instanceof errors.HTTPParserError) return 'garbage';
  return kindOfCode[codeOf(error)] ?? 'unreachable';
}

function codeOf(error: unknown): string {
  if (typeof error !== 'object' || error === null || !('code' in error)) return '';
  return typeof error.code === 'string' ? error.code : '';
}
