import { within, type Clock } from './clock.ts';
import type { SharedStore, Standing } from './shared-store.ts';

export type FallbackStoreOptions = {
  readonly shared: SharedStore;
  /** Of this process; always kept up to date, so that it knows what to do when it stands in. */
  readonly local: SharedStore;
  readonly clock: Clock;
  /** What the shared store may take for one answer. */
  readonly timeoutMs?: number;
  /** How long it is left alone after it failed. */
  readonly restMs?: number;
  /** Told when it starts to fail, once for each rest; for the log. */
  readonly onFailure?: (error: unknown) => void;
};

/**
 * The shared store while it is there, and this process's own while it is not. A failing or slow
 * shared store is never an error, and costs at most one `timeoutMs` in each `restMs`.
 */
export function createFallbackStore(options: FallbackStoreOptions): SharedStore {
  const { shared, local, clock, timeoutMs = 50, restMs = 1000, onFailure } = options;
  let restsUntilMs = Number.NEGATIVE_INFINITY;

  async function ask<T>(question: (store: SharedStore) => Promise<T>): Promise<T> {
    if (clock.nowMs() < restsUntilMs) return question(local);
    try {
      return await within(clock, question(shared), { delayMs: timeoutMs, late });
    } catch (error) {
      // Several questions may have been under way when it died.
      const isNews = clock.nowMs() >= restsUntilMs;
      restsUntilMs = clock.nowMs() + restMs;
      if (isNews) onFailure?.(error);
      return question(local);
    }
  }

  /** To both, and nobody waits for the shared one. */
  async function tell(news: (store: SharedStore) => Promise<void>): Promise<void> {
    await news(local);
    if (clock.nowMs() < restsUntilMs) return;
    void ask((store) => (store === local ? Promise.resolve() : news(store)));
  }

  return {
    look: (key, rule, behind) => ask((store) => store.look(key, rule, behind)),
    take: (key, rule, maxWaitMs) => ask((store) => store.take(key, rule, maxWaitMs)),
    learn: (key, seen) => tell((store) => store.learn(key, seen)),
    pause: (key, pause) => tell((store) => store.pause(key, pause)),
    pausedFor: async (key) => {
      const [here, everywhere] = await Promise.all([
        local.pausedFor(key),
        ask((store) => store.pausedFor(key)),
      ]);
      return Math.max(here, everywhere);
    },
    standing: async (key) => {
      const [here, everywhere] = await Promise.all([
        local.standing(key),
        ask((store) => store.standing(key)),
      ]);
      return worseOf(here, everywhere);
    },
    noteGood: (key) => tell((store) => store.noteGood(key)),
    noteDead: (key) => tell((store) => store.noteDead(key)),
    noteInvalid: () => tell((store) => store.noteInvalid()),
  };
}

const late = () => new Error('the shared store did not answer in time');

/** What was learnt here while the shared store was away must not be forgotten when it is back. */
function worseOf(here: Standing, everywhere: Standing): Standing {
  return {
    deadForMs: Math.max(here.deadForMs, everywhere.deadForMs),
    isKnownGood: here.isKnownGood || everywhere.isKnownGood,
    invalidAnswers: Math.max(here.invalidAnswers, everywhere.invalidAnswers),
  };
}
