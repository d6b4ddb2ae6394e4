import { send, type ApiRequest, type Outcome, createAbortPrevious } from './send.ts';

/** Recent pictures are shown again without a request. */
const maxCached = 30;

export type Pictures = ReturnType<typeof createPictures>;

type Picture = { readonly kind: 'picture'; readonly url: string; readonly blob: Blob };
export type PictureOutcome = Picture | Exclude<Outcome, { readonly kind: 'answer' }>;

export function createPictures() {
  const cached = new Map<string, Picture>();
  const beside = new Map<string, Promise<PictureOutcome>>();
  const abortPrevious = createAbortPrevious();

  function keep(key: string, picture: Picture): Picture {
    cached.delete(key);
    cached.set(key, picture);
    const [oldest] = cached;
    if (cached.size > maxCached && oldest !== undefined) {
      cached.delete(oldest[0]);
      URL.revokeObjectURL(oldest[1].url);
    }
    return picture;
  }
  async function load(
    request: ApiRequest,
    signal: AbortSignal | null = null,
  ): Promise<PictureOutcome> {
    const key = JSON.stringify(request);
    const known = cached.get(key);
    if (known !== undefined) return keep(key, known);
    const outcome = await send(request, signal);
    if (outcome.kind !== 'answer') return outcome;
    const { blob } = outcome;
    return keep(key, { kind: 'picture', url: URL.createObjectURL(blob), blob });
  }
  return {
    /** Aborts the open request. */
    drop: () => void abortPrevious(),
    /** Whether the picture would be shown at once. */
    has: (request: ApiRequest) => cached.has(JSON.stringify(request)),
    /** Requests a picture; aborts the previous request. */
    get: (request: ApiRequest) => load(request, abortPrevious()),
    /** Requests a picture beside others; shares the request if the same picture is being requested. */
    getBeside: (request: ApiRequest): Promise<PictureOutcome> => {
      const key = JSON.stringify(request);
      const running = beside.get(key) ?? load(request).finally(() => beside.delete(key));
      beside.set(key, running);
      return running;
    },
  };
}
