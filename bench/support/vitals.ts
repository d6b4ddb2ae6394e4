/** Messages from a benchmark to its server. */
export type Question = 'vitals' | 'watch-delay';

/** Measurements of a server since the last message. */
export type Vitals = {
  /** Current resident set. */
  readonly rssBytes: number;
  /** Processor time of all its threads. */
  readonly cpuMs: number;
  /** Share of time that its main thread was busy. */
  readonly loopBusyShare: number;
  /** Delay of a timer of `delayResolutionMs` in its main thread, including the timer itself. */
  readonly delayMs: { readonly median: number; readonly p99: number; readonly max: number };
};

export const delayResolutionMs = 1;

/** The response of a bare server. */
export type BareAnswer = {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly bodyBase64: string | null;
};
