import type { ErrorCode } from './catalogue.ts';
import type { LineupError } from './lineup-error.ts';

/** Errors for which `fallback=default` draws a default skin. */
const replaceable: ReadonlySet<ErrorCode> = new Set([
  'unknown-player',
  'unknown-skin',
  'unusable-skin',
  'unknown-picture',
  'upstream-failed',
  'upstream-timeout',
]);

/** Whether a fallback may be drawn; a malformed or forbidden request stays an error. */
export function mayFallBack({ code }: LineupError): boolean {
  return replaceable.has(code);
}

/** A fallback for a temporary error must not be cached. */
export function isTemporary({ status }: LineupError): boolean {
  return status >= 500;
}
