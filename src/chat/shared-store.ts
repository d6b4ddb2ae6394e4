/**
 * What all instances of the service must know together, because they share webhooks and addresses:
 * how full the platform's windows are, which webhooks are dead, and how many bad answers there were.
 *
 * Keys are opaque: hashes, never an id or a token.
 */
export type SharedStore = {
  /**
   * How long a request would wait for a place in a window if `behind` others went first. Takes
   * nothing.
   */
  readonly look: (key: string, rule: WindowRule, behind: number) => Promise<number>;
  /**
   * Takes the next free place of a window and answers how many milliseconds away it is; when that is
   * more than `maxWaitMs`, nothing is taken.
   */
  readonly take: (key: string, rule: WindowRule, maxWaitMs: number) => Promise<number>;
  /** Believes what the platform says about a window. */
  readonly learn: (key: string, seen: SeenWindow) => Promise<void>;
  /** Nothing goes through this window for so long. */
  readonly pause: (key: string, pause: WindowPause) => Promise<void>;
  /** How much longer a pause lasts, for those who have taken a place before it; 0 without one. */
  readonly pausedFor: (key: string) => Promise<number>;
  readonly standing: (webhook: string) => Promise<Standing>;
  /** It answered as it should: past offences are forgotten. */
  readonly noteGood: (webhook: string) => Promise<void>;
  /** It does not exist, or not with this token: refused for a while, longer with each time. */
  readonly noteDead: (webhook: string) => Promise<void>;
  /** One of the answers that the platform counts against the sending address. */
  readonly noteInvalid: () => Promise<void>;
};

/** A fixed window that starts with its first request. */
export type WindowRule = { readonly limit: number; readonly windowMs: number };

/** A window as the platform's headers tell it. */
export type SeenWindow = {
  readonly limit: number;
  /** Places that are taken, as far as the platform knows. */
  readonly used: number;
  readonly resetAfterMs: number;
};

/** The rule holds where the window is not known yet. */
type WindowPause = { readonly rule: WindowRule; readonly forMs: number };

export type Standing = {
  /** How long this webhook is still to be refused; 0 when it is not. */
  readonly deadForMs: number;
  /** It has answered well within the last day. */
  readonly isKnownGood: boolean;
  /** Answers of the last ten minutes that the platform counts against us, over all webhooks. */
  readonly invalidAnswers: number;
};

const minuteMs = 60_000;
const hourMs = 60 * minuteMs;

/** The times that every store keeps to. */
export const storeRules = {
  /** First time; doubles with each repeat. */
  deadMs: 10 * minuteMs,
  longestDeadMs: 24 * hourMs,
  /** A webhook that was dead and is asked again within this time has repeated its offence. */
  offencesKeptMs: 48 * hourMs,
  goodMs: 24 * hourMs,
  /** Bad answers are counted by the minute; the running one and ten before it cover ten minutes. */
  invalidSlotMs: minuteMs,
  invalidSlots: 11,
  /** No answer of the platform moves a window further away than this. */
  longestWindowMs: hourMs,
  mostPlaces: 10_000,
} as const;

/** What the platform says, within reason. */
export function boundedWindow(seen: SeenWindow): SeenWindow {
  const limit = between(1, Math.floor(seen.limit), storeRules.mostPlaces);
  return {
    limit,
    used: between(0, Math.ceil(seen.used), limit),
    resetAfterMs: boundedMs(seen.resetAfterMs),
  };
}

/** A time that the platform names, in whole milliseconds, within reason. */
export function boundedMs(forMs: number): number {
  return between(0, Math.ceil(forMs), storeRules.longestWindowMs);
}

function between(min: number, value: number, max: number): number {
  return Math.min(Math.max(min, value), max);
}
