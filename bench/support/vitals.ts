/** Measurements of a server since the last message. */
export type Vitals = {
  /** Current resident set. */
  readonly rssBytes: number;
  /** Processor time of all its threads. */
  readonly cpuMs: number;
};

/** The response of a bare server. */
export type BareAnswer = {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly bodyBase64: string | null;
};
