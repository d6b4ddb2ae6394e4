import { hash } from 'node:crypto';
import type { SwrCache } from '../../../common/cache/swr-cache.ts';
import type { CacheContext, RequestContext } from '../../../common/cache/context.ts';
import { countedStrings, type InviteLang, robloxString } from '../../../engine/cards/strings.ts';
import { titleFrom } from '../../../engine/options/label-rules.ts';
import { widgetVersion, type FactsCardJob } from '../../../engine/cards/card-jobs.ts';
import { LineupError } from '../../../common/errors/lineup-error.ts';
import type { Pictured } from '../../http/responses.ts';
import type { Validated } from '../../pictures/respond.ts';
import type { RobloxGame, RobloxGroup } from '../../../upstreams/roblox/cached.ts';
import type { Games } from '../../../upstreams/roblox/games.ts';
import type { Groups } from '../../../upstreams/roblox/groups.ts';
import type { PictureReference, RobloxPictures } from '../../../upstreams/roblox/pictures.ts';
import type { WidgetQuery } from './games-schema.ts';
import { likesShare } from './games-service.ts';
import { gameAt, groupAt, pictureOf } from './responses.ts';
import type { Drawing } from '../../queue/drawing.ts';

export type CardsParts = {
  readonly games: Games;
  readonly groups: Groups;
  readonly robloxPictures: RobloxPictures;
  readonly drawing: Pick<Drawing, 'draw'>;
  /** Finished pictures by validator. */
  readonly pictures: SwrCache<Uint8Array>;
};

/** Large enough for the card at scale 2. */
const iconPx = 150;

/** Cards of games and groups; errors as for `GamesAndGroups`. */
export function createCards(parts: CardsParts) {
  const { games, groups, robloxPictures } = parts;

  /** If the icon is not available, the card is drawn without it; if only now, it is not cached. */
  async function iconOf(reference: PictureReference, context: CacheContext) {
    try {
      return { icon: await robloxPictures.find(reference, context), policy: 'render' } as const;
    } catch (error) {
      if (!(error instanceof LineupError)) throw error;
      return { icon: null, policy: 'never' } as const;
    }
  }

  return {
    game: async (name: string, options: WidgetQuery, request: RequestContext) => {
      const game = await gameAt(games, name, request.context);
      const reference = { kind: 'GameIcon', targetId: game.universeId, sizePx: iconPx } as const;
      const { icon, policy } = await iconOf(reference, request.context);
      return draw(parts, { job: gameCardOf(game, options, icon), policy }, request);
    },
    group: async (name: string, options: WidgetQuery, request: RequestContext) => {
      const group = await groupAt(groups, name, request.context);
      const reference = { kind: 'GroupIcon', targetId: group.id, sizePx: iconPx } as const;
      const { icon, policy } = await iconOf(reference, request.context);
      return draw(parts, { job: groupCardOf(group, options, icon), policy }, request);
    },
  };
}

export type Cards = ReturnType<typeof createCards>;

type Icon = Uint8Array | null;

/** What is on the card of a game. */
export function gameCardOf(game: RobloxGame, options: WidgetQuery, icon: Icon): FactsCardJob {
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
    meter: share === null ? null : { share, label: likesText(lang, share) },
    icon,
  };
}

/** What is on the card of a group. */
export function groupCardOf(group: RobloxGroup, options: WidgetQuery, icon: Icon): FactsCardJob {
  const { lang = 'en' } = options;
  return {
    ...optionsOf(options, group.name),
    verified: group.verified,
    subtitle:
      group.owner === null
        ? robloxString(lang, 'noOwner')
        : robloxString(lang, 'ownedBy', group.owner.name),
    facts: [
      {
        value: short(lang, group.members),
        label: countedStrings(lang, 'members', group.members).word,
      },
    ],
    meter: null,
    icon,
  };
}

/** 9.4M, in the language's format; always in Western digits. */
function short(lang: InviteLang, count: number): string {
  const numberingSystem = 'latn';
  return new Intl.NumberFormat(lang, {
    notation: 'compact',
    maximumFractionDigits: 1,
    numberingSystem,
  }).format(count);
}

function likesText(lang: InviteLang, share: number): string {
  return robloxString(lang, 'likeIt', `${Math.round(share * 100)}%`);
}

/** @param name the title, unless the client gave one */
function optionsOf({ theme = 'dark', scale = 1, title }: WidgetQuery, name: string) {
  return { theme, scale, title: titleFrom(title, 'query.title') || name };
}

async function draw(
  { drawing, pictures }: CardsParts,
  { job, policy }: { readonly job: FactsCardJob } & Pick<Validated, 'policy'>,
  request: RequestContext,
): Promise<Pictured> {
  const { icon, theme, scale, title, verified, subtitle, facts, meter } = job;
  const shown = icon && hash('sha256', icon, 'base64url');
  const words = { theme, scale, title, verified, subtitle, facts, meter };
  const card: Validated = {
    inputs: ['facts-card', widgetVersion, shown, words],
    policy,
    pictures,
    load: () => drawing.draw('factsCard', job, request.context.client),
  };
  return pictureOf(card, request);
}
