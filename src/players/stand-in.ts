import type { ErrorCode } from '../errors/catalogue.ts';
import type { LineupError } from '../errors/lineup-error.ts';

/** What `fallback=default` draws a default skin for: what can't be had. */
const replaceable: ReadonlySet<ErrorCode> = new Set([
  'unknown-player',
  'unknown-skin',
  'unusable-skin',
  'upstream-failed',
  'upstream-timeout',
]);

/** Whether a default skin may stand in; a malformed or forbidden request stays an error. */
export function mayStandIn({ code }: LineupError): boolean {
  return replaceable.has(code);
}

/** A stand-in that a moment's trouble made necessary is not to be kept by anybody. */
export function isPassing({ status }: LineupError): boolean {
  return status >= 500;
}
