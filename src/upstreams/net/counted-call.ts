import type { UpstreamCall } from './upstream-client.ts';

type Counted<T> = {
  /** Name of the other service in metrics. */
  readonly upstream: string;
  /** Without it, nothing is counted. */
  readonly report: ((call: UpstreamCall) => void) | undefined;
  /** Maps a result to one of a few outcomes. */
  readonly outcomeOf: (response: T) => string;
  /** The same for an error. */
  readonly failureOf: (error: unknown) => string;
  /** Milliseconds of a monotonic clock. */
  readonly nowMs?: () => number;
};

/** Wraps a function so that its calls are counted: for services that are not called over HTTP. */
export function countedCall<Args extends readonly unknown[], T>(
  call: (...args: Args) => Promise<T>,
  { upstream, report, outcomeOf, failureOf, nowMs = () => performance.now() }: Counted<T>,
): (...args: Args) => Promise<T> {
  if (report === undefined) return call;
  return async (...args) => {
    const startMs = nowMs();
    const count = (outcome: string) => report({ upstream, outcome, ms: nowMs() - startMs });
    try {
      const response = await call(...args);
      count(outcomeOf(response));
      return response;
    } catch (error) {
      count(failureOf(error));
      throw error;
    }
  };
}
