import { LRUCache } from 'lru-cache';
import {
  boundedMs,
  boundedWindow,
  storeRules,
  type SharedStore,
  type Standing,
  type WindowRule,
} from './shared-store.ts';
import {
  pausedIn,
  waitIn,
  windowAt,
  windowLearnt,
  windowPaused,
  type WindowState,
} from './window.ts';

type Webhook = {
  readonly deadUntilMs: number;
  readonly offences: number;
  readonly offencesUntilMs: number;
  readonly goodUntilMs: number;
};

const unknownWebhook: Webhook = {
  deadUntilMs: 0,
  offences: 0,
  offencesUntilMs: 0,
  goodUntilMs: 0,
};

/** Some 300 bytes each: at most about 6 MB and 15 MB. */
const mostWindows = 20_000;
const mostWebhooks = 50_000;

/** The store of a single process; also what stands in while the shared one is away. */
export function createMemoryStore({ nowMs }: { readonly nowMs: () => number }): SharedStore {
  const windows = new LRUCache<string, WindowState>({ max: mostWindows });
  const webhooks = new LRUCache<string, Webhook>({ max: mostWebhooks });
  const invalid = createInvalidCount();

  const windowNow = (key: string, rule: WindowRule, now: number) =>
    windowAt(now, rule, windows.get(key));

  function take(key: string, rule: WindowRule, maxWaitMs: number): number {
    const now = nowMs();
    const window = windowNow(key, rule, now);
    const waitMs = waitIn(window, now, 0);
    if (waitMs <= maxWaitMs) windows.set(key, { ...window, used: window.used + 1 });
    return Math.ceil(waitMs);
  }

  function standing(key: string): Standing {
    const now = nowMs();
    const { deadUntilMs, goodUntilMs } = webhooks.get(key) ?? unknownWebhook;
    return {
      deadForMs: Math.max(0, deadUntilMs - now),
      isKnownGood: now < goodUntilMs,
      invalidAnswers: invalid.sum(now),
    };
  }

  return {
    look: async (key, rule, behind) => {
      const now = nowMs();
      return Math.ceil(waitIn(windowNow(key, rule, now), now, behind));
    },
    take: async (key, rule, maxWaitMs) => take(key, rule, maxWaitMs),
    learn: async (key, told) => {
      const now = nowMs();
      const seen = boundedWindow(told);
      const rule = { limit: seen.limit, windowMs: Math.max(1, seen.resetAfterMs) };
      windows.set(key, windowLearnt(windowNow(key, rule, now), seen, now));
    },
    pause: async (key, { rule, forMs }) => {
      const now = nowMs();
      windows.set(key, windowPaused(windowNow(key, rule, now), boundedMs(forMs), now));
    },
    pausedFor: async (key) => {
      const window = windows.get(key);
      return window === undefined ? 0 : Math.ceil(pausedIn(window, nowMs()));
    },
    standing: async (key) => standing(key),
    noteGood: async (key) =>
      void webhooks.set(key, { ...unknownWebhook, goodUntilMs: nowMs() + storeRules.goodMs }),
    noteDead: async (key) =>
      void webhooks.set(key, deadWebhook(webhooks.get(key) ?? unknownWebhook, nowMs())),
    noteInvalid: async () => invalid.add(nowMs()),
  };
}

function deadWebhook(webhook: Webhook, nowMs: number): Webhook {
  // Found out twice at the same time: one offence.
  if (nowMs < webhook.deadUntilMs) return webhook;
  const before = nowMs < webhook.offencesUntilMs ? webhook.offences : 0;
  const deadMs = Math.min(storeRules.deadMs * 2 ** before, storeRules.longestDeadMs);
  return {
    deadUntilMs: nowMs + deadMs,
    offences: before + 1,
    offencesUntilMs: nowMs + deadMs + storeRules.offencesKeptMs,
    goodUntilMs: 0,
  };
}

/** A count over the last ten minutes, by the minute. */
function createInvalidCount() {
  const slots = new Map<number, number>();
  function sum(nowMs: number): number {
    const oldest = slotOf(nowMs) - storeRules.invalidSlots;
    let total = 0;
    for (const [slot, count] of slots) {
      if (slot > oldest) total += count;
      else slots.delete(slot);
    }
    return total;
  }
  function add(nowMs: number): void {
    const slot = slotOf(nowMs);
    slots.set(slot, (slots.get(slot) ?? 0) + 1);
    sum(nowMs);
  }
  return { sum, add };
}

function slotOf(nowMs: number): number {
  return Math.floor(nowMs / storeRules.invalidSlotMs);
}
