import { LRUCache } from 'lru-cache';
import type { Plan } from '../render/plan/plan.ts';

/** A plan with its key and the key of its scene; its arrays are in memory shared by all threads. */
export type SharedPlan = {
  readonly scene: string;
  readonly key: string;
  /** See `isRareScene`. */
  readonly isRare: boolean;
  readonly plan: Plan;
  readonly bytes: number;
};

export type PlanStore = {
  /** All known plans of a scene, for the worker that draws it. */
  find(scene: string): readonly SharedPlan[];
  keep(compiled: readonly SharedPlan[]): void;
  usedBytes(): number;
};

/** Largest share of the memory for plans of rare cameras, if the others leave it. */
const rareShare = 1 / 4;

/**
 * The plans of the whole process, bounded by bytes; each is compiled once, by a worker. Plans of rare
 * cameras never evict others, because anybody can request thousands of them.
 */
export function createPlanStore(maxBytes: number): PlanStore {
  const common = scenesUpTo(maxBytes);
  const rare = scenesUpTo(Math.ceil(maxBytes * rareShare));
  const usedBytes = (): number => common.calculatedSize + rare.calculatedSize;

  function keepOne(one: SharedPlan): void {
    const scenes = one.isRare ? rare : common;
    const known = scenes.get(one.scene) ?? [];
    // Two workers may have compiled it at the same time.
    if (known.some(({ key }) => key === one.key)) return;
    scenes.set(one.scene, [...known, one]);
    while (usedBytes() > maxBytes && rare.size > 0) rare.pop();
  }

  return {
    find: (scene) => common.get(scene) ?? rare.get(scene) ?? [],
    keep: (compiled) => compiled.forEach(keepOne),
    usedBytes,
  };
}

function scenesUpTo(maxSize: number): LRUCache<string, readonly SharedPlan[]> {
  return new LRUCache({
    maxSize,
    sizeCalculation: (plans) => plans.reduce((sum, { bytes }) => sum + bytes, 1),
  });
}
