import { LRUCache } from 'lru-cache';
import { planBytes, type Plan } from '../render/plan/plan.ts';

/** A plan with its key and that of its scene; its arrays are in memory that all threads share. */
export type SharedPlan = {
  readonly scene: string;
  readonly key: string;
  /** See `hasRareCamera`. */
  readonly isRare: boolean;
  readonly plan: Plan;
};

export type PlanStore = {
  /** All plans known of a scene, for the worker that draws it. */
  find(scene: string): readonly SharedPlan[];
  keep(compiled: readonly SharedPlan[]): void;
  /** What is held now, in bytes. */
  usedBytes(): number;
};

/** Most of the room that plans of rare cameras have, as far as the others leave it to them. */
const rareShare = 1 / 4;

/**
 * The plans of the whole process, bounded by bytes. Workers compile them and get them from here, so
 * that each is compiled and held once, however many workers there are. Those of rare cameras give
 * way to the others, and never push one out: anybody can ask for thousands of them.
 */
export function createPlanStore(maxBytes: number): PlanStore {
  const common = scenesUpTo(maxBytes);
  const rare = scenesUpTo(Math.ceil(maxBytes * rareShare));
  const usedBytes = (): number => common.calculatedSize + rare.calculatedSize;

  function keepOne(one: SharedPlan): void {
    const scenes = one.isRare ? rare : common;
    const known = scenes.get(one.scene) ?? [];
    // Two workers can have compiled it at one time.
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
    sizeCalculation: (plans) => plans.reduce((sum, { plan }) => sum + planBytes(plan), 1),
  });
}

/** The same plan in memory that other threads see too. */
export function sharePlan(plan: Plan): Plan {
  return {
    ...plan,
    stackTexels: shareWords(plan.stackTexels),
    stackBehind: shareWords(plan.stackBehind),
    runs: shareWords(plan.runs),
    edges: shareWords(plan.edges),
    edgeEnds: shareWords(plan.edgeEnds),
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
