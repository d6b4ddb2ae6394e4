import type { Asker } from '../../common/cache/context.ts';
import type { Clock } from '../../common/async/clock.ts';
import { AbandonedError } from '../../common/errors/lineup-error.ts';
import type { Watch } from '../../engine/workers/tasks.ts';

/** How far an animation is, in frames. */
export type Progress = { readonly done: number; readonly of: number };

/** A picture that somebody waits for. */
type Film = {
  askers: number;
  progress: Progress | null;
  /** Resolves once it is further, or over. */
  moved: PromiseWithResolvers<void>;
};

export type Films = ReturnType<typeof createFilms>;

/** How long a question may arrive before the request that it is about. */
const waitMs = 5_000;

/**
 * Knows who waits for each picture that is being drawn, and how far it is: an animation that nobody waits for is
 * not drawn on. There are never more of them than requests in progress.
 */
export function createFilms(clock: Clock) {
  const films = new Map<string, Film>();
  const named = createNamedFilms(clock);

  function join(etag: string, { progressId }: Asker): Film {
    const film = films.get(etag) ?? { askers: 0, progress: null, moved: Promise.withResolvers() };
    film.askers += 1;
    films.set(etag, film);
    if (progressId !== undefined) named.add(progressId, film);
    return film;
  }

  function leave(etag: string, film: Film, { progressId }: Asker): void {
    film.askers -= 1;
    if (film.askers === 0) {
      films.delete(etag);
      film.moved.resolve();
    }
    if (progressId !== undefined) named.remove(progressId, film);
  }

  return {
    /**
     * Waits for a picture with all others who do. If they had left when this client came, it begins anew.
     * @param get joins the picture that is being drawn, or begins to draw it
     */
    wait: async <T>(
      etag: string,
      asker: Asker | undefined,
      get: (watch?: Watch) => Promise<T>,
    ): Promise<T> => {
      if (asker === undefined) return get();
      let hasLeft = false;
      const film = join(etag, asker);
      const end = (): void => {
        if (!hasLeft) leave(etag, film, asker);
        hasLeft = true;
      };
      asker.onClose(end);
      try {
        for (;;) {
          try {
            return await get(watchOf(film));
          } catch (error) {
            // It was that of others, who had left.
            if (hasLeft || !(error instanceof AbandonedError)) throw error;
          }
        }
      } finally {
        end();
      }
    },

    /**
     * How far the picture of a request is, each time that it is further, until its end.
     * @param progressId as sent with the request, which may arrive within five seconds
     * @returns `null` if none arrives
     */
    progress: async (progressId: string): Promise<AsyncGenerator<Progress> | null> => {
      const film = await named.find(progressId);
      return film && follow(film);
    },
  };
}

/** Pictures by the names that their clients gave them; who asks may come first. */
function createNamedFilms(clock: Clock) {
  const named = new Map<string, Film>();
  const expected = new Map<string, PromiseWithResolvers<Film | null>>();

  async function expect(progressId: string): Promise<Film | null> {
    const one = expected.get(progressId);
    if (one !== undefined) return one.promise;
    const asked = Promise.withResolvers<Film | null>();
    expected.set(progressId, asked);
    const cancel = clock.startTimer(waitMs, () => asked.resolve(null));
    try {
      return await asked.promise;
    } finally {
      cancel();
      expected.delete(progressId);
    }
  }

  return {
    add: (progressId: string, film: Film): void => {
      named.set(progressId, film);
      expected.get(progressId)?.resolve(film);
    },
    remove: (progressId: string, film: Film): void => {
      if (named.get(progressId) === film) named.delete(progressId);
    },
    find: async (progressId: string): Promise<Film | null> =>
      named.get(progressId) ?? expect(progressId),
  };
}

function watchOf(film: Film): Watch {
  return {
    isLeft: () => film.askers === 0,
    note: (done, of) => {
      film.progress = { done, of };
      film.moved.resolve();
      film.moved = Promise.withResolvers();
    },
  };
}

async function* follow(film: Film): AsyncGenerator<Progress> {
  let told: Progress | null = null;
  while (film.askers > 0) {
    const { progress, moved } = film;
    if (progress !== null && progress !== told) yield (told = progress);
    else await moved.promise;
  }
}
