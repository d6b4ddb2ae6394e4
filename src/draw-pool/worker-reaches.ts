import { LRUCache } from 'lru-cache';
import type { Reach, Reaches } from '../render/stage/moment.ts';

/** Each is a dozen numbers, and a key of up to some kilobytes for a client's own motion. */
const mostKept = 200;

/** Keeps what was measured of moving figures: a film asks for it with every frame. */
export function createReaches(): Reaches {
  const kept = new LRUCache<string, Reach>({ max: mostKept });
  return (key, measure) => {
    const known = kept.get(key);
    if (known !== undefined) return known;
    const reach = measure();
    kept.set(key, reach);
    return reach;
  };
}
