import { LineupError } from '../errors/lineup-error.ts';

/** State of one request, shared by its cache look-ups; times are in ms of the caches' clock. */
export type CacheContext = {
  /** True once an upstream was called or something was drawn for this request (`X-Cache: MISS`). */
  sourceHit: boolean;
  /** When this request stops waiting for newer values and takes stale ones; set by the caches. */
  staleDeadline?: number;
  /** When this request stops waiting for sources at all; set by the first look-up that waits. */
  deadline?: number;
  /** Until when all inputs of the response are fresh; 0 if one is not. Set by the caches. */
  expiresAt?: number;
  /** The client it is loaded for; the same key as for the rate limit. */
  readonly client?: string | undefined;
};

/**
 * What a response can do without, or null while it can't be had: the response is then complete again as soon
 * as it can.
 */
export async function unlessFailing<T>(
  wanted: Promise<T | null>,
  context: CacheContext,
): Promise<T | null> {
  try {
    return await wanted;
  } catch (error) {
    if (!(error instanceof LineupError)) throw error;
    context.expiresAt = 0;
    return null;
  }
}

/** Who waits for a response. */
export type Asker = {
  /** By what the client asks how far its picture is. */
  readonly progressId: string | undefined;
  /** Calls `listener` once the client has the response, or waits for it no more. */
  readonly onClose: (listener: () => void) => void;
};

/** What a service needs to know about a request; one object for each look-up or picture. */
export type RequestContext = {
  readonly context: CacheContext;
  /** None for what nobody may cancel. */
  readonly asker?: Asker | undefined;
  /** Whether the client already has the response with this validator. */
  readonly isKnown: (etag: string) => boolean;
};

/** Plain data that a validator is made from; an `undefined` field counts as absent. */
export type EtagPart =
  | string
  | number
  | boolean
  | null
  | readonly EtagPart[]
  | { readonly [field: string]: EtagPart | undefined };
