import { ask, type Asked, type Outcome } from './ask.ts';

/** Pictures that were drawn a moment ago are shown again without asking. */
const mostKept = 30;

export type Pictures = {
  /** Asks for a picture; an earlier question that is still open is dropped. */
  get(request: Asked): Promise<PictureOutcome>;
  /** Whether it would be shown at once. */
  has(request: Asked): boolean;
};

export type PictureOutcome =
  | { readonly kind: 'picture'; readonly url: string }
  | Exclude<Outcome, { readonly kind: 'answer' }>;

export function createPictures(): Pictures {
  const kept = new Map<string, string>();
  let open = new AbortController();

  function keep(key: string, url: string): void {
    kept.delete(key);
    kept.set(key, url);
    const [oldest] = kept;
    if (kept.size <= mostKept || oldest === undefined) return;
    kept.delete(oldest[0]);
    URL.revokeObjectURL(oldest[1]);
  }
  return {
    has: (request) => kept.has(JSON.stringify(request)),
    get: async (request) => {
      open.abort();
      const mine = new AbortController();
      open = mine;
      const key = JSON.stringify(request);
      const known = kept.get(key);
      if (known !== undefined) {
        keep(key, known);
        return { kind: 'picture', url: known };
      }
      const outcome = await ask(request, mine.signal);
      if (mine.signal.aborted) return { kind: 'cancelled' };
      if (outcome.kind !== 'answer') return outcome;
      const url = URL.createObjectURL(outcome.blob);
      keep(key, url);
      return { kind: 'picture', url };
    },
  };
}
