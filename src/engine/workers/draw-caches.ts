import { LRUCache } from 'lru-cache';
import { createScratch } from '../image/scratch.ts';
import type { Reach, Reaches } from '../figure/stage/moment.ts';
import type { TaskResult } from '../options/jobs.ts';
import { createWorkerPlans, type FindShared } from './worker-plans.ts';
import { createWorkerSheets } from './worker-sheets.ts';

export type DrawCaches = ReturnType<typeof openDrawCaches>;

/** Memory limits in bytes, of decoded sheets and of recent plans. */
export type CacheLimits = { readonly sheetBytes: number; readonly planBytes: number };

/** What a thread that draws caches between jobs. @param findShared finds the plans of others */
export function openDrawCaches({ sheetBytes, planBytes }: CacheLimits, findShared?: FindShared) {
  return {
    plans: createWorkerPlans(planBytes, findShared),
    ...createWorkerSheets(sheetBytes),
    // Up to 4 million pixels: rows of ten in the default size.
    scratch: createScratch(16 * 1024 * 1024),
    reaches: createReaches(),
  };
}

/** Each is a dozen numbers, and a key of up to some kilobytes for a client's own motion. */
const maxReaches = 200;

/** Caches what was measured of moving figures: an animation needs it for every frame. */
export function createReaches(): Reaches {
  const cache = new LRUCache<string, Reach>({ max: maxReaches });
  return (key, measure) => {
    const reach = cache.get(key) ?? measure();
    cache.set(key, reach);
    return reach;
  };
}

export function ok<T>(value: T): TaskResult<T> {
  return { ok: true, value };
}
