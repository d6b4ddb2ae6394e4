import { hash } from 'node:crypto';
import type { CacheContext } from '../../../common/cache/context.ts';
import type { LineupError } from '../../../common/errors/lineup-error.ts';
import { served, type Pictured } from '../../http/responses.ts';
import type { RequestContext } from '../../../common/cache/context.ts';
import { respondWithBadge } from '../../pictures/send-badge.ts';
import type { RobloxGame, RobloxGroup } from '../../../upstreams/roblox/cached.ts';
import type { Games } from '../../../upstreams/roblox/games.ts';
import type { Groups } from '../../../upstreams/roblox/groups.ts';
import type { RobloxPictures } from '../../../upstreams/roblox/pictures.ts';
import { chosenBadge, greyBadge, type Badge } from '../../../engine/cards/badge.ts';
import type { GameBadgeQuery, GroupBadgeQuery } from './games-schema.ts';
import { found, gameAt, gameReference, groupAt, pictureOf } from './responses.ts';

export type GamesAndGroupsParts = {
  readonly games: Games;
  readonly groups: Groups;
  readonly robloxPictures: RobloxPictures;
};

/** The icon of its badges. */
const sign: Badge['sign'] = 'controller';
/** The largest sizes at Roblox. */
const iconPx = { game: 512, group: 420 } as const;

/** Throw LineupError `bad-request`, `unknown-game`, `-group`, `-picture`, `upstream-…`. */
export function createGamesAndGroups({ games, groups, robloxPictures }: GamesAndGroupsParts) {
  async function universeOf(name: string, context: CacheContext): Promise<number> {
    const known = await games.universeOf(gameReference(name), context);
    return found(known, 'unknown-game', 'path.game');
  }

  return {
    game: async (name: string, request: RequestContext) =>
      served(await gameAt(games, name, request.context), 'status', request),
    gameText: async (name: string, request: RequestContext) => {
      const game = await gameAt(games, name, request.context);
      return served(`Online • ${game.name} (Roblox) • ${game.playing}`, 'status', request);
    },
    gameIcon: async (name: string, request: RequestContext) => {
      const targetId = await universeOf(name, request.context);
      const icon = { kind: 'GameIcon', targetId, sizePx: iconPx.game } as const;
      return pictureResponse(
        await robloxPictures.find(icon, request.context),
        'path.game',
        request,
      );
    },
    gameThumbnail: async (name: string, index: number, request: RequestContext) => {
      const universeId = await universeOf(name, request.context);
      const png = await robloxPictures.ofGame(universeId, index, request.context);
      return pictureResponse(png, 'path.n', request);
    },
    gameBadge: async (name: string, query: GameBadgeQuery, request: RequestContext) =>
      respondWithBadge(
        gameBadgeOf(await gameAt(games, name, request.context), query),
        'render',
        request,
      ),
    gameBadges: async (name: string, request: RequestContext) => {
      const universeId = await universeOf(name, request.context);
      const list = await games.badges(universeId, request.context);
      const { badges } = found(list, 'unknown-game', 'path.game');
      return served({ badges }, 'render', request);
    },
    group: async (name: string, request: RequestContext) =>
      served(await groupAt(groups, name, request.context), 'render', request),
    groupIcon: async (name: string, request: RequestContext) => {
      const { id: targetId } = await groupAt(groups, name, request.context);
      const icon = { kind: 'GroupIcon', targetId, sizePx: iconPx.group } as const;
      return pictureResponse(
        await robloxPictures.find(icon, request.context),
        'path.group',
        request,
      );
    },
    groupBadge: async (name: string, query: GroupBadgeQuery, request: RequestContext) =>
      respondWithBadge(
        groupBadgeOf(await groupAt(groups, name, request.context), query),
        'render',
        request,
      ),
  };
}

export type GamesAndGroups = ReturnType<typeof createGamesAndGroups>;

const compact = new Intl.NumberFormat('en-US', {
  notation: 'compact',
  maximumFractionDigits: 1,
});

export function gameBadgeOf(game: RobloxGame, query: GameBadgeQuery): Badge {
  const { metric = 'playing', ...choices } = query;
  const share = likesShare(game);
  const message =
    metric === 'likes'
      ? share === null
        ? 'unknown'
        : `${Math.round(share * 100)}%`
      : compact.format(game[metric]);
  const color = metric === 'playing' ? 'brightgreen' : 'blue';
  return chosenBadge({ label: metric, message, color, sign }, choices);
}

export function groupBadgeOf({ members }: RobloxGroup, query: GroupBadgeQuery): Badge {
  const own = { label: 'members', message: compact.format(members), color: 'blue', sign };
  return chosenBadge(own, query);
}

/** Share of likes, 0 to 1; null without votes, or if they are not available. */
export function likesShare({ likes, dislikes }: RobloxGame): number | null {
  if (likes === null || dislikes === null || likes + dislikes === 0) return null;
  return likes / (likes + dislikes);
}

/** The grey badge for something that is not available. */
export function greyBadgeFor({ status }: LineupError, query: GroupBadgeQuery): Badge {
  const message = status === 404 ? 'not found' : 'no answer';
  return greyBadge({ label: 'roblox', message, sign }, query);
}

/** A picture as returned by Roblox. */
function pictureResponse(
  png: Uint8Array | null,
  fieldPath: string,
  request: RequestContext,
): Promise<Pictured> {
  const known = found(png, 'unknown-picture', fieldPath);
  const inputs = ['roblox-picture', hash('sha256', known, 'base64url')];
  return pictureOf({ inputs, policy: 'render', load: () => known }, request);
}
