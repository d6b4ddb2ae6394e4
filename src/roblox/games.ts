import { createBatcher } from '../async/batcher.ts';
import type { Clock } from '../async/clock.ts';
import type { CacheContext } from '../cache/context.ts';
import type { BadgeList, RobloxCaches, RobloxGame } from './cached.ts';
import { shapes } from './formats.ts';
import { batchWindowMs } from './people.ts';
import type { Platform } from './platform.ts';

/** A place (what an address names), or the universe that it belongs to. */
export type GameReference = { readonly placeId: number } | { readonly universeId: number };

export type Games = {
  /** Which universe is meant; null where there is no such place. */
  readonly universeOf: (game: GameReference, context: CacheContext) => Promise<number | null>;
  readonly find: (game: GameReference, context: CacheContext) => Promise<RobloxGame | null>;
  /** All of them, at most 1,000. */
  readonly badges: (universeId: number, context: CacheContext) => Promise<BadgeList | null>;
};

type GameParts = {
  readonly platform: Platform;
  readonly caches: Pick<RobloxCaches, 'universes' | 'games' | 'badges'>;
  readonly clock: Clock;
};

const mostGames = 50;
const mostBadgePages = 10;

type Votes = { readonly upVotes: number; readonly downVotes: number };

export function createGames({ platform, caches, clock }: GameParts): Games {
  const rules = { windowMs: batchWindowMs, maxKeys: mostGames, clock };
  const details = createBatcher<WireGame>({
    ...rules,
    load: async (ids) => {
      const subject = ids.join(',');
      const found = await platform.call('games', { subject, shape: shapes.games });
      return new Map(found?.data.map((game) => [String(game.id), game]));
    },
  });
  const votes = createBatcher<Votes>({
    ...rules,
    load: async (ids) => {
      const subject = ids.join(',');
      const found = await platform.call('votes', { subject, shape: shapes.votes });
      return new Map(found?.data.map((game) => [String(game.id), game]));
    },
  });

  async function load(universeId: number): Promise<RobloxGame | null> {
    const key = String(universeId);
    const [game, liked] = await Promise.all([
      details(key),
      // Votes are of another endpoint: where that is closed, the game is shown without.
      votes(key).catch(() => null),
    ]);
    return game && toGame(game, liked);
  }

  async function universeOf(game: GameReference, context: CacheContext): Promise<number | null> {
    if ('universeId' in game) return game.universeId;
    const subject = String(game.placeId);
    const found = await caches.universes.get(
      subject,
      async () => {
        const answer = await platform.call('universe', { subject, shape: shapes.universe });
        const universeId = answer?.universeId ?? null;
        return universeId === null ? null : { universeId };
      },
      context,
    );
    return found?.universeId ?? null;
  }

  return {
    universeOf,
    find: async (game, context) => {
      const universeId = await universeOf(game, context);
      if (universeId === null) return null;
      return caches.games.get(String(universeId), () => load(universeId), context);
    },
    badges: (universeId, context) =>
      caches.badges.get(String(universeId), () => loadBadges(platform, universeId), context),
  };
}

async function loadBadges(platform: Platform, universeId: number): Promise<BadgeList> {
  const badges: BadgeList['badges'] = [];
  let cursor: string | undefined;
  for (let page = 0; page < mostBadgePages; page += 1) {
    const query = cursor === undefined ? {} : { cursor };
    const call = { subject: String(universeId), query, shape: shapes.badges };
    const found = await platform.call('badges', call);
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
    if (found?.nextPageCursor === undefined || found.nextPageCursor === null) break;
    cursor = found.nextPageCursor;
  }
  return { badges };
}

type WireGame = {
  readonly id: number;
  readonly rootPlaceId: number;
  readonly name: string;
  readonly description?: string | null;
  readonly creator: {
    readonly id: number;
    readonly name: string;
    readonly type: string;
    readonly hasVerifiedBadge?: boolean | null;
  };
  readonly playing?: number | null;
  readonly visits?: number | null;
  readonly favoritedCount?: number | null;
  readonly maxPlayers?: number | null;
  readonly genre?: string | null;
  readonly created: string;
  readonly updated: string;
};

const toGame = (game: WireGame, votes: Votes | null): RobloxGame => ({
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
