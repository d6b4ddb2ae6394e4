import { send, type ApiRequest, type Outcome } from './send.ts';
import { createAbortPrevious } from './abort-previous.ts';

/** Recent pictures are shown again without a request. */
const maxCached = 30;

export type Pictures = {
  /** Requests a picture; aborts the previous request. */
  get(request: ApiRequest): Promise<PictureOutcome>;
  /** Aborts the open request. */
  drop(): void;
  /** Whether the picture would be shown at once. */
  has(request: ApiRequest): boolean;
};

export type PictureOutcome =
  | { readonly kind: 'picture'; readonly url: string; readonly blob: Blob }
  | Exclude<Outcome, { readonly kind: 'answer' }>;

type CachedPicture = { readonly url: string; readonly blob: Blob };

export function createPictures(): Pictures {
  const cached = new Map<string, CachedPicture>();
  const abortPrevious = createAbortPrevious();

  function keep(key: string, picture: CachedPicture): void {
    cached.delete(key);
    cached.set(key, picture);
    const [oldest] = cached;
    if (cached.size <= maxCached || oldest === undefined) return;
    cached.delete(oldest[0]);
    URL.revokeObjectURL(oldest[1].url);
  }
  return {
    drop: () => void abortPrevious(),
    has: (request) => cached.has(JSON.stringify(request)),
    get: async (request) => {
      const signal = abortPrevious();
      const key = JSON.stringify(request);
      const known = cached.get(key);
      if (known !== undefined) {
        keep(key, known);
        return { kind: 'picture', ...known };
      }
      const outcome = await send(request, signal);
      if (outcome.kind !== 'answer') return outcome;
      const picture = { url: URL.createObjectURL(outcome.blob), blob: outcome.blob };
      keep(key, picture);
      return { kind: 'picture', ...picture };
    },
  };
}
