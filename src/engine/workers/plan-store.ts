import { LRUCache } from 'lru-cache';
import type { Plan } from '../raster/plan.ts';

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
  const { common, rare, moving, shaped } = kinds;
  const lasting = [common, rare, moving, shaped];
  const bytesOf = (caches: readonly (typeof common)[]): number =>
    caches.reduce((sum, { calculatedSize }) => sum + calculatedSize, 0);

  function keepOne(one: SharedPlan): void {
    kinds[one.kind].set(one.key, one);
    for (const evicted of [shaped, rare, moving]) {
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
