import { LRUCache } from 'lru-cache';
import type { Picture } from './answers.ts';
import { cachePolicies } from './cache-headers.ts';

/** A picture that came from memory as it is. */
type QuickPicture = Pick<Picture, 'etag' | 'contentType'> & {
  /** `null` when it was not needed, as the client had it. */
  readonly bytes: Uint8Array | null;
  /** The pattern of the route that it is an answer of. */
  readonly route: string;
};

export type QuickAnswer = QuickPicture & {
  /** Headers of the picture, names and values in turn. */
  readonly headers: readonly string[];
};

export type QuickAnswers = {
  /**
   * What was sent for the same key before, as long as all that it was made of is fresh; with no bytes
   * when the client holds them (304). `undefined` when it has to be asked for in the usual way.
   */
  readonly find: (key: string, isKnown: (etag: string) => boolean) => QuickAnswer | undefined;
  /** Whether there may be an answer to a `POST` of this URL, so that its body is worth a look. */
  readonly hasPosts: (url: string) => boolean;
  /** Keeps an answer; `freshUntilMs` is the time until which nothing that it was made of changes. */
  readonly keep: (key: string, picture: QuickPicture, freshUntilMs: number) => void;
};

/** The key of a `POST`, which no URL alone can be: they hold no space. */
export function postKey(url: string, body: unknown): string {
  return `${url} ${JSON.stringify(body)}`;
}

type Kept = {
  readonly whole: QuickAnswer;
  readonly held: QuickAnswer;
  readonly untilMs: number;
};

/** The pictures are those of the cache, seldom others; those that are asked for most are few. */
const mostBytes = 16 * 1024 * 1024;
/** Options differ, but few ways to ask are in use at a time. */
const mostPostUrls = 1000;

/**
 * Answers to exactly the same request, without validating, looking up and hashing it again: for what
 * is asked for thousands of times that is most of the work.
 *
 * @param onHit told of every answer that was found; for metrics
 */
export function createQuickAnswers(nowMs: () => number, onHit?: () => void): QuickAnswers {
  const answers = new LRUCache<string, Kept>({
    maxSize: mostBytes,
    sizeCalculation: ({ whole }, key) => (whole.bytes?.byteLength ?? 0) + key.length + 1024,
  });
  const postUrls = new LRUCache<string, true>({ max: mostPostUrls });
  return {
    hasPosts: (url) => postUrls.get(url) === true,
    find: (key, isKnown) => {
      const kept = answers.get(key);
      if (kept === undefined || nowMs() >= kept.untilMs) return undefined;
      const answer = isKnown(kept.whole.etag) ? kept.held : kept.whole;
      // It was kept without bytes, and this client does not hold them.
      if (answer === kept.whole && answer.bytes === null) return undefined;
      onHit?.();
      return answer;
    },
    keep: (key, picture, freshUntilMs) => {
      if (freshUntilMs <= nowMs()) return;
      answers.set(key, { ...toKept(picture), untilMs: freshUntilMs });
      const urlLength = key.indexOf(' ');
      if (urlLength > 0) postUrls.set(key.slice(0, urlLength), true);
    },
  };
}

function toKept(picture: QuickPicture): Omit<Kept, 'untilMs'> {
  const { etag, contentType, bytes } = picture;
  const validators = ['etag', etag, 'cache-control', cachePolicies.render, 'x-cache', 'HIT'];
  const length = bytes === null ? [] : ['content-length', String(bytes.byteLength)];
  return {
    whole: { ...picture, headers: [...validators, 'content-type', contentType, ...length] },
    // The headers that a 200 would carry (RFC 9110, section 15.4.5), and neither body nor type.
    held: { ...picture, bytes: null, headers: validators },
  };
}
