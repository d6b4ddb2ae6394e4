import { withDeadline, type WaitErrorOf } from '../../common/async/clock.ts';
import { errors } from 'undici';

/** One sentence for all three, so that clients cannot tell open, closed and silent ports apart. */
const noWebServer = 'The host could not be reached or did not answer as a web server does.';

/**
 * The public sentence of each error of outgoing connections.
 *
 * They contain no resolved address, upstream host or text from a remote server. The details are in
 * `cause`, for the log only.
 */
const sentences = {
  'bad-url': 'The address is not a valid URL.',
  'long-url': 'The address is longer than 8192 characters.',
  scheme: 'Only http, https and data URLs are fetched.',
  credentials: 'A URL with a user name or password is not fetched.',
  'blocked-port':
    'This port belongs to another kind of service; pictures come from ports of web servers.',
  'blocked-address':
    'Fetching from private addresses is not allowed. Whoever runs this service can allow them with ALLOW_PRIVATE_ADDRESSES.',
  'blocked-host': 'The address is not on a host that is allowed here.',
  unresolvable: 'The host name could not be resolved.',
  'dns-failure': 'The host name could not be looked up: the name servers failed.',
  unreachable: noWebServer,
  timeout: noWebServer,
  'too-large': 'The response is larger than allowed.',
  'too-many-redirects': 'The address redirects too many times.',
  'bad-redirect': 'The address redirects to something that is not fetched.',
  'http-status': 'The address did not answer with success.',
  'bad-data-url': 'The data URL is not well formed.',
  'invalid-response': noWebServer,
  busy: 'Too many requests to other services are in progress.',
  aborted: 'The request was aborted.',
} as const satisfies Record<string, string>;

export type NetErrorKind = keyof typeof sentences;

type NetErrorDetails = {
  /** HTTP status of the response; only with `http-status`. */
  readonly status?: number;
  /** The underlying error; for the log, never for a client. */
  readonly cause?: unknown;
};

/** The only error class that leaves this folder. `message` may be shown to clients. */
export class NetError extends Error {
  readonly kind: NetErrorKind;
  readonly status: number | undefined;
  /** Name of the service in metrics and logs, if it has one. */
  service?: string;

  constructor(kind: NetErrorKind, details: NetErrorDetails = {}) {
    const { status, cause } = details;
    super(
      status === undefined ? sentences[kind] : `The address answered with status ${status}.`,
      cause === undefined ? undefined : { cause },
    );
    this.name = 'NetError';
    this.kind = kind;
    this.status = status;
  }
}

/**
 * Converts a wait that ended without a result. A caller's own NetError is kept as the reason, except
 * for a deadline that passed in a queue: no request was sent, so that is 'busy'.
 */
export const netErrorOf: WaitErrorOf = (failure, cause) => {
  const own = cause instanceof NetError && cause.kind !== 'timeout' ? cause : undefined;
  if (failure === 'aborted')
    return cause instanceof NetError ? cause : new NetError(failure, { cause });
  return own ?? new NetError(failure, { cause });
};

/** Runs a task with a deadline, as `withDeadline` does; what ends it is a NetError. */
export function withinTime<T>(
  deadline: Omit<Parameters<typeof withDeadline>[0], 'errorOf'>,
  task: (signal: AbortSignal) => Promise<T>,
): Promise<T> {
  return withDeadline({ ...deadline, errorOf: netErrorOf }, task);
}

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
