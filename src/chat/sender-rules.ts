import type { WindowRule } from './shared-store.ts';

/** What the sender keeps to. */
export type SenderRules = {
  /** The longest that a request waits for its turn; one that would wait longer is refused at once. */
  readonly maxWaitMs: number;
  /** What a wait may exceed the expectation by, before it is given up. */
  readonly graceMs: number;
  /** Added to every wait: no two clocks agree to the millisecond, and being early costs a 429. */
  readonly marginMs: number;
  /** What the platform allows one webhook, until its answers tell. */
  readonly webhookWindow: WindowRule;
  /** What it allows this address, over all webhooks. */
  readonly addressWindow: WindowRule;
  /** Bad answers in ten minutes after which only webhooks that are known to be good are served. */
  readonly invalidBudget: number;
  /** Requests that may wait in one line. */
  readonly longestLine: number;
  /** Requests waiting or under way, over all lines. */
  readonly maxPending: number;
  /** Their bodies in memory. */
  readonly maxPendingBytes: number;
  /** What a streamed body counts for in them: what is held of it, and what is on its way. */
  readonly streamBytes: number;
  /** From the start of sending to the platform's answer. */
  readonly timeoutMs: number;
  /** The same for a streamed body, whose sender's connection may be slow. */
  readonly streamTimeoutMs: number;
};

const mebibyte = 1024 * 1024;

export const senderRules: SenderRules = {
  maxWaitMs: 2000,
  graceMs: 1000,
  marginMs: 25,
  webhookWindow: { limit: 5, windowMs: 2000 },
  // Fifty a second are allowed. Ten in each quarter of a second are never more than fifty in any
  // second, however it is cut: a second meets at most five such windows.
  addressWindow: { limit: 10, windowMs: 250 },
  // The address is banned for a while at 10,000.
  invalidBudget: 9000,
  longestLine: 64,
  maxPending: 1024,
  maxPendingBytes: 64 * mebibyte,
  streamBytes: mebibyte / 2,
  timeoutMs: 10_000,
  streamTimeoutMs: 45_000,
};
