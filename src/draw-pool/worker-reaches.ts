import { LRUCache } from 'lru-cache';
import type { Reach, Reaches } from '../render/stage/moment.ts';

/** Each is a dozen numbers, and a key of up to some kilobytes for a client's own motion. */
const maxEntries = 200;

/** Caches what was measured of moving figures: a film needs it for every frame. */
export function createReaches(): Reaches {
  const cache = new LRUCache<string, Reach>({ max: maxEntries });
  return (key, measure) => {
    const known = cache.get(key);
    if (known !== undefined) return known;
    const reach = measure();
    cache.set(key, reach);
    return reach;
  };
}
