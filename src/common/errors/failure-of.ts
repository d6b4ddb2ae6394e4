import { LineupError, type ErrorCode } from './lineup-error.ts';

export type Failure = {
  /** Name of the service in metrics. */
  readonly service?: string;
  /** A short reason: `timeout`, `status 503`, `unreachable: ECONNREFUSED`, `circuit-open`. */
  readonly cause?: string;
};

/** Our chains of causes are short; a longer one is circular. */
const maxDepth = 8;

/**
 * Which service failed, and how, from an error's chain of causes; no text of a remote server, host or
 * address. Empty if nothing is known.
 */
export function failureOf(error: unknown): Failure {
  const found: { service?: string; kind?: string; code?: string } = {};
  let current = error;
  for (let depth = 0; depth < maxDepth && current instanceof Error; depth += 1) {
    // `status` and `code` of a LineupError are those of the response.
    if (!(current instanceof LineupError)) Object.assign(found, factsOf(current));
    current = current.cause;
  }
  const { service, kind, code } = found;
  const cause = [kind, code].filter(Boolean).join(': ');
  return { ...(service !== undefined && { service }), ...(cause !== '' && { cause }) };
}

type Facts = Partial<Record<'service' | 'kind' | 'status' | 'code', unknown>>;

function factsOf({ service, kind, status, code }: Error & Facts) {
  return {
    ...(typeof service === 'string' && { service }),
    ...(typeof kind === 'string' && { kind }),
    ...(typeof status === 'number' && { kind: `status ${status}` }),
    ...(typeof code === 'string' && /^[A-Z][A-Z0-9_]{1,63}$/.test(code) && { code }),
  };
}

/** Errors for which `fallback=default` draws a default skin. */
const replaceable: ReadonlySet<ErrorCode> = new Set([
  'unknown-player',
  'unknown-skin',
  'unusable-skin',
  'unknown-picture',
  'upstream-failed',
  'upstream-timeout',
]);

export function mayFallBack({ code }: LineupError): boolean {
  return replaceable.has(code);
}

/** A fallback for a temporary error must not be cached. */
export function isTemporary({ status }: LineupError): boolean {
  return status >= 500;
}
