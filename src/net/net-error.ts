/**
 * What can go wrong behind the door, and the sentence that says so.
 *
 * The sentences are fit for strangers: no resolved address, no upstream host, no text that a remote
 * server chose. What really happened travels as `cause`, for the log only.
 */
const sentences = {
  'bad-url': 'The address is not a valid URL.',
  scheme: 'Only http, https and data URLs are fetched.',
  credentials: 'A URL with a user name or password is not fetched.',
  'blocked-port': 'This port is not used for web pages and is not asked.',
  'blocked-address': 'The address is private or reserved and is not asked.',
  unresolvable: 'The host name could not be resolved.',
  unreachable: 'The host could not be reached or closed the connection early.',
  timeout: 'The host did not answer in time.',
  'too-large': 'The answer is larger than allowed.',
  'too-many-redirects': 'The address redirects too many times.',
  'bad-redirect': 'The address redirects to something that is not fetched.',
  'http-status': 'The address did not answer with success.',
  'bad-data-url': 'The data URL is not well formed.',
  garbage: 'The host answered with something that could not be understood.',
  busy: 'Too many requests are under way to other services.',
  aborted: 'The request was given up.',
} as const satisfies Record<string, string>;

export type NetErrorKind = keyof typeof sentences;

type NetErrorDetails = {
  /** HTTP status that the other side answered with; only with `http-status`. */
  readonly status?: number;
  /** What happened underneath; for the log, never for a client. */
  readonly cause?: unknown;
};

/** The one error class that leaves this room. `kind` is for decisions, `message` is safe to show. */
export class NetError extends Error {
  readonly kind: NetErrorKind;
  readonly status: number | undefined;

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
