import { LRUCache } from 'lru-cache';
import { dayMs, minuteMs } from '../../common/async/clock.ts';
import { LineupError, secondsText } from '../../common/errors/lineup-error.ts';
import type { Outcome } from './responses.ts';

const windowMs = 10 * minuteMs;
/** About 300 bytes an entry, so at most 6 MB; `max` would allocate it all up front. */
const maxKnown = { maxSize: 20_000, sizeCalculation: () => 1 };

/** Error responses in ten minutes: in all (10,000 would mean a ban), and of one client. */
export const guardRules = { badResponses: 9000, badResponsesPerClient: 30 };

/** What is known of a webhook: of a missing one, how the platform says so. */
type Known = Pick<Outcome, 'state' | 'words'>;

/** Refuses a client that has caused too many error responses; nothing of it reaches the platform. */
export class GuardRefusal extends LineupError {}

/** The missing webhooks, and the number of error responses counted against this address. */
export function createWebhookGuard(nowMs: () => number, rules: typeof guardRules) {
  const window = { ...maxKnown, ttl: windowMs, ttlResolution: 0, perf: { now: nowMs } } as const;
  const webhooks = new LRUCache<string, Known>(window);
  // The window of a client starts with its first error response.
  const badOf = new LRUCache<string, number>({ ...window, noUpdateTTL: true });
  /** When the last error responses arrived. */
  const badAtMs: number[] = [];

  function isBudgetSpent(): boolean {
    const oldestMs = badAtMs.at(-rules.badResponses);
    return oldestMs !== undefined && nowMs() - oldestMs < windowMs;
  }

  return {
    /** @throws {LineupError} `unknown-webhook`, `too-many-requests` (`GuardRefusal`), `overloaded` */
    assertNotBlocked: (webhook: string, client: string): void => {
      // First: this costs nothing upstream, and a queued message must not wait for what is known.
      const known = webhooks.get(webhook);
      if (known?.state === 'dead') {
        throw new LineupError('unknown-webhook', undefined, { platform: known.words });
      }
      if ((badOf.get(client) ?? 0) >= rules.badResponsesPerClient) {
        const why = 'Too many requests for webhooks that fail';
        throw tooManyRequests(badOf.getRemainingTTL(client), why, GuardRefusal);
      }
      if (known !== undefined || !isBudgetSpent()) return;
      const detail = 'The service cannot send any more messages for now; try again later.';
      throw new LineupError('overloaded', detail, { retryAfterSeconds: 60 });
    },
    note: (webhook: string, client: string, { status, kind, state, words }: Outcome): void => {
      if ([401, 403, 429].includes(status)) badAtMs.push(nowMs());
      if (badAtMs.length > rules.badResponses) badAtMs.shift();
      if (state === 'dead' || kind === 'refused') badOf.set(client, (badOf.get(client) ?? 0) + 1);
      if (state === 'dead') webhooks.set(webhook, { state, words });
      if (state === 'good') webhooks.set(webhook, { state }, { ttl: dayMs });
    },
  };
}

export function tooManyRequests(
  retryAfterMs: number,
  why = 'The chat platform accepts no more requests for now',
  Refusal = LineupError,
): LineupError {
  const seconds = Math.max(1, Math.ceil(retryAfterMs / 1000));
  const detail = `${why}; try again in ${secondsText(seconds)}.`;
  return new Refusal('too-many-requests', detail, { retryAfterSeconds: seconds });
}
