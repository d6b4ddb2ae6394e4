import { LRUCache } from 'lru-cache';
import type { Plan } from '../raster/plan.ts';
import { MessageChannel, receiveMessageOnPort, type MessagePort } from 'node:worker_threads';

/** A plan whose arrays are in memory shared by all threads. */
export type SharedPlan = {
  readonly key: string;
  readonly kind: PlanKind;
  readonly plan: Plan;
  readonly bytes: number;
};

/**
 * Whether it is of a usual picture, of a camera that is rare, of an animation, or of a figure whose skin
 * gives it a shape.
 */
export type PlanKind = 'common' | 'rare' | 'moving' | 'shaped';

export type PlanStore = ReturnType<typeof createPlanStore>;

/** Of the memory, for each of the other kinds, if the common ones leave it: an animation has dozens of plans. */
const largestShare = 1 / 4;

/** Of the memory, for new plans: two or three scenes in a link preview, and some twenty figures. */
const freshShare = 1 / 16;

/**
 * The plans of the whole process, bounded by bytes; each is compiled once, by a worker. Most heights and
 * angles are never requested again, so a new plan has to be wanted once more before it may take the memory of
 * others. Plans of rare cameras, animations and shapes never evict common ones, because anybody can request
 * thousands of them.
 */
export function createPlanStore(maxBytes: number) {
  const freshBytes = Math.ceil(maxBytes * freshShare);
  const lastingBytes = maxBytes - freshBytes;
  const shareBytes = Math.ceil(maxBytes * largestShare);
  const fresh = plansUpTo(freshBytes);
  const kinds = {
    common: plansUpTo(lastingBytes),
    rare: plansUpTo(shareBytes),
    moving: plansUpTo(shareBytes),
    shaped: plansUpTo(shareBytes),
  } as const satisfies Record<PlanKind, unknown>;
  const lasting = Object.values(kinds);
  const bytesOf = (caches: typeof lasting): number =>
    caches.reduce((sum, { calculatedSize }) => sum + calculatedSize, 0);

  function keepOne(one: SharedPlan): void {
    kinds[one.kind].set(one.key, one);
    for (const evicted of [kinds.shaped, kinds.rare, kinds.moving]) {
      while (bytesOf(lasting) > lastingBytes && evicted.size > 0) evicted.pop();
    }
  }

  return {
    /** A plan, for a worker that is about to draw with it. */
    find: (key: string): Plan | null => {
      const again = fresh.get(key);
      if (again !== undefined) {
        fresh.delete(key);
        keepOne(again);
        return again.plan;
      }
      return lasting.find((plans) => plans.has(key))?.get(key)?.plan ?? null;
    },
    /** Stores new plans; two workers may have compiled one at the same time. */
    keep: (compiled: readonly SharedPlan[]): void => {
      for (const one of compiled) {
        if ([fresh, ...lasting].some((plans) => plans.has(one.key))) continue;
        // An animation wants each of its plans again: for its other figures, and when it is drawn again.
        if (one.kind === 'moving') keepOne(one);
        else fresh.set(one.key, one);
      }
    },
    usedBytes: (): number => bytesOf([fresh, ...lasting]),
  };
}

function plansUpTo(maxSize: number): LRUCache<string, SharedPlan> {
  return new LRUCache({ maxSize: Math.max(1, maxSize), sizeCalculation: ({ bytes }) => bytes + 1 });
}

// How a worker asks the pool for a plan, in the middle of drawing: it waits for the answer, which takes some
// tens of microseconds, instead of compiling the plan, which takes some tens of milliseconds.

/** The end of the pool, and what wakes the worker. */
export type PlanPort = { readonly port: MessagePort; readonly flag: SharedArrayBuffer };

type Question = { readonly id: number; readonly key: string };
type Answer = { readonly id: number; readonly plan: Plan | null };

/** Longest wait, if the thread that serves requests is busy: about as long as compiling takes. */
const maxWaitMs = 20;

/** For a worker: what asks, and the end for the pool. */
export function openPlanPort(waitMs = maxWaitMs) {
  const { port1, port2: port } = new MessageChannel();
  const flag = new SharedArrayBuffer(4);
  const answered = new Int32Array(flag);
  let lastId = 0;
  return {
    forPool: { port, flag } satisfies PlanPort,
    /** A plan that others have, or `null`. */
    find: (key: string): Plan | null => {
      lastId += 1;
      Atomics.store(answered, 0, 0);
      port1.postMessage({ id: lastId, key } satisfies Question);
      Atomics.wait(answered, 0, 0, waitMs);
      // Answers to earlier questions came too late.
      for (let next = answerOn(port1); next !== null; next = answerOn(port1)) {
        if (next.id === lastId) return next.plan;
      }
      return null;
    },
  };
}

function answerOn(port: MessagePort): Answer | null {
  const received: { readonly message: Answer } | undefined = receiveMessageOnPort(port);
  return received?.message ?? null;
}

/** For the pool: answers a worker. */
export function answerPlans({ port, flag }: PlanPort, plans: Pick<PlanStore, 'find'>): void {
  const answered = new Int32Array(flag);
  port.on('message', ({ id, key }: Question) => {
    port.postMessage({ id, plan: plans.find(key) } satisfies Answer);
    Atomics.store(answered, 0, 1);
    Atomics.notify(answered, 0);
  });
  // It closes with its worker, and keeps no process alive.
  port.unref();
}
