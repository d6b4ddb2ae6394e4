import { LRUCache } from 'lru-cache';
import type { Figure, FramedFigure } from '../figure/figure.ts';
import { planBytes, releasePlan, type Plan } from '../raster/plan.ts';
import type { DrawContext } from '../pictures/draw-figure.ts';
import type { SharedPlan, PlanKind } from './plan-store.ts';
import { compileFramed, type SheetScales } from '../raster/compile.ts';
import { figureTable } from '../options/figure-options.ts';

/** Finds a plan that another thread has. */
export type FindShared = (key: string) => Plan | null;

/**
 * Larger plans are compiled for each picture and freed as soon as its figures are drawn: a plan for an
 * HD sheet in a large picture takes 20 MB, and shared memory of that size would remain until a garbage
 * collector that does not count it happens to run. Only one of them exists at a time.
 */
const maxEntryBytes = 4 * 1024 * 1024;

/**
 * @param recentBytes memory limit of the plans that this thread has used last
 * @param findShared by default there are no other threads
 */
export function createWorkerPlans(recentBytes: number, findShared?: FindShared) {
  const recent = new LRUCache<string, Plan>({
    maxSize: recentBytes,
    maxEntrySize: maxEntryBytes,
    sizeCalculation: planBytes,
    // Only `withPlan` draws with a plan, and it has finished.
    dispose: releasePlan,
  });
  /** Those that the pool should store. */
  let compiled: SharedPlan[] = [];
  let large: { readonly key: string; readonly plan: Plan } | null = null;
  const freeLarge = (): void => {
    if (large !== null) releasePlan(large.plan);
    large = null;
  };

  /** A plan that is not known here: that of another thread, or a new one, which others may have. */
  function obtain(framed: FramedFigure, scales: SheetScales, key: string): Plan {
    const found = findShared?.(key) ?? null;
    if (found !== null) return found;
    const own = compileFramed(framed, scales);
    const figure = figureOf(framed, scales);
    const bytes = planBytes(own);
    // Anybody can make up poses, which nobody else will need.
    if (findShared === undefined || hasOwnPose(figure) || bytes > maxEntryBytes) return own;
    const shared = sharePlan(own);
    releasePlan(own);
    compiled.push({ key, kind: planKind(figure), plan: shared, bytes });
    return shared;
  }

  function planOf(framed: FramedFigure, scales: SheetScales): Plan {
    const key = planKey(figureOf(framed, scales));
    if (large?.key === key) return large.plan;
    const known = recent.get(key);
    if (known !== undefined) return known;
    const plan = obtain(framed, scales, key);
    recent.set(key, plan);
    if (!recent.has(key)) {
      freeLarge();
      large = { key, plan };
    }
    return plan;
  }

  const withPlan: DrawContext['withPlan'] = (framed, scales, draw) => draw(planOf(framed, scales));

  return {
    withPlan,
    /** Frees a plan that is too large to be cached, once the figures of a job are drawn. */
    freeLarge,
    /** New plans since the last call, which others may have. */
    takeCompiled: (): readonly SharedPlan[] => {
      const taken = compiled;
      compiled = [];
      return taken;
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

/** The key of everything that a figure's plan depends on; equal to its defaults written out. */
export function planKey(figure: Figure): string {
  const { heightPx, smooth = false, motion = null, model, texelsPerUnit } = figure;
  const { upsideDown = false, cape, ears = null } = figure;
  return JSON.stringify([
    heightPx,
    smooth,
    motion,
    figureTable.keyOf(figure, 'geometry'),
    [model, texelsPerUnit, upsideDown, cape?.texelsPerUnit ?? 0, ears],
  ]);
}

/** Whether a client brought the pose or motion: anybody can make up as many as they like. */
function hasOwnPose({ pose, motion }: Figure): boolean {
  return Boolean(pose) || typeof (motion?.motion ?? '') !== 'string';
}

/**
 * Whether the view has a custom angle, or both hands hold something of the client's choice (there are
 * 169 pairs): it is rarely requested again.
 */
function isRare({ hold, holdLeft, ...figure }: Figure): boolean {
  const { yawDegrees = 0, pitchDegrees = 0, rollDegrees = 0, fovDegrees = null } = figure;
  const hasOwnCamera =
    yawDegrees !== 0 || pitchDegrees !== 0 || rollDegrees !== 0 || fovDegrees !== null;
  return hasOwnCamera || (Boolean(hold) && Boolean(holdLeft));
}

/** The share of the memory that a plan is cached in. */
export function planKind(figure: Figure): PlanKind {
  // What a skin says about its figure: a few dozen numbers and names, no colours.
  if (typeof figure.ears === 'object' && figure.ears !== null) return 'shaped';
  if (figure.motion) return 'moving';
  return isRare(figure) ? 'rare' : 'common';
}
