import { unlessAborted, within, type Clock } from './clock.ts';
import { createLines, type Place } from './lines.ts';
import { addressKey, createPlaces, type Subject, type Visit } from './places.ts';
import { assertSoon, tooManyRequests } from './refusals.ts';
import type { SenderRules } from './sender-rules.ts';
import type { SeenWindow, SharedStore, Standing } from './shared-store.ts';

type Turn = {
  readonly standing: Standing;
  /**
   * The last step before sending: waits for a place of the address, and looks again at what may have
   * changed during all waits.
   *
   * @throws {LineupError} as `wait` does
   */
  readonly pass: () => Promise<void>;
  /** Lets the next in line go ahead; must be called, once or more often. */
  readonly leave: () => void;
};

export type Turns = {
  /**
   * Waits until everybody ahead has been served and the webhook's window has a place.
   *
   * @param signal gives up, with its reason, when it aborts
   * @throws {LineupError} at once when that would take too long (`too-many-requests`), or when the
   * webhook is not welcome (`unknown-webhook`, `overloaded`)
   */
  readonly wait: (subject: Subject, signal?: AbortSignal) => Promise<Turn>;
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

/** Who is next: one line for each webhook and kind of request, in the order in which they came. */
export function createTurns({ store, clock, rules }: TurnParts): Turns {
  const { maxWaitMs, graceMs, webhookWindow, addressWindow } = rules;
  const lines = createLines({ maxLength: rules.longestLine });
  // The platform's names of windows by kind of request; several kinds may share one.
  const buckets = new Map<string, string>();
  const windowOf = ({ webhook, kind }: Subject) => `${webhook}:${buckets.get(kind) ?? kind}`;
  const places = createPlaces({ store, clock, rules, windowOf });

  /** Waits until everybody ahead is served, unless it is clear that this takes too long. */
  async function standInLine(place: Place, visit: Visit): Promise<void> {
    const [waitMs] = await Promise.all([
      // The one who is being served has a place in the window already.
      store.look(windowOf(visit.subject), webhookWindow, place.ahead - 1),
      places.welcomed(visit),
    ]);
    assertSoon(waitMs, maxWaitMs);
    const late = () => tooManyRequests(maxWaitMs);
    const reached = unlessAborted(place.reached, visit.signal);
    await within(clock, reached, { delayMs: places.leftMs(visit), late });
  }

  async function waitAt(place: Place, visit: Visit): Promise<Turn> {
    // Nobody ahead: the place is taken at once, so that those who come next count it.
    if (place.ahead > 0) await standInLine(place, visit);
    const seenAtMs = clock.nowMs();
    const [standing] = await Promise.all([
      // Also after a wait: those ahead may have found out that the webhook is dead.
      places.welcomed(visit),
      // Who was let into a line is not turned away for being a little late.
      places.takeOfWebhook(visit, place.ahead > 0 ? places.leftMs(visit) : maxWaitMs),
    ]);
    const pass = async () => {
      await places.pass(visit, seenAtMs);
      visit.signal?.throwIfAborted();
    };
    return { standing, pass, leave: place.leave };
  }

  return {
    wait: async (subject, signal) => {
      const place = lines.join(`${subject.webhook}:${subject.kind}`);
      if (place === null) throw tooManyRequests(maxWaitMs);
      const latestMs = clock.nowMs() + maxWaitMs + graceMs;
      try {
        return await waitAt(place, { subject, latestMs, signal });
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
