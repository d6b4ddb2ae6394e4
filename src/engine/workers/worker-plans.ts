import { LRUCache } from 'lru-cache';
import { type Figure, type FramedFigure } from '../figure/figure.ts';
import { planBytes, releasePlan, type Plan } from '../raster/plan.ts';
import type { DrawContext } from '../pictures/draw-context.ts';
import { hasOwnPose, planKey, planKind, storedSceneKey } from './plan-keys.ts';
import type { SharedPlan } from './plan-store.ts';
import { compileFramed, type SheetScales } from '../raster/compile.ts';

/** The known plans for a job, and whether new ones are worth storing. */
export type KnownPlans = { readonly plans: readonly SharedPlan[]; readonly keep: boolean };

/**
 * Larger plans are compiled for each picture and freed as soon as its figures are drawn: a plan for an
 * HD sheet in a large picture takes 20 MB, and shared memory of that size would remain until a garbage
 * collector that does not count it happens to run. Only one of them exists at a time.
 */
const maxEntryBytes = 4 * 1024 * 1024;

/**
 * @param recentBytes memory limit of recent plans: those of scenes, which the pool does not know, and
 *   those that are not worth storing yet
 */
export function createWorkerPlans(recentBytes: number) {
  const recent = new LRUCache<string, Plan>({
    maxSize: recentBytes,
    maxEntrySize: maxEntryBytes,
    sizeCalculation: planBytes,
    // Only `withPlan` draws with a plan, and it has finished.
    dispose: releasePlan,
  });
  let large: { readonly key: string; readonly plan: Plan } | null = null;
  const freeLarge = (): void => {
    if (large !== null) releasePlan(large.plan);
    large = null;
  };

  function planOf(framed: FramedFigure, scales: SheetScales, job: KnownPlans) {
    const figure = figureOf(framed, scales);
    const key = planKey(figure);
    const found = { figure, key, scene: storedSceneKey(figure) };
    const handedOver = job.plans.find((one) => one.key === key)?.plan;
    if (handedOver !== undefined) {
      // The pool has stored the plan, perhaps another worker's copy; keeping this one would store
      // it twice.
      recent.delete(key);
      return { ...found, plan: handedOver, isNew: false };
    }
    if (large?.key === key) return { ...found, plan: large.plan, isNew: false };
    const known = recent.get(key);
    const plan = known ?? compileFramed(framed, scales);
    return { ...found, plan, isNew: known === undefined || !isShared(known) };
  }

  return {
    /** Frees a plan that is too large to be cached, once the figures of a job are drawn. */
    freeLarge,
    /** For one job: uses the plans sent with it, recent ones, or compiles new ones. */
    forJob: (job: KnownPlans) => {
      // Left over from a job that threw.
      freeLarge();
      /** Those that the pool should store. */
      const compiled: SharedPlan[] = [];
      const withPlan: DrawContext['withPlan'] = (framed, scales, draw) => {
        const { figure, key, scene, plan, isNew } = planOf(framed, scales, job);
        const shouldStore = job.keep && !hasOwnPose(figure) && planBytes(plan) <= maxEntryBytes;
        const isStored = isNew && shouldStore;
        const used = isStored ? sharePlan(plan) : plan;
        const drawn = draw(used);
        if (isStored) {
          const kind = planKind(figure);
          compiled.push({ scene, key, kind, plan: used, bytes: planBytes(used) });
        }
        if (isNew) recent.set(key, used);
        if (isStored) releasePlan(plan);
        if (isNew && !recent.has(key)) {
          freeLarge();
          large = { key, plan: used };
        }
        return drawn;
      };
      return { withPlan, compiled };
    },
  };
}

/**
 * Copies a plan into memory that all threads share: one piece, because each thread has an object for every
 * piece, and the memory is free when the last of them is collected.
 */
export function sharePlan(plan: Plan): Plan {
  const buffer = new SharedArrayBuffer(planBytes(plan));
  let at = 0;
  const copier =
    <List extends Uint32Array | Float32Array | Uint8Array>(
      Type: new (buffer: SharedArrayBuffer, at: number, length: number) => List,
    ) =>
    (from: List): List => {
      const to = new Type(buffer, at, from.length);
      to.set(from);
      at += from.byteLength;
      return to;
    };
  const words = copier<Uint32Array>(Uint32Array);
  const numbers = copier<Float32Array>(Float32Array);
  const bytes = copier<Uint8Array>(Uint8Array);
  return {
    ...plan,
    stackTexels: words(plan.stackTexels),
    stackBehind: words(plan.stackBehind),
    texels: words(plan.texels),
    sides: numbers(plan.sides),
    runs: words(plan.runs),
    edges: words(plan.edges),
    edgeEnds: words(plan.edgeEnds),
    groups: words(plan.groups),
    // Words have to be aligned; bytes come behind them.
    texelEdges: bytes(plan.texelEdges),
    shadow: plan.shadow && { ...plan.shadow, alphas: bytes(plan.shadow.alphas) },
  };
}

function isShared({ stackTexels }: Plan): boolean {
  return stackTexels.buffer instanceof SharedArrayBuffer;
}

function figureOf({ figure }: FramedFigure, { skin, cape }: SheetScales): Figure {
  return { ...figure, texelsPerUnit: skin, cape: cape === null ? null : { texelsPerUnit: cape } };
}

/**
 * Measures the processor time of the thread that creates it.
 * @param threadUsage in microseconds
 */
export function createProcessorMeter(threadUsage = usageOfThread) {
  const usedMs = (): number => {
    const { user, system } = threadUsage();
    return (user + system) / 1000;
  };
  let lastMs = usedMs();
  return {
    /**
     * Milliseconds since the last call, or since the start. The system counts in steps of up to 4 ms: what
     * is missing at the end of one task is part of the next, so that the sum of all is exact.
     */
    sinceLastMs: (): number => {
      const beforeMs = lastMs;
      lastMs = usedMs();
      return lastMs - beforeMs;
    },
  };
}

/** Node 22, where the package runs, too, knows only that of the whole process. */
function usageOfThread(): NodeJS.CpuUsage {
  const current: Partial<NodeJS.Process> = process;
  return current.threadCpuUsage?.() ?? process.cpuUsage();
}
