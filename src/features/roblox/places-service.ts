import { hash } from 'node:crypto';
import type { CacheContext } from '../../cache/context.ts';
import type { LineupError } from '../../errors/lineup-error.ts';
import type { RequestContext } from '../../http/conditional.ts';
import type { RobloxGame, RobloxGroup } from '../../roblox-api/cached.ts';
import type { Games } from '../../roblox-api/games.ts';
import type { Groups } from '../../roblox-api/groups.ts';
import type { RobloxPictures } from '../../roblox-api/pictures.ts';
import { parseGame, parseGroup } from '../../roblox-api/reference.ts';
import { badgeVersion, chosenBadge, drawBadge, greyBadge, type Badge } from '../../badges/badge.ts';
import {
  gameAllowed,
  groupAllowed,
  type GameBadgeQuery,
  type GroupBadgeQuery,
} from './places-schema.ts';
import { dataResponse, found, parsed, responseOf, type Response } from './responses.ts';

export type PlacesParts = {
  readonly games: Games;
  readonly groups: Groups;
  readonly robloxPictures: RobloxPictures;
};

/** The icon of its badges. */
const sign: Badge['sign'] = 'controller';
/** The largest sizes at Roblox. */
const iconPx = { game: 512, group: 420 } as const;

/** Throw LineupError `bad-request`, `unknown-game`, `-group`, `-picture`, `upstream-…`. */
export function createPlaces({ games, groups, robloxPictures }: PlacesParts) {
  async function findGame(name: string, context: CacheContext): Promise<RobloxGame> {
    const reference = parsed(parseGame(name), 'path.game', gameAllowed);
    return found(await games.find(reference, context), 'unknown-game', 'path.game');
  }

  async function universeOf(name: string, context: CacheContext): Promise<number> {
    const reference = parsed(parseGame(name), 'path.game', gameAllowed);
    return found(await games.universeOf(reference, context), 'unknown-game', 'path.game');
  }

  async function findGroup(name: string, context: CacheContext): Promise<RobloxGroup> {
    const reference = parsed(parseGroup(name), 'path.group', groupAllowed);
    return found(await groups.find(reference, context), 'unknown-group', 'path.group');
  }

  return {
    game: async (name: string, request: RequestContext) =>
      dataResponse({ ...(await findGame(name, request.context)) }, request, 'status'),
    gameText: async (name: string, request: RequestContext) => {
      const game = await findGame(name, request.context);
      return textResponse(`Online • ${game.name} (Roblox) • ${game.playing}`, request);
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
      badgeResponse(gameBadgeOf(await findGame(name, request.context), query), request),
    gameBadges: async (name: string, request: RequestContext) => {
      const universeId = await universeOf(name, request.context);
      const list = await games.badges(universeId, request.context);
      const { badges } = found(list, 'unknown-game', 'path.game');
      return dataResponse({ badges }, request, 'render');
    },
    group: async (name: string, request: RequestContext) =>
      dataResponse({ ...(await findGroup(name, request.context)) }, request, 'render'),
    groupIcon: async (name: string, request: RequestContext) => {
      const { id: targetId } = await findGroup(name, request.context);
      const icon = { kind: 'GroupIcon', targetId, sizePx: iconPx.group } as const;
      return pictureResponse(
        await robloxPictures.find(icon, request.context),
        'path.group',
        request,
      );
    },
    groupBadge: async (name: string, query: GroupBadgeQuery, request: RequestContext) =>
      badgeResponse(groupBadgeOf(await findGroup(name, request.context), query), request),
  };
}

export type Places = ReturnType<typeof createPlaces>;

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
export function greyBadgeFor({ status }: LineupError, query: GroupBadgeQuery): string {
  const message = status === 404 ? 'not found' : 'no answer';
  return drawBadge(greyBadge({ label: 'roblox', message, sign }, query));
}

function badgeResponse(badge: Badge, request: RequestContext): Promise<Response> {
  const inputs = ['roblox-badge', badgeVersion, badge];
  const load = () => Buffer.from(drawBadge(badge));
  return responseOf({ inputs, policy: 'render', load }, 'image/svg+xml', request);
}

function textResponse(text: string, request: RequestContext): Promise<Response> {
  const inputs = ['roblox-text', text];
  const load = () => Buffer.from(text);
  return responseOf({ inputs, policy: 'status', load }, 'text/plain; charset=utf-8', request);
}

/** A picture as returned by Roblox. */
function pictureResponse(
  png: Uint8Array | null,
  fieldPath: string,
  request: RequestContext,
): Promise<Response> {
  const known = found(png, 'unknown-picture', fieldPath);
  const inputs = ['roblox-picture', hash('sha256', known, 'base64url')];
  return responseOf({ inputs, policy: 'render', load: () => known }, 'image/png', request);
}
