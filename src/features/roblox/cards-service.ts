import { hash } from 'node:crypto';
import type { SwrCache } from '../../cache/swr-cache.ts';
import type { CacheContext } from '../../cache/context.ts';
import type { Drawing } from '../../draw-pool/pool.ts';
import { titleFrom } from '../../options/label-rules.ts';
import { widgetVersion, type FactsCardOrder } from '../../options/widget-order.ts';
import { LineupError } from '../../errors/lineup-error.ts';
import type { RequestContext } from '../../http/conditional.ts';
import type { Validated } from '../../pictures/respond.ts';
import type { Games } from '../../roblox-api/games.ts';
import type { Groups } from '../../roblox-api/groups.ts';
import type { PictureReference, RobloxPictures } from '../../roblox-api/pictures.ts';
import { parseGame, parseGroup } from '../../roblox-api/reference.ts';
import { gameAllowed, groupAllowed, type WidgetQuery } from './places-schema.ts';
import { compact, likesShare } from './places-service.ts';
import { found, parsed, responseOf, type Response } from './responses.ts';

export type CardsParts = {
  readonly games: Games;
  readonly groups: Groups;
  readonly robloxPictures: RobloxPictures;
  readonly drawing: Pick<Drawing, 'draw'>;
  /** Finished pictures by validator. */
  readonly pictures: SwrCache<Uint8Array>;
};

type Draw = (name: string, options: WidgetQuery, request: RequestContext) => Promise<Response>;

/** Cards of games and groups; errors as for `Places`. */
export type Cards = { readonly game: Draw; readonly group: Draw };

/** Large enough for the card at scale 2. */
const iconPx = 150;

export function createCards(parts: CardsParts): Cards {
  const { games, groups, robloxPictures } = parts;

  /** If the icon is not available, the card is drawn without it. */
  async function iconOf(icon: PictureReference, context: CacheContext): Promise<Uint8Array | null> {
    try {
      return await robloxPictures.find(icon, context);
    } catch (error) {
      if (!(error instanceof LineupError)) throw error;
      context.expiresAt = 0;
      return null;
    }
  }

  return {
    game: async (name, options, request) => {
      const reference = parsed(parseGame(name), 'path.game', gameAllowed);
      const known = await games.find(reference, request.context);
      const game = found(known, 'unknown-game', 'path.game');
      const icon = { kind: 'GameIcon', targetId: game.universeId, sizePx: iconPx } as const;
      const share = likesShare(game);
      const order: FactsCardOrder = {
        ...optionsOf(options, game.name),
        verified: game.creator.verified,
        subtitle: `by ${game.creator.name}`,
        facts: [
          { value: compact.format(game.playing), label: 'playing' },
          { value: compact.format(game.visits), label: 'visits' },
        ],
        meter: share === null ? null : { share, label: `${Math.round(share * 100)}% like it` },
        icon: await iconOf(icon, request.context),
      };
      return draw(parts, order, request);
    },
    group: async (name, options, request) => {
      const reference = parsed(parseGroup(name), 'path.group', groupAllowed);
      const known = await groups.find(reference, request.context);
      const group = found(known, 'unknown-group', 'path.group');
      const icon = { kind: 'GroupIcon', targetId: group.id, sizePx: iconPx } as const;
      const order: FactsCardOrder = {
        ...optionsOf(options, group.name),
        verified: group.verified,
        subtitle:
          group.owner === null ? 'a group without an owner' : `owned by ${group.owner.name}`,
        facts: [{ value: compact.format(group.members), label: 'members' }],
        meter: null,
        icon: await iconOf(icon, request.context),
      };
      return draw(parts, order, request);
    },
  };
}

/** @param name the title, unless the client gave one */
function optionsOf({ theme = 'dark', scale = 1, title }: WidgetQuery, name: string) {
  return { theme, scale, title: titleFrom(title, 'query.title') || name };
}

async function draw(
  { drawing, pictures }: CardsParts,
  order: FactsCardOrder,
  request: RequestContext,
): Promise<Response> {
  const { icon, theme, scale, title, verified, subtitle, facts, meter } = order;
  const shown = icon && hash('sha256', icon, 'base64url');
  const words = { theme, scale, title, verified, subtitle, facts, meter };
  const card: Validated = {
    inputs: ['facts-card', widgetVersion, shown, words],
    policy: 'render',
    pictures,
    load: () => drawing.draw('factsCard', order, request.context.client),
  };
  return responseOf(card, 'image/png', request);
}
