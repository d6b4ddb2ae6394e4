import { LRUCache } from 'lru-cache';
import { dayMs, minuteMs } from '../async/clock.ts';
import { LineupError } from '../errors/lineup-error.ts';

const windowMs = 10 * minuteMs;

export type GuardRules = {
  /** Of the whole process in ten minutes; the platform bans an address for a while at 10,000. */
  readonly badAnswers: number;
  /** Of one client in ten minutes. */
  readonly badAnswersPerClient: number;
};

export const guardRules: GuardRules = { badAnswers: 9000, badAnswersPerClient: 30 };

type Known = {
  readonly deadUntilMs: number;
  /** How long it was refused the last time. */
  readonly deadMs: number;
  readonly goodUntilMs: number;
};

/** Some 300 bytes each: at most about 6 MB each. */
const mostKnown = 20_000;

/** Which webhooks are dead, and how many answers the platform has counted against this address. */
export function createWebhookGuard(nowMs: () => number, rules: GuardRules) {
  const webhooks = new LRUCache<string, Known>({ max: mostKnown });
  const clients = new LRUCache<string, { count: number; endsAtMs: number }>({ max: mostKnown });
  /** Of the process, by the minute: the running one and ten before it cover ten minutes. */
  const minutes = new Map<number, number>();

  function badAnswers(): number {
    const oldest = Math.floor(nowMs() / minuteMs) - 10;
    for (const minute of minutes.keys()) if (minute < oldest) minutes.delete(minute);
    return [...minutes.values()].reduce((sum, count) => sum + count, 0);
  }

  return {
    /** @throws {LineupError} `unknown-webhook`, `too-many-requests`, `overloaded` */
    assertWelcome: (webhook: string, client: string): void => {
      const now = nowMs();
      const own = clients.get(client);
      if (own !== undefined && now < own.endsAtMs && own.count >= rules.badAnswersPerClient) {
        throw tooManyRequests(own.endsAtMs - now, 'Too many requests for webhooks that fail');
      }
      const known = webhooks.get(webhook);
      if (known !== undefined && now < known.deadUntilMs) throw new LineupError('unknown-webhook');
      if (badAnswers() < rules.badAnswers || (known !== undefined && now < known.goodUntilMs))
        return;
      throw overloaded(60);
    },
    noteGood: (webhook: string): void =>
      void webhooks.set(webhook, { deadUntilMs: 0, deadMs: 0, goodUntilMs: nowMs() + dayMs }),
    /** Refused for ten minutes, and twice as long each time it is still dead, up to a day. */
    noteDead: (webhook: string): void => {
      const known = webhooks.get(webhook);
      // Found out twice at the same time: one offence.
      if (known !== undefined && nowMs() < known.deadUntilMs) return;
      const deadMs = Math.min((known?.deadMs ?? 0) * 2 || windowMs, dayMs);
      webhooks.set(webhook, { deadUntilMs: nowMs() + deadMs, deadMs, goodUntilMs: 0 });
    },
    /** An answer that the platform counts against the sending address. */
    noteBad: (): void => {
      const minute = Math.floor(nowMs() / minuteMs);
      minutes.set(minute, (minutes.get(minute) ?? 0) + 1);
    },
    /** A bad answer that this client has brought about. */
    noteBadOf: (client: string): void => {
      const own = clients.get(client);
      if (own !== undefined && nowMs() < own.endsAtMs) own.count += 1;
      else clients.set(client, { count: 1, endsAtMs: nowMs() + windowMs });
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
