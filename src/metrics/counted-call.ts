type Counted<T> = {
  /** What the metrics call the other service. */
  readonly upstream: string;
  readonly tell: (call: {
    readonly upstream: string;
    readonly outcome: string;
    readonly ms: number;
  }) => void;
  /** What an answer is counted as: one of few words. */
  readonly outcomeOf: (answer: T) => string;
  /** The same for an error. */
  readonly failureOf: (error: unknown) => string;
  /** Milliseconds of a clock that never jumps. */
  readonly nowMs?: () => number;
};

/** The same function, its calls counted: for services that are asked in other ways than over HTTP. */
export function countedCall<Args extends readonly unknown[], T>(
  call: (...args: Args) => Promise<T>,
  { upstream, tell, outcomeOf, failureOf, nowMs = () => performance.now() }: Counted<T>,
): (...args: Args) => Promise<T> {
  return async (...args) => {
    const startMs = nowMs();
    const count = (outcome: string) => tell({ upstream, outcome, ms: nowMs() - startMs });
    try {
      const answer = await call(...args);
      count(outcomeOf(answer));
      return answer;
    } catch (error) {
      count(failureOf(error));
      throw error;
    }
  };
}
