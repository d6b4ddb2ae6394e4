import { t } from './messages.ts';
/** The outcome of a request to the service. */
export type Outcome =
  | { readonly kind: 'answer'; readonly response: Response; readonly blob: Blob }
  /** An error: its sentence, and the seconds to wait. */
  | {
      readonly kind: 'refusal';
      readonly status: number;
      readonly detail: string;
      readonly waitSeconds: number | null;
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
  const outcome = await outcomeOf(request, signal);
  return signal?.aborted === true ? { kind: 'cancelled' } : outcome;
}

async function outcomeOf(
  { method, url, body, cache, headers = {} }: ApiRequest,
  signal: AbortSignal | null,
): Promise<Outcome> {
  try {
    const response = await fetch(url, {
      method,
      signal,
      ...(cache && { cache }),
      headers,
      ...(body instanceof FormData && { body }),
      ...(body !== undefined &&
        !(body instanceof FormData) && {
          headers: { ...headers, 'Content-Type': 'application/json' },
          body: JSON.stringify(body),
        }),
    });
    return response.ok
      ? { kind: 'answer', response, blob: await response.blob() }
      : await refusalOf(response);
  } catch {
    return { kind: 'silence' };
  }
}

/** What a response says as JSON; `null` if it is none, as a proxy in between may respond with a page of its own. */
export async function jsonIn(blob: Blob): Promise<unknown> {
  try {
    return JSON.parse(await blob.text());
  } catch {
    return null;
  }
}

async function refusalOf(response: Response): Promise<Outcome> {
  const wait = Number(response.headers.get('retry-after') ?? Number.NaN);
  return {
    kind: 'refusal',
    status: response.status,
    detail: await detailOf(response),
    waitSeconds: Number.isFinite(wait) ? wait : null,
  };
}

/** A proxy in between may respond with a page of its own. */
async function detailOf(response: Response): Promise<string> {
  try {
    const answer: unknown = await response.json();
    if (typeof answer === 'object' && answer !== null) {
      if ('detail' in answer && typeof answer.detail === 'string') return answer.detail;
      // Passed on from Discord, which uses this name.
      if ('message' in answer && typeof answer.message === 'string') return answer.message;
    }
  } catch {
    // Not JSON; handled below.
  }
  return t('answeredWith', { status: response.status });
}
