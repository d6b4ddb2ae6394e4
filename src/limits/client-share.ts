import { LRUCache } from 'lru-cache';
import { LineupError } from '../errors/lineup-error.ts';

/** What one client may have looked up in a window, where it is not cached. */
export type ClientShare = { readonly maxLookups: number; readonly things: string };

/** Names or profiles. */
const playerShare: ClientShare = { maxLookups: 300, things: 'players' };
const windowMs = 60_000;
/** Windows that are kept, at some 200 bytes each. */
const maxClients = 50_000;

type Window = { readonly endsAtMs: number; taken: number };

/**
 * A client's share of cold look-ups, for `admit` of a cache: a fixed window that starts with its
 * first one. The account service has one limit for all of us, which nobody may use up alone. A
 * request without a client (a job of our own) is always admitted.
 *
 * @returns what takes one look-up, and gives the refusal when there is none left
 */
export function createClientShare(
  nowMs: () => number,
  { maxLookups, things }: ClientShare = playerShare,
): (client: string | undefined) => LineupError | undefined {
  // With `max` it would take all of its memory at once.
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
    const detail = `This client has looked up ${maxLookups} ${things} within a minute; cached ones are still there, others in ${retryAfterSeconds} s.`;
    return new LineupError('overloaded', detail, { retryAfterSeconds });
  };
}
