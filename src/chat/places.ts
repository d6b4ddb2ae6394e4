import { sleep, unlessAborted, type Clock } from './clock.ts';
import type { WebhookAction } from './order.ts';
import { assertSoon, assertWelcome } from './refusals.ts';
import type { SenderRules } from './sender-rules.ts';
import type { SharedStore, Standing, WindowRule } from './shared-store.ts';

/** Whose turn it is to be: what windows and lines are kept by. */
export type Subject = {
  /** Hash of the webhook's address. */
  readonly webhook: string;
  readonly kind: WebhookAction['kind'];
};

/** Somebody who waits, and for how long. */
export type Visit = {
  readonly subject: Subject;
  /** When its patience ends. */
  readonly latestMs: number;
  /** Aborts when nobody wants it sent any more. */
  readonly signal: AbortSignal | undefined;
};

type PlaceParts = {
  readonly store: SharedStore;
  readonly clock: Clock;
  readonly rules: SenderRules;
  /** The window of a webhook: what is learnt of it may change its name. */
  readonly windowOf: (subject: Subject) => string;
};

/** The window of this address over all webhooks. */
export const addressKey = 'all';

/** Places in the windows of webhooks and in that of the address, and whether they still hold good. */
export function createPlaces({ store, clock, rules, windowOf }: PlaceParts) {
  const { webhookWindow, addressWindow, invalidBudget } = rules;
  const leftMs = ({ latestMs }: Visit) => Math.max(0, latestMs - clock.nowMs());

  /** @throws {LineupError} `unknown-webhook`, `overloaded` */
  async function welcomed({ subject }: Visit): Promise<Standing> {
    const standing = await store.standing(subject.webhook);
    assertWelcome(standing, invalidBudget);
    return standing;
  }

  async function take(key: string, rule: WindowRule, wait: Visit & { maxMs: number }) {
    const waitMs = await store.take(key, rule, wait.maxMs);
    assertSoon(waitMs, wait.maxMs);
    if (waitMs > 0) await unlessAborted(sleep(clock, waitMs + rules.marginMs), wait.signal);
  }

  const takeOfWebhook = (visit: Visit, maxMs = leftMs(visit)) =>
    take(windowOf(visit.subject), webhookWindow, { ...visit, maxMs });
  const takeOfAddress = (visit: Visit) =>
    take(addressKey, addressWindow, { ...visit, maxMs: leftMs(visit) });

  /** Whether it is as it was when the places were taken; takes new ones for those in a pause. */
  async function lookAgain(visit: Visit): Promise<void> {
    const [webhookMs, addressMs] = await Promise.all([
      store.pausedFor(windowOf(visit.subject)),
      store.pausedFor(addressKey),
      welcomed(visit),
    ]);
    assertSoon(Math.max(webhookMs, addressMs), leftMs(visit));
    if (webhookMs > 0) await takeOfWebhook(visit);
    if (addressMs > 0) await takeOfAddress(visit);
  }

  return {
    leftMs,
    welcomed,
    takeOfWebhook,
    /**
     * The last wait before sending: for a place of the address, and then for as long as something
     * has changed meanwhile.
     *
     * @param seenAtMs when the webhook was last looked at
     * @throws {LineupError} `too-many-requests`, `unknown-webhook`, `overloaded`
     */
    pass: async (visit: Visit, seenAtMs: number): Promise<void> => {
      await takeOfAddress(visit);
      let lookedAtMs = seenAtMs;
      // What has not waited since it looked needs no second look.
      while (clock.nowMs() - lookedAtMs > rules.marginMs) {
        lookedAtMs = clock.nowMs();
        await lookAgain(visit);
      }
    },
  };
}
