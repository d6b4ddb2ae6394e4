import { sleep, within, type Clock } from './clock.ts';
import { createLines, type Place } from './lines.ts';
import type { WebhookAction } from './order.ts';
import { assertSoon, assertWelcome, tooManyRequests } from './refusals.ts';
import type { SenderRules } from './sender-rules.ts';
import type { SeenWindow, SharedStore, Standing, WindowRule } from './shared-store.ts';

/** Whose turn it is to be: what windows and lines are kept by. */
export type Subject = {
  /** Hash of the webhook's address. */
  readonly webhook: string;
  readonly kind: WebhookAction['kind'];
};

type Turn = {
  readonly standing: Standing;
  /** Lets the next in line go ahead; must be called, once or more often. */
  readonly leave: () => void;
};

export type Turns = {
  /**
   * Waits until this may be sent: everybody ahead has been served, the webhook's window and that of
   * the address have a place for it.
   *
   * @throws {LineupError} at once when that would take too long (`too-many-requests`), or when the
   * webhook is not welcome (`unknown-webhook`, `overloaded`)
   */
  readonly wait: (subject: Subject) => Promise<Turn>;
  /** Notes what the platform says of the window that an answer belongs to. */
  readonly learn: (subject: Subject, bucket: string | null, seen: SeenWindow) => Promise<void>;
  /** Lets nothing more through for so long: of this webhook, or of all. */
  readonly pause: (subject: Subject | 'all', forMs: number) => Promise<void>;
};

type TurnParts = {
  readonly store: SharedStore;
  readonly clock: Clock;
  readonly rules: SenderRules;
};

/** The window of this address over all webhooks. */
const addressKey = 'all';

/** Who is next: one line for each webhook and kind of request, in the order in which they came. */
export function createTurns({ store, clock, rules }: TurnParts): Turns {
  const { maxWaitMs, graceMs, webhookWindow, addressWindow, invalidBudget } = rules;
  const lines = createLines({ maxLength: rules.longestLine });
  // The platform's names of windows by kind of request; several kinds may share one.
  const buckets = new Map<string, string>();
  const windowOf = ({ webhook, kind }: Subject) => `${webhook}:${buckets.get(kind) ?? kind}`;

  async function welcomed(webhook: string): Promise<Standing> {
    const standing = await store.standing(webhook);
    assertWelcome(standing, invalidBudget);
    return standing;
  }

  /** Waits until everybody ahead is served, unless it is clear that this takes too long. */
  async function standInLine(place: Place, subject: Subject, latestMs: number): Promise<void> {
    const [waitMs] = await Promise.all([
      // The one who is being served has a place in the window already.
      store.look(windowOf(subject), webhookWindow, place.ahead - 1),
      welcomed(subject.webhook),
    ]);
    assertSoon(waitMs, maxWaitMs);
    const late = () => tooManyRequests(maxWaitMs);
    await within(clock, place.reached, { delayMs: latestMs - clock.nowMs(), late });
  }

  async function takePlace(key: string, rule: WindowRule, maxMs: number): Promise<void> {
    const waitMs = await store.take(key, rule, maxMs);
    assertSoon(waitMs, maxMs);
    if (waitMs > 0) await sleep(clock, waitMs + rules.marginMs);
  }

  async function waitAt(place: Place, subject: Subject): Promise<Standing> {
    const latestMs = clock.nowMs() + maxWaitMs + graceMs;
    const leftMs = () => Math.max(0, latestMs - clock.nowMs());
    // Nobody ahead: the place is taken at once, so that those who come next count it.
    if (place.ahead > 0) await standInLine(place, subject, latestMs);
    const [standing] = await Promise.all([
      // Also after a wait: those ahead may have found out that the webhook is dead.
      welcomed(subject.webhook),
      // Who was let into a line is not turned away for being a little late.
      takePlace(windowOf(subject), webhookWindow, place.ahead > 0 ? leftMs() : maxWaitMs),
    ]);
    await takePlace(addressKey, addressWindow, leftMs());
    return standing;
  }

  return {
    wait: async (subject) => {
      const place = lines.join(`${subject.webhook}:${subject.kind}`);
      if (place === null) throw tooManyRequests(maxWaitMs);
      try {
        return { standing: await waitAt(place, subject), leave: place.leave };
      } catch (error) {
        place.leave();
        throw error;
      }
    },
    learn: async (subject, bucket, seen) => {
      if (bucket !== null) buckets.set(subject.kind, bucket);
      await store.learn(windowOf(subject), seen);
    },
    pause: (subject, forMs) =>
      subject === 'all'
        ? store.pause(addressKey, { rule: addressWindow, forMs })
        : store.pause(windowOf(subject), { rule: webhookWindow, forMs }),
  };
}
