import { LRUCache } from 'lru-cache';
import { LineupError } from '../errors/lineup-error.ts';
import { secondsText } from '../errors/seconds-text.ts';

/** How many uncached look-ups a client may cause in a window. */
export type ClientShare = { readonly maxLookups: number; readonly things: string };

/** Names or profiles. */
const playerShare: ClientShare = { maxLookups: 300, things: 'players' };
const windowMs = 60_000;
/** Windows kept at a time, some 200 bytes each. */
const maxClients = 50_000;

type Window = { readonly endsAtMs: number; taken: number };

/**
 * Limits uncached look-ups per client, for `admit` of a cache: a fixed window that starts with the
 * first look-up. The account service has one limit for all clients, which none may use up alone. Loads
 * without a client (background jobs) are always admitted.
 *
 * @returns a function that counts one look-up and returns the error if none is left
 */
export function createClientShare(
  nowMs: () => number,
  { maxLookups, things }: ClientShare = playerShare,
): (client: string | undefined) => LineupError | undefined {
  // With `max`, the LRU cache would allocate all of its memory at once.
  const windows = new LRUCache<string, Window>({ maxSize: maxClients, sizeCalculation: () => 1 });
  return (client) => {
    if (client === undefined) return undefined;
    const now = nowMs();
    const known = windows.get(client);
    const window = known && known.endsAtMs > now ? known : { endsAtMs: now + windowMs, taken: 0 };
    if (window !== known) windows.set(client, window);
    if (window.taken < maxLookups) {
      window.taken += 1;
      return undefined;
    }
    const retryAfterSeconds = Math.ceil((window.endsAtMs - now) / 1000);
    const detail = `This client has looked up ${maxLookups} ${things} within a minute; cached ones are still available, others in ${secondsText(retryAfterSeconds)}.`;
    return new LineupError('overloaded', detail, { retryAfterSeconds });
  };
}
