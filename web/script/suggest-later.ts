import type { createSuggest, Suggest } from './did-you-mean.ts';

/** Most rows have no wrong name: the script loads with the first one. */
export function suggestLater(parts: Parameters<typeof createSuggest>[0]): Suggest {
  let loading: Promise<Suggest | null> | undefined;
  const load = (): Promise<Suggest | null> =>
    (loading ??= import('./did-you-mean.ts').then(
      (loaded) => loaded.createSuggest(parts),
      // Without a connection: the next error tries again.
      () => {
        loading = undefined;
        return null;
      },
    ));
  return {
    ofSlots: async (wrong) => {
      if (wrong.length > 0) await (await load())?.ofSlots(wrong);
    },
    instead: async (refused) => (await load())?.instead(refused),
  };
}
