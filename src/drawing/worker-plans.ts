import { LRUCache } from 'lru-cache';
import {
  compileFramed,
  type Figure,
  type FramedFigure,
  type SheetScales,
} from '../render/figure.ts';
import { planBytes, releasePlan, type Plan } from '../render/plan/plan.ts';
import type { DrawContext } from './draw-context.ts';
import { hasRareCamera, planKey, sceneKey } from './plan-keys.ts';
import { sharePlan, type SharedPlan } from './plan-store.ts';

/** The plans that a worker draws with. */
export type WorkerPlans = {
  /** For one order: with the plans that came with it, those of late, or ones compiled now. */
  readonly forOrder: (order: PlannedOrder) => {
    readonly withPlan: DrawContext['withPlan'];
    /** What had to be compiled and is to be kept by the pool. */
    readonly compiled: readonly SharedPlan[];
  };
};

/** The plans of its scene that an order comes with, and whether its further ones are to be kept. */
export type PlannedOrder = { readonly plans: readonly SharedPlan[]; readonly keep: boolean };

/**
 * A plan of an HD sheet in a large picture takes 20 MB. Such a one is compiled for each picture and
 * given back: shared memory of that size would lie about until a garbage collector that does not
 * count it happens to come round.
 */
const mostKeptBytes = 4 * 1024 * 1024;

/**
 * @param recentBytes ceiling of the plans of late. Orders that wait were handed the plans of the time
 *   they came; so that none of them compiles again what an earlier one has, a worker keeps a few.
 */
export function createWorkerPlans(recentBytes: number): WorkerPlans {
  const recent = new LRUCache<string, Plan>({
    maxSize: recentBytes,
    maxEntrySize: mostKeptBytes,
    sizeCalculation: planBytes,
    // Nothing draws with a plan but `withPlan`, which is through with it.
    dispose: releasePlan,
  });

  function planOf(framed: FramedFigure, scales: SheetScales, order: PlannedOrder) {
    const figure = figureOf(framed, scales);
    const key = planKey(figure);
    const scene = sceneKey(figure);
    const handedOver = order.plans.find((one) => one.key === key)?.plan;
    if (handedOver !== undefined) {
      // The pool has it: another worker's own, perhaps, and then this would be a second one.
      recent.delete(key);
      return { key, scene, isRare: false, plan: handedOver, isNew: false };
    }
    const known = recent.get(key);
    const plan = known ?? compileFramed(framed, scales);
    const isRare = hasRareCamera(figure);
    return { key, scene, isRare, plan, isNew: known === undefined || !isShared(known) };
  }

  return {
    forOrder: (order) => {
      const compiled: SharedPlan[] = [];
      const withPlan: DrawContext['withPlan'] = (framed, scales, draw) => {
        const { key, scene, isRare, plan, isNew } = planOf(framed, scales, order);
        const isKept = isNew && order.keep && planBytes(plan) <= mostKeptBytes;
        const used = isKept ? sharePlan(plan) : plan;
        const drawn = draw(used);
        if (isKept) compiled.push({ scene, key, isRare, plan: used });
        if (isNew) recent.set(key, used);
        if (isKept) releasePlan(plan);
        // Too large for the plans of late.
        if (isNew && !recent.has(key)) releasePlan(used);
        return drawn;
      };
      return { withPlan, compiled };
    },
  };
}

function isShared({ stackTexels }: Plan): boolean {
  return stackTexels.buffer instanceof SharedArrayBuffer;
}

function figureOf({ figure }: FramedFigure, { skin, cape }: SheetScales): Figure {
  return { ...figure, texelsPerUnit: skin, cape: cape === null ? null : { texelsPerUnit: cape } };
}
