import type { CacheContext } from '../../common/cache/context.ts';
import type { BadgeList, RobloxGame } from './cached.ts';
import type { WireGame, WireVotes } from './formats.ts';
import type { Platform, RobloxParts } from './platform.ts';

/** A place (the id in a game's URL), or its universe. */
export type GameReference = { readonly placeId: number } | { readonly universeId: number };

export type Games = ReturnType<typeof createGames>;

const maxGames = 50;
const maxBadgePages = 10;

export function createGames({ platform, caches }: RobloxParts) {
  const load = platform.batch<RobloxGame>(['games', 'votes'], maxGames, async (ids) => {
    const call = { pathValue: ids.join(',') };
    const [found, votes] = await Promise.all([
      platform.call('games', call),
      // Votes are a separate endpoint: if it is closed, games are shown without.
      platform.call('votes', call).catch(() => null),
    ]);
    const votesOf = new Map(votes?.data.map((one) => [one.id, one]));
    return new Map(
      found?.data.map((game) => [String(game.id), toGame(game, votesOf.get(game.id) ?? null)]),
    );
  });

  /** The universe of a game; null if there is no such place. */
  async function universeOf(game: GameReference, context: CacheContext): Promise<number | null> {
    if ('universeId' in game) return game.universeId;
    const loadId = async (client: string) => {
      const universeId = (await platform.find('universe', game.placeId, client))?.universeId;
      return universeId === undefined || universeId === null ? null : { universeId };
    };
    const found = await caches.universes.get(String(game.placeId), loadId, context);
    return found?.universeId ?? null;
  }

  return {
    universeOf,
    find: async (game: GameReference, context: CacheContext): Promise<RobloxGame | null> => {
      const universeId = await universeOf(game, context);
      if (universeId === null) return null;
      const key = String(universeId);
      return caches.games.get(key, (client) => load(key, client), context);
    },
    /** All of them, at most 1,000. */
    badges: (universeId: number, context: CacheContext) =>
      caches.badges.get(
        String(universeId),
        (client) => loadBadges(platform, universeId, client),
        context,
      ),
  };
}

async function loadBadges({ call }: Platform, universeId: number, client: string) {
  const badges: BadgeList['badges'] = [];
  let cursor: string | undefined;
  for (let page = 0; page < maxBadgePages; page += 1) {
    const found = await call('badges', {
      pathValue: String(universeId),
      clients: [client],
      ...(cursor !== undefined && { query: { cursor } }),
    });
    for (const badge of found?.data ?? []) {
      const { id, name, description, enabled, created, statistics } = badge;
      badges.push({
        id,
        name,
        enabled,
        created,
        description: description ?? '',
        awarded: statistics.awardedCount,
        winRate: Math.min(1, Math.max(0, statistics.winRatePercentage)),
      });
    }
    cursor = found?.nextPageCursor ?? undefined;
    if (cursor === undefined) break;
  }
  return { badges };
}

const toGame = (game: WireGame, votes: WireVotes | null): RobloxGame => ({
  universeId: game.id,
  placeId: game.rootPlaceId,
  name: game.name,
  description: game.description ?? '',
  creator: {
    id: game.creator.id,
    name: game.creator.name,
    type: game.creator.type,
    verified: game.creator.hasVerifiedBadge ?? false,
  },
  playing: game.playing ?? 0,
  visits: game.visits ?? 0,
  favourites: game.favoritedCount ?? 0,
  likes: votes?.upVotes ?? null,
  dislikes: votes?.downVotes ?? null,
  maxPlayers: game.maxPlayers ?? 0,
  genre: game.genre ?? '',
  created: game.created,
  updated: game.updated,
});
