import { served, type ServedValue } from '../../http/answers.ts';
import type { RequestContext } from '../../../common/cache/context.ts';
import { respondWithBadge } from '../../pictures/send-badge.ts';
import { createDrawer, type DrawerParts } from './draw.ts';
import { createFinder, type FinderParts } from './find.ts';
import type {
  CardQuery,
  GuildAnswer,
  GuildBadgeQuery,
  IconQuery,
  InviteAnswer,
  InviteBadgeQuery,
} from './schema.ts';
import * as transform from './transform.ts';

export type ChatLookupParts = FinderParts &
  DrawerParts & {
    /** Base URL of the pictures of guilds. */
    readonly picturesUrl: string;
  };

/**
 * Looks up, then responds with data or draws. Every method rejects like those of `Finder`; pictures of
 * guilds that are not available are omitted.
 */
export function createChatLookups(parts: ChatLookupParts) {
  const find = createFinder(parts);
  const draw = createDrawer(parts);

  return {
    invite: async (code: string, request: RequestContext): Promise<ServedValue<InviteAnswer>> => {
      const invite = await find.invite(code, request.context);
      return served(transform.inviteAnswerOf(invite, parts.picturesUrl), 'status', request);
    },
    guild: async (id: string, request: RequestContext): Promise<ServedValue<GuildAnswer>> =>
      served(transform.guildAnswerOf(await find.guild(id, request.context)), 'status', request),
    inviteIcon: async (
      code: string,
      { size = transform.iconSize }: IconQuery,
      request: RequestContext,
    ) => {
      const invite = await find.invite(code, request.context);
      const name = transform.iconOf(invite, size);
      return draw.icon(invite, { name, sizePx: size }, request);
    },
    inviteCard: async (code: string, query: CardQuery, request: RequestContext) => {
      const invite = await find.invite(code, request.context);
      const names = { icon: transform.iconOf(invite), banner: transform.bannerOf(invite) };
      return draw.card(transform.inviteCardOf(invite, query), names, request);
    },
    guildCard: async (id: string, query: CardQuery, request: RequestContext) => {
      const card = transform.guildCardOf(await find.guild(id, request.context), query);
      return draw.card(card, { icon: null, banner: null }, request);
    },
    inviteBadge: async (code: string, query: InviteBadgeQuery, request: RequestContext) => {
      const invite = await find.invite(code, request.context);
      return respondWithBadge(transform.inviteBadgeOf(invite, query), 'render', request);
    },
    guildBadge: async (id: string, query: GuildBadgeQuery, request: RequestContext) => {
      const guild = await find.guild(id, request.context);
      return respondWithBadge(transform.guildBadgeOf(guild, query), 'render', request);
    },
  };
}

export type ChatLookups = ReturnType<typeof createChatLookups>;
