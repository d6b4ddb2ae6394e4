import { LRUCache } from 'lru-cache';
import type { FastifyReply, onRequestHookHandler } from 'fastify';
import { sendNotModified, sendPicture } from './answers.ts';
import { knownTo } from './conditional.ts';

/** A picture that came from memory as it is. */
type QuickPicture = {
  /** `null` when it was not needed, as the client had it. */
  readonly bytes: Uint8Array | null;
  readonly contentType: string;
  readonly etag: string;
};

export type QuickAnswers = {
  /** For the routes that may be answered so: sends what was sent for the same URL before. */
  readonly hook: onRequestHookHandler;
  /** Sends what was sent for the same key before; `undefined` when there is nothing. */
  readonly answer: (
    key: string,
    reply: FastifyReply,
    isKnown: (etag: string) => boolean,
  ) => FastifyReply | undefined;
  /** Keeps an answer as long as all that it was made of is fresh. */
  readonly keep: (key: string, picture: QuickPicture, freshUntilMs: number) => void;
};

/** The pictures are those of the cache, seldom others; those that are asked for most are few. */
const mostBytes = 16 * 1024 * 1024;

/**
 * Answers to exactly the same request, without validating, looking up and hashing it again: for what
 * is asked for thousands of times that is most of the work. Limits, headers
 * and log are as for every other answer.
 *
 * @param onHit told of every answer that is sent so; for metrics
 */
export function createQuickAnswers(nowMs: () => number, onHit?: () => void): QuickAnswers {
  const answers = new LRUCache<string, QuickPicture & { readonly untilMs: number }>({
    maxSize: mostBytes,
    sizeCalculation: ({ bytes }, key) => (bytes?.byteLength ?? 0) + key.length + 256,
  });

  const answer: QuickAnswers['answer'] = (key, reply, isKnown) => {
    const known = answers.get(key);
    if (known === undefined || nowMs() >= known.untilMs) return undefined;
    const validated = { etag: known.etag, cache: 'HIT', policy: 'render' } as const;
    const { bytes, contentType } = known;
    const isHeld = isKnown(known.etag);
    if (!isHeld && bytes === null) return undefined;
    onHit?.();
    return isHeld || bytes === null
      ? sendNotModified(reply, validated)
      : sendPicture(reply, { ...validated, bytes, contentType });
  };

  return {
    hook: (request, reply, done) => {
      // A request without `Host` is refused later on, and must not be answered before.
      if (request.headers.host === undefined) return done();
      if (answer(request.url, reply, knownTo(request)) === undefined) done();
    },
    answer,
    keep: (key, picture, freshUntilMs) => {
      if (freshUntilMs > nowMs()) answers.set(key, { ...picture, untilMs: freshUntilMs });
    },
  };
}
