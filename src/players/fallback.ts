import type { ErrorCode } from '../errors/catalogue.ts';
import type { LineupError } from '../errors/lineup-error.ts';

/** What `fallback=default` draws a default skin for: what can't be had. */
const replaceable: ReadonlySet<ErrorCode> = new Set([
  'unknown-player',
  'unknown-skin',
  'unusable-skin',
  'unknown-picture',
  'upstream-failed',
  'upstream-timeout',
]);

/** Whether a default skin may be drawn instead; a malformed or forbidden request stays an error. */
export function mayFallBack({ code }: LineupError): boolean {
  return replaceable.has(code);
}

/** A fallback for an error that will pass is not to be kept by anybody. */
export function isTemporary({ status }: LineupError): boolean {
  return status >= 500;
}
