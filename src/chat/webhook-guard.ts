import { LRUCache } from 'lru-cache';
import { dayMs, minuteMs } from '../async/clock.ts';
import { LineupError } from '../errors/lineup-error.ts';
import type { Outcome } from './answers.ts';

const windowMs = 10 * minuteMs;
/** Some 300 bytes each: at most about 6 MB each, and with `max` all of them at once. */
const mostKnown = { maxSize: 20_000, sizeCalculation: () => 1 };

/** Bad answers in ten minutes: of the process, which the platform bans for a while at 10,000, and of one client. */
export const guardRules = { badAnswers: 9000, badAnswersPerClient: 30 };

/** A webhook of which the platform has spoken; `deadMs` is how long it is refused, 0 for a good one. */
type Known = { readonly deadMs: number; readonly untilMs: number };

/** Which webhooks are dead, and how many answers the platform has counted against this address. */
export function createWebhookGuard(nowMs: () => number, rules: typeof guardRules) {
  const window = { ...mostKnown, ttl: windowMs, ttlResolution: 0, perf: { now: nowMs } } as const;
  const webhooks = new LRUCache<string, Known>(mostKnown);
  const badAnswers = new LRUCache<number, true>({ ...window, maxSize: rules.badAnswers });
  // The window of a client begins with its first.
  const badOf = new LRUCache<string, number>({ ...window, noUpdateTTL: true });
  let lastBad = 0;

  function isBudgetSpent(): boolean {
    if (badAnswers.size === rules.badAnswers) badAnswers.purgeStale();
    return badAnswers.size === rules.badAnswers;
  }

  /** Refused for ten minutes, and twice as long each time it is still dead, up to a day. */
  function noteDead(webhook: string): void {
    const { deadMs = 0, untilMs = 0 } = webhooks.get(webhook) ?? {};
    // Found out twice at the same time: one offence.
    if (deadMs > 0 && nowMs() < untilMs) return;
    const nextMs = Math.min(deadMs * 2 || windowMs, dayMs);
    webhooks.set(webhook, { deadMs: nextMs, untilMs: nowMs() + nextMs });
  }

  return {
    /** @throws {LineupError} `unknown-webhook`, `too-many-requests`, `overloaded` */
    assertWelcome: (webhook: string, client: string): void => {
      if ((badOf.get(client) ?? 0) >= rules.badAnswersPerClient) {
        const why = 'Too many requests for webhooks that fail';
        throw tooManyRequests(badOf.getRemainingTTL(client), why);
      }
      const known = webhooks.get(webhook);
      const isKnown = known !== undefined && nowMs() < known.untilMs;
      if (isKnown && known.deadMs > 0) throw new LineupError('unknown-webhook');
      if (!isKnown && isBudgetSpent()) throw overloaded(60);
    },
    /** What a client has brought about. */
    note: (webhook: string, client: string, { status, kind, state }: Outcome): void => {
      if ([401, 403, 429].includes(status)) badAnswers.set((lastBad += 1), true);
      if (state === 'dead' || kind === 'refused') badOf.set(client, (badOf.get(client) ?? 0) + 1);
      if (state === 'dead') noteDead(webhook);
      if (state === 'good') webhooks.set(webhook, { deadMs: 0, untilMs: nowMs() + dayMs });
    },
  };
}

/** A 429 that says how long to wait. */
export function tooManyRequests(
  retryAfterMs: number,
  why = 'The chat platform takes no more for now',
): LineupError {
  const seconds = Math.max(1, Math.ceil(retryAfterMs / 1000));
  const unit = seconds === 1 ? 'second' : 'seconds';
  const detail = `${why}; try again in ${seconds} ${unit}.`;
  return new LineupError('too-many-requests', detail, { retryAfterSeconds: seconds });
}

/** A 503 that has to do with us and not with this webhook. */
export function overloaded(retryAfterSeconds: number): LineupError {
  const detail = 'The service can pass on no more messages for now; try again later.';
  return new LineupError('overloaded', detail, { retryAfterSeconds });
}
