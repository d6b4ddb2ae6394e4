/** What a bench may say to a server of its own. */
export type Question = 'vitals' | 'watch-delay';

/** How a server is doing, since it was last asked. */
export type Vitals = {
  /** Resident set, now. */
  readonly rssBytes: number;
  /** Processor time of all its threads. */
  readonly cpuMs: number;
  /** Share of the time that its serving thread was at work. */
  readonly loopBusyShare: number;
  /** How long its serving thread kept a timer of `delayResolutionMs` waiting, that time included. */
  readonly delayMs: { readonly median: number; readonly p99: number; readonly max: number };
};

export const delayResolutionMs = 1;

/** What a bare server answers every request with. */
export type BareAnswer = {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly bodyBase64: string | null;
};
