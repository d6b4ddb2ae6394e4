/**
 * Every error that a client can receive, in one table: HTTP status, default sentence, and whether it is
 * logged as an error for the operator.
 *
 * `satisfies` makes the compiler check each row; a test compares `docs/errors.md` with this table in
 * both directions.
 */
export type CatalogueRow = {
  readonly status: number;
  /** Default of `detail`. One sentence without internals. */
  readonly sentence: string;
  /** Logged with its cause at level `error`, because the operator should look at it. */
  readonly reported: boolean;
};

export const catalogue = {
  'bad-request': { status: 400, sentence: 'The request is not valid.', reported: false },
  'unusable-skin': { status: 400, sentence: 'This is not a usable skin image.', reported: false },
  'forbidden-address': {
    status: 400,
    sentence: 'We don’t fetch from this address.',
    reported: false,
  },
  'unknown-player': { status: 404, sentence: 'There is no such player.', reported: false },
  'unknown-skin': {
    status: 404,
    sentence: 'There is no picture at this address.',
    reported: false,
  },
  'unknown-cape': { status: 404, sentence: 'This player has no cape.', reported: false },
  'unknown-picture': {
    status: 404,
    sentence: 'Roblox shows no picture of this: there is none, it is blocked, or it is in review.',
    reported: false,
  },
  'unknown-game': { status: 404, sentence: 'There is no such game.', reported: false },
  'unknown-group': { status: 404, sentence: 'There is no such group.', reported: false },
  'unknown-webhook': {
    status: 404,
    sentence: 'There is no such webhook, or not with this token.',
    reported: false,
  },
  'unknown-message': {
    status: 404,
    sentence: 'There is no queued message with this id, or it has expired.',
    reported: false,
  },
  'unknown-invite': {
    status: 404,
    sentence: 'There is no such invite, or it is not for a server.',
    reported: false,
  },
  'unknown-guild': { status: 404, sentence: 'There is no such server.', reported: false },
  'widget-disabled': {
    status: 404,
    sentence:
      'The widget of this server is disabled; its owner can enable it in Discord: Server Settings, Engagement, Enable Server Widget.',
    reported: false,
  },
  'unknown-route': { status: 404, sentence: 'There is nothing at this path.', reported: false },
  'method-not-allowed': {
    status: 405,
    sentence: 'This path does not support this method.',
    reported: false,
  },
  'idempotency-conflict': {
    status: 409,
    sentence: 'A request with this Idempotency-Key is in progress; try again shortly.',
    reported: false,
  },
  'idempotency-mismatch': {
    status: 422,
    sentence: 'This Idempotency-Key was used with another request.',
    reported: false,
  },
  'not-offered': {
    status: 501,
    sentence: 'Queued messages need Redis, and this service runs without it.',
    reported: false,
  },
  'body-too-large': { status: 413, sentence: 'The request body is too large.', reported: false },
  'unsupported-media-type': {
    status: 415,
    sentence: 'The request body must be application/json.',
    reported: false,
  },
  'too-many-requests': {
    status: 429,
    sentence: 'Too many requests; try again later.',
    reported: false,
  },
  'upstream-failed': {
    status: 502,
    sentence: 'A service that this request needs is not answering right now.',
    reported: false,
  },
  'upstream-timeout': {
    status: 502,
    sentence: 'A service that this request needs did not answer in time.',
    reported: false,
  },
  overloaded: {
    status: 503,
    sentence: 'The service has more to draw than it can take on now; try again shortly.',
    reported: false,
  },
  internal: { status: 500, sentence: 'Something went wrong inside the service.', reported: true },
} as const satisfies Record<string, CatalogueRow>;

export type ErrorCode = keyof typeof catalogue;
