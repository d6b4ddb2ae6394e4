import { hash } from 'node:crypto';
import type { Static } from 'typebox';
import type { RequestContext } from '../../../common/cache/context.ts';
import { LineupError } from '../../../common/errors/lineup-error.ts';
import { closedObject, choice } from '../../../common/schemas/fields.ts';
import { countedStrings, type InviteLang, robloxString } from '../../../engine/cards/strings.ts';
import { widgetFields } from '../../../engine/cards/palette.ts';
import { widgetVersion, type FactsCardJob } from '../../../engine/cards/card-jobs.ts';
import { titleFrom } from '../../../engine/options/picture-values.ts';
import type { RobloxGame, RobloxGroup, RobloxVotes } from '../../../upstreams/roblox/cached.ts';
import type { PictureReference, RobloxPictures } from '../../../upstreams/roblox/pictures.ts';
import { pictureOf, type RobloxDeps } from './responses.ts';
import { badgeOptions, chosenBadge, greyBadge, type Badge } from '../../../engine/cards/badge.ts';

export const widgetQuery = closedObject(widgetFields('600×138'));

type WidgetQuery = Static<typeof widgetQuery>;
type Icon = Uint8Array | null;
type VotedGame = RobloxGame & RobloxVotes;

/** Large enough for the card at scale 2. */
const iconPx = 150;

/** @property policy of its card with the icon */
type IconReference = Pick<PictureReference, 'kind' | 'targetId'> & {
  readonly policy: 'render' | 'status';
};

/** A card of a game or group. */
export async function drawCard(
  { roblox, drawing, pictures }: RobloxDeps,
  of: IconReference,
  cardOf: (icon: Icon) => FactsCardJob,
  request: RequestContext,
) {
  const { icon, policy } = await iconOf(roblox.pictures, { ...of, sizePx: iconPx }, request);
  const job = cardOf(icon);
  const { icon: _icon, ...strings } = job;
  const shown = icon && hash('sha256', icon, 'base64url');
  const inputs = ['facts-card', widgetVersion, shown, strings];
  const load = () => drawing.draw('factsCard', job, request.context.client);
  return pictureOf({ inputs, policy, pictures, load }, request);
}

/** If the icon is not available, the card is drawn without it; if only now, it is not cached. */
async function iconOf(
  { find }: RobloxPictures,
  { policy, ...picture }: PictureReference & IconReference,
  { context }: RequestContext,
) {
  try {
    return { icon: await find(picture, context), policy } as const;
  } catch (error) {
    if (!(error instanceof LineupError)) throw error;
    return { icon: null, policy: 'never' } as const;
  }
}

/** What is on the card of a game. */
export function gameCardOf(game: VotedGame, options: WidgetQuery, icon: Icon): FactsCardJob {
  const share = likesShare(game);
  const { lang = 'en' } = options;
  return {
    ...optionsOf(options, game.name),
    verified: game.creator.verified,
    subtitle: robloxString(lang, 'by', game.creator.name),
    facts: [
      { value: short(lang, game.playing), label: robloxString(lang, 'playing') },
      { value: short(lang, game.visits), label: robloxString(lang, 'visits') },
    ],
    meter: share === null ? null : { share, label: robloxString(lang, 'likeIt', percent(share)) },
    icon,
  };
}

/** What is on the card of a group. */
export function groupCardOf(group: RobloxGroup, options: WidgetQuery, icon: Icon): FactsCardJob {
  const { lang = 'en' } = options;
  const { members, owner } = group;
  const label = countedStrings(lang, 'members', members).word;
  return {
    ...optionsOf(options, group.name),
    verified: group.verified,
    subtitle:
      owner === null ? robloxString(lang, 'noOwner') : robloxString(lang, 'ownedBy', owner.name),
    facts: [{ value: short(lang, members), label }],
    meter: null,
    icon,
  };
}

/** 9.4M, in the language's format; always in Western digits. */
function short(lang: InviteLang, count: number): string {
  const options = {
    notation: 'compact',
    maximumFractionDigits: 1,
    numberingSystem: 'latn',
  } as const;
  return new Intl.NumberFormat(lang, options).format(count);
}

const percent = (share: number): string => `${Math.round(share * 100)}%`;

/** @param name the title, unless the client gave one */
function optionsOf({ theme = 'dark', scale = 1, title }: WidgetQuery, name: string) {
  return { theme, scale, title: titleFrom(title, 'query.title') || name };
}

const gameMetrics = ['playing', 'visits', 'favourites', 'likes'] as const;

export const gameBadgeQuery = closedObject({
  metric: choice(gameMetrics, 'What the badge shows; likes are in per cent.', 'playing'),
  ...badgeOptions,
});

export const groupBadgeQuery = closedObject(badgeOptions);

type GroupBadgeQuery = Static<typeof groupBadgeQuery>;

/** The icon of all. */
const sign: Badge['sign'] = 'controller';

export function gameBadgeOf(game: VotedGame, query: Static<typeof gameBadgeQuery>): Badge {
  const { metric = 'playing', ...choices } = query;
  const share = likesShare(game);
  const likes = share === null ? 'unknown' : percent(share);
  const message = metric === 'likes' ? likes : short('en', game[metric]);
  const color = metric === 'playing' ? 'brightgreen' : 'blue';
  return chosenBadge({ label: metric, message, color, sign }, choices);
}

export function groupBadgeOf({ members }: RobloxGroup, query: GroupBadgeQuery): Badge {
  const own = { label: 'members', message: short('en', members), color: 'blue', sign };
  return chosenBadge(own, query);
}

/** Share of likes, 0 to 1; null without votes, or if they are not available. */
function likesShare({ likes, dislikes }: RobloxVotes): number | null {
  if (likes === null || dislikes === null || likes + dislikes === 0) return null;
  return likes / (likes + dislikes);
}

/** The grey badge for something that is not available. */
export function greyBadgeFor({ status }: LineupError, query: GroupBadgeQuery): Badge {
  const message = status === 404 ? 'not found' : 'no answer';
  return greyBadge({ label: 'roblox', message, sign }, query);
}
