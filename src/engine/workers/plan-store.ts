import { LRUCache } from 'lru-cache';
import type { Plan } from '../raster/plan.ts';

/** A plan with its key and the key of its scene; its arrays are in memory shared by all threads. */
export type SharedPlan = {
  readonly scene: string;
  readonly key: string;
  readonly kind: PlanKind;
  readonly plan: Plan;
  readonly bytes: number;
};

/**
 * Whether it is of a usual picture, of a camera that is rare (see `isRareScene`), of an animation, or of a figure
 * whose skin gives it a shape.
 */
export type PlanKind = 'common' | 'rare' | 'moving' | 'shaped';

export type PlanStore = ReturnType<typeof createPlanStore>;

/** Of the memory, for each of the other kinds, if the common ones leave it: an animation has dozens of plans. */
const largestShare = 1 / 4;

/**
 * The plans of the whole process, bounded by bytes; each is compiled once, by a worker. Plans of rare
 * scenes, animations and shapes never evict common ones, because anybody can request thousands of them.
 */
export function createPlanStore(maxBytes: number) {
  const shareBytes = Math.ceil(maxBytes * largestShare);
  const kinds = {
    common: scenesUpTo(maxBytes),
    rare: scenesUpTo(shareBytes),
    moving: scenesUpTo(shareBytes),
    shaped: scenesUpTo(shareBytes),
  } as const satisfies Record<PlanKind, unknown>;
  const { common, rare, moving, shaped } = kinds;
  const usedBytes = (): number =>
    Object.values(kinds).reduce((sum, { calculatedSize }) => sum + calculatedSize, 0);

  function keepOne(one: SharedPlan): void {
    const scenes = kinds[one.kind];
    const known = scenes.get(one.scene) ?? [];
    // Two workers may have compiled it at the same time.
    if (known.some(({ key }) => key === one.key)) return;
    scenes.set(one.scene, [...known, one]);
    for (const evicted of [shaped, rare, moving]) {
      while (usedBytes() > maxBytes && evicted.size > 0) evicted.pop();
    }
  }

  return {
    /** All known plans of a scene, for the worker that draws it. */
    find: (scene: string): readonly SharedPlan[] =>
      common.get(scene) ?? rare.get(scene) ?? moving.get(scene) ?? shaped.get(scene) ?? [],
    keep: (compiled: readonly SharedPlan[]): void => compiled.forEach(keepOne),
    usedBytes,
  };
}

function scenesUpTo(maxSize: number): LRUCache<string, readonly SharedPlan[]> {
  return new LRUCache({
    maxSize,
    sizeCalculation: (plans) => plans.reduce((sum, { bytes }) => sum + bytes, 1),
  });
}
