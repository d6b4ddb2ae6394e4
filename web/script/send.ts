import { t } from './messages.ts';
/** The outcome of a request to the service. */
export type Outcome =
  | { readonly kind: 'answer'; readonly response: Response; readonly blob: Blob }
  /** An error: its sentence, and the seconds to wait, as far as waiting helps. */
  | {
      readonly kind: 'refusal';
      readonly status: number;
      readonly detail: string;
      readonly waitSeconds: number;
    }
  /** The service could not be reached. */
  | { readonly kind: 'silence' }
  /** The request was aborted. */
  | { readonly kind: 'cancelled' };

export type ApiRequest = {
  readonly method: string;
  readonly url: string;
  readonly body?: unknown;
  readonly cache?: RequestCache;
  readonly headers?: Readonly<Record<string, string>>;
};

/** Sends a request; never throws. `cancelled` after the signal has aborted. */
export async function send(
  request: ApiRequest,
  signal: AbortSignal | null = null,
): Promise<Outcome> {
  const outcome = await outcomeOf(request, signal).catch(() => ({ kind: 'silence' }) as const);
  return signal?.aborted === true ? { kind: 'cancelled' } : outcome;
}

async function outcomeOf(
  { method, url, body, cache, headers = {} }: ApiRequest,
  signal: AbortSignal | null,
): Promise<Outcome> {
  const isForm = body instanceof FormData;
  const isJson = body !== undefined && !isForm;
  const response = await fetch(url, {
    method,
    signal,
    ...(cache && { cache }),
    headers: { ...headers, ...(isJson && { 'Content-Type': 'application/json' }) },
    ...(isForm && { body }),
    ...(isJson && { body: JSON.stringify(body) }),
  });
  return response.ok
    ? { kind: 'answer', response, blob: await response.blob() }
    : refusalOf(response);
}

/** What a response says as JSON; `null` if it is none, as a proxy in between may respond with a page of its own. */
export async function jsonIn(blob: Blob): Promise<unknown> {
  try {
    return JSON.parse(await blob.text());
  } catch {
    return null;
  }
}

/** A busy service says when to come back; this is the default. */
const defaultWaitSeconds = 5;

async function refusalOf(response: Response): Promise<Outcome> {
  const waitSeconds = Number(response.headers.get('retry-after') ?? defaultWaitSeconds);
  return {
    kind: 'refusal',
    status: response.status,
    detail: await detailOf(response),
    waitSeconds: Number.isFinite(waitSeconds) ? waitSeconds : defaultWaitSeconds,
  };
}

/** A proxy in between may respond with a page of its own. */
async function detailOf(response: Response): Promise<string> {
  // A message is passed on from Discord, which uses this name.
  const answer: unknown = await response.json().catch(() => null);
  const { detail, message }: { detail?: unknown; message?: unknown } = Object(answer);
  const said = [detail, message].find((text) => typeof text === 'string');
  return said ?? t('answeredWith', { status: response.status });
}

/**
 * Only the last of several requests counts: each call aborts the previous one and returns the signal of
 * the new one.
 */
export function createAbortPrevious(): () => AbortSignal {
  let open = new AbortController();
  return () => {
    open.abort();
    open = new AbortController();
    return open.signal;
  };
}
