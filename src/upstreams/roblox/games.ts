import { unlessFailing, type CacheContext } from '../../common/cache/context.ts';
import type { BadgeList, RobloxGame, RobloxVotes } from './cached.ts';
import type { WireGame } from './formats.ts';
import type { Platform, RobloxParts } from './platform.ts';

/** A place (the id in a game's URL), or its universe. */
export type GameReference = { readonly placeId: number } | { readonly universeId: number };

export type Games = ReturnType<typeof createGames>;

const maxGames = 50;
const maxBadgePages = 10;

export function createGames({ platform, caches }: RobloxParts) {
  const load = platform.batch<RobloxGame>('games', maxGames, async (ids) => {
    const found = await platform.call('games', { pathValue: ids.join(',') });
    return new Map(found?.data.map((game) => [String(game.id), toGame(game)]));
  });
  const loadVotes = platform.batch('votes', maxGames, async (ids) => {
    const found = await platform.call('votes', { pathValue: ids.join(',') });
    return new Map(
      found?.data.map(({ id, upVotes: likes, downVotes: dislikes }) => [
        String(id),
        { likes, dislikes },
      ]),
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

  async function find(game: GameReference, context: CacheContext): Promise<RobloxGame | null> {
    const universeId = await universeOf(game, context);
    if (universeId === null) return null;
    const key = String(universeId);
    return caches.games.get(key, (client) => load(key, client), context);
  }

  /** Votes are a separate endpoint: if it is closed, games are shown without. */
  async function votesOf(universeId: number, context: CacheContext): Promise<RobloxVotes> {
    const key = String(universeId);
    const found = caches.votes.get(key, (client) => loadVotes(key, client), context);
    return (await unlessFailing(found, context)) ?? { likes: null, dislikes: null };
  }

  return {
    universeOf,
    find,
    /** A game with its votes. */
    findVoted: async (game: GameReference, context: CacheContext) => {
      const universeId = await universeOf(game, context);
      if (universeId === null) return null;
      const [found, votes] = await Promise.all([
        find({ universeId }, context),
        votesOf(universeId, context),
      ]);
      return found && { ...found, ...votes };
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

const toGame = (game: WireGame): RobloxGame => ({
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
  maxPlayers: game.maxPlayers ?? 0,
  genre: game.genre ?? '',
  created: game.created,
  updated: game.updated,
});
