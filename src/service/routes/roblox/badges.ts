import type { Static } from 'typebox';
import type { LineupError } from '../../../common/errors/lineup-error.ts';
import { choice, closedObject } from '../../../common/schemas/fields.ts';
import { badgeOptions, chosenBadge, greyBadge, type Badge } from '../../../engine/cards/badge.ts';
import type { RobloxGame, RobloxGroup } from '../../../upstreams/roblox/cached.ts';

const gameMetrics = ['playing', 'visits', 'favourites', 'likes'] as const;

export const gameBadgeQuery = closedObject({
  metric: choice(gameMetrics, 'What the badge shows; likes are in per cent.', 'playing'),
  ...badgeOptions,
});

export const groupBadgeQuery = closedObject(badgeOptions);

type GroupBadgeQuery = Static<typeof groupBadgeQuery>;

/** The icon of all. */
const sign: Badge['sign'] = 'controller';

const compact = new Intl.NumberFormat('en-US', {
  notation: 'compact',
  maximumFractionDigits: 1,
});

export function gameBadgeOf(game: RobloxGame, query: Static<typeof gameBadgeQuery>): Badge {
  const { metric = 'playing', ...choices } = query;
  const message = metric === 'likes' ? likesText(game) : compact.format(game[metric]);
  const color = metric === 'playing' ? 'brightgreen' : 'blue';
  return chosenBadge({ label: metric, message, color, sign }, choices);
}

function likesText(game: RobloxGame): string {
  const share = likesShare(game);
  return share === null ? 'unknown' : `${Math.round(share * 100)}%`;
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
