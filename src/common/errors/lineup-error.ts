import table from './catalogue.json' with { type: 'json' };

/**
 * Every error that a client can receive: its status, and the default of `detail`, one sentence without
 * internals. A test compares `docs/errors.md` with the table in both directions. `internal` is logged with its
 * cause at level `error`, because the operator should look at it.
 */
export const catalogue: Readonly<
  Record<ErrorCode, { readonly status: number; readonly sentence: string }>
> = table;

export type ErrorCode = keyof typeof table;

/** The errors of everything that needs another service. */
export const upstreamErrors = [
  'upstream-failed',
  'upstream-timeout',
  'overloaded',
] as const satisfies readonly ErrorCode[];

export type PlatformError = { readonly code: number; readonly message: string };

export type ErrorOptions = {
  /** What went wrong underneath; for the log only, never sent. */
  readonly cause?: unknown;
  /** Seconds after which a retry makes sense; becomes `Retry-After`. */
  readonly retryAfterSeconds?: number | undefined;
  /** Methods that the path supports; becomes `Allow` on a 405. */
  readonly allow?: readonly string[] | undefined;
  /** If it stands for an error of the chat platform; sent beside our own sentence. */
  readonly platform?: PlatformError | undefined;
};

/** The only error class that reaches clients; `message` is public, by default that of the row. */
export class LineupError extends Error {
  readonly code: ErrorCode;
  readonly retryAfterSeconds: number | undefined;
  readonly allow: readonly string[] | undefined;
  readonly platform: PlatformError | undefined;

  constructor(code: ErrorCode, detail?: string, options: ErrorOptions = {}) {
    super(detail ?? catalogue[code].sentence, { cause: options.cause });
    this.name = 'LineupError';
    this.code = code;
    this.retryAfterSeconds = options.retryAfterSeconds;
    this.allow = options.allow;
    this.platform = options.platform;
  }

  get status(): number {
    return catalogue[this.code].status;
  }

  at(fieldPath: string): LineupError {
    return new LineupError(this.code, `${fieldPath}: ${this.message}`, this);
  }
}

/** Nobody waits for a picture any more, so that it is not drawn on. */
export class AbandonedError extends LineupError {
  constructor() {
    super('overloaded', 'Nobody waited for this picture any more.', { retryAfterSeconds: 1 });
  }
}

/** A 400. @param detail the field path, a colon, and what is allowed */
export function badRequest(detail: string): LineupError {
  return new LineupError('bad-request', detail);
}

/** Whether the service refused this client's work for now, which says nothing about others. */
export function isRefusal(error: unknown): error is LineupError {
  return error instanceof LineupError && error.code === 'overloaded';
}

/** A number of whole seconds as a sentence has it: `1 second`, `17 seconds`. */
export function secondsText(seconds: number): string {
  return seconds === 1 ? '1 second' : `${seconds} seconds`;
}

/** Worst first; other statuses come last. */
const statusesByWeight = [503, 502, 404, 400];

/**
 * Combines several errors into one: their sentences joined in order, with the status of the worst (503
 * before 502 before 404 before 400).
 * @param errors at least one
 */
export function combineErrors(errors: readonly LineupError[]): LineupError {
  const [worst] = errors.toSorted((a, b) => rankOf(a) - rankOf(b));
  if (worst === undefined) throw new RangeError('no error to report');
  if (errors.length === 1) return worst;
  // An error of an option for all items is reported once.
  const sentences = new Set(errors.map(({ message }) => message.replace(/\.$/, '')));
  return new LineupError(worst.code, `${[...sentences].join('; ')}.`, {
    cause: worst.cause,
    retryAfterSeconds: worst.retryAfterSeconds,
  });
}

function rankOf({ status }: LineupError): number {
  const rank = statusesByWeight.indexOf(status);
  return rank < 0 ? statusesByWeight.length : rank;
}

/**
 * Reads all values, or reports all that are invalid at once.
 * @param read throws LineupError for an invalid value
 */
export function readEach<Value, Read>(
  values: readonly Value[],
  read: (value: Value, index: number) => Read,
): Read[] {
  const errors: LineupError[] = [];
  const results = values.flatMap((value, index) => {
    try {
      return [read(value, index)];
    } catch (error) {
      if (!(error instanceof LineupError)) throw error;
      errors.push(error);
      return [];
    }
  });
  if (errors.length > 0) throw combineErrors(errors);
  return results;
}

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
