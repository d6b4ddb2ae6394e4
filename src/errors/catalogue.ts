/**
 * Every error that a client can receive, in one table: HTTP status and default sentence.
 *
 * `satisfies` makes the compiler check each row; a test compares `docs/errors.md` with this table in
 * both directions.
 */
export type CatalogueRow = {
  readonly status: number;
  /** Default of `detail`. One sentence without internals. */
  readonly sentence: string;
};

export const catalogue = {
  'bad-request': { status: 400, sentence: 'The request is not valid.' },
  'unusable-skin': { status: 400, sentence: 'This is not a usable skin image.' },
  'forbidden-address': { status: 400, sentence: 'We don’t fetch from this address.' },
  'unknown-player': { status: 404, sentence: 'There is no such player.' },
  'unknown-skin': { status: 404, sentence: 'There is no picture at this address.' },
  'unknown-cape': { status: 404, sentence: 'This player has no cape.' },
  'unknown-picture': {
    status: 404,
    sentence: 'Roblox shows no picture of this: there is none, it is blocked, or it is in review.',
  },
  'unknown-game': { status: 404, sentence: 'There is no such game.' },
  'unknown-group': { status: 404, sentence: 'There is no such group.' },
  'unknown-webhook': { status: 404, sentence: 'There is no such webhook, or not with this token.' },
  'unknown-message': {
    status: 404,
    sentence: 'There is no queued message with this id, or it has expired.',
  },
  'unknown-invite': {
    status: 404,
    sentence: 'There is no such invite, or it is not for a server.',
  },
  'unknown-guild': { status: 404, sentence: 'There is no such server.' },
  'widget-disabled': {
    status: 404,
    sentence:
      'The widget of this server is disabled; its owner can enable it in Discord: Server Settings, Engagement, Enable Server Widget.',
  },
  'unknown-route': { status: 404, sentence: 'There is nothing at this path.' },
  'method-not-allowed': { status: 405, sentence: 'This path does not support this method.' },
  'slow-request': { status: 408, sentence: 'The request took too long to arrive.' },
  'idempotency-conflict': {
    status: 409,
    sentence: 'A request with this Idempotency-Key is in progress; try again shortly.',
  },
  'idempotency-mismatch': {
    status: 422,
    sentence: 'This Idempotency-Key was used with another request.',
  },
  'not-offered': {
    status: 501,
    sentence: 'Queued messages need Redis, and this service runs without it.',
  },
  'body-too-large': { status: 413, sentence: 'The request body is too large.' },
  'unsupported-media-type': { status: 415, sentence: 'The request body must be application/json.' },
  'too-many-requests': { status: 429, sentence: 'Too many requests; try again later.' },
  'upstream-failed': {
    status: 502,
    sentence: 'A service that this request needs is not answering right now.',
  },
  'upstream-timeout': {
    status: 502,
    sentence: 'A service that this request needs did not answer in time.',
  },
  overloaded: {
    status: 503,
    sentence: 'The service has more to draw than it can take on now; try again shortly.',
  },
  /** Logged with its cause at level `error`, because the operator should look at it. */
  internal: { status: 500, sentence: 'Something went wrong inside the service.' },
} as const satisfies Record<string, CatalogueRow>;

export type ErrorCode = keyof typeof catalogue;

/** The errors of everything that needs another service. */
export const upstreamErrors = [
  'upstream-failed',
  'upstream-timeout',
  'overloaded',
] as const satisfies readonly ErrorCode[];
