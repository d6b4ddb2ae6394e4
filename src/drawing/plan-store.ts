import { LRUCache } from 'lru-cache';
import { planBytes, type Plan } from '../render/plan/plan.ts';

/** A plan with its key and that of its scene; its arrays are in memory that all threads share. */
export type SharedPlan = { readonly scene: string; readonly key: string; readonly plan: Plan };

export type PlanStore = {
  /** All plans known of a scene, for the worker that draws it. */
  find(scene: string): readonly SharedPlan[];
  keep(compiled: readonly SharedPlan[]): void;
  /** What is held now, in bytes. */
  usedBytes(): number;
};

/**
 * The plans of the whole process, bounded by bytes. Workers compile them and get them from here, so
 * that each is compiled and held once, however many workers there are.
 */
export function createPlanStore(maxBytes: number): PlanStore {
  const scenes = new LRUCache<string, readonly SharedPlan[]>({
    maxSize: maxBytes,
    sizeCalculation: (plans) => plans.reduce((sum, { plan }) => sum + planBytes(plan), 1),
  });
  return {
    find: (scene) => scenes.get(scene) ?? [],
    keep: (compiled) => {
      for (const one of compiled) {
        const known = scenes.get(one.scene) ?? [];
        // Two workers can have compiled it at one time.
        if (known.some(({ key }) => key === one.key)) continue;
        scenes.set(one.scene, [...known, one]);
      }
    },
    usedBytes: () => scenes.calculatedSize,
  };
}

/** The same plan in memory that other threads see too. */
export function sharePlan(plan: Plan): Plan {
  return {
    ...plan,
    stackTexels: shareWords(plan.stackTexels),
    stackBehind: shareWords(plan.stackBehind),
    runs: shareWords(plan.runs),
    edges: shareWords(plan.edges),
    groups: shareWords(plan.groups),
    shadow: plan.shadow && { ...plan.shadow, alphas: shareBytes(plan.shadow.alphas) },
  };
}

function shareWords(words: Uint32Array): Uint32Array {
  const shared = new Uint32Array(new SharedArrayBuffer(words.byteLength));
  shared.set(words);
  return shared;
}

function shareBytes(bytes: Uint8Array): Uint8Array {
  const shared = new Uint8Array(new SharedArrayBuffer(bytes.byteLength));
  shared.set(bytes);
  return shared;
}
