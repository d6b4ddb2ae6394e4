import { cacheState, type CacheContext } from '../../cache/context.ts';
import type { SwrCache } from '../../cache/swr-cache.ts';
import type { LoadGuildPicture, PictureName } from '../../chat/guild-pictures.ts';
import type { Invite } from '../../chat/cached.ts';
import { inviteVersion, type InviteCardOrder } from '../../drawing/invite-order.ts';
import type { Drawing } from '../../drawing/pool.ts';
import type { OrderOf } from '../../drawing/tasks.ts';
import type { Pictured, ServedValue } from '../../http/answers.ts';
import { strongEtag, type RequestContext } from '../../http/conditional.ts';
import { badgeVersion, drawBadge, type Badge } from '../../widgets/badge.ts';
import { createFinder, type FinderParts } from './find.ts';
import { isSampleGuild, readSamplePicture } from './sample.ts';
import type {
  CardQuery,
  GuildAnswer,
  GuildBadgeQuery,
  IconQuery,
  InviteAnswer,
  InviteBadgeQuery,
} from './schema.ts';
import * as transform from './transform.ts';

export type ChatLookupParts = FinderParts & {
  readonly loadPicture: LoadGuildPicture;
  /** Base URL of these pictures. */
  readonly picturesUrl: string;
  readonly drawing: Pick<Drawing, 'draw'>;
  /** Finished pictures by validator. */
  readonly pictures: SwrCache<Uint8Array>;
};

/** Every method rejects like those of `Finder`; unavailable pictures of guilds are omitted. */
export type ChatLookups = {
  readonly invite: (code: string, request: RequestContext) => Promise<ServedValue<InviteAnswer>>;
  readonly inviteIcon: (
    code: string,
    query: IconQuery,
    request: RequestContext,
  ) => Promise<Pictured>;
  readonly inviteCard: (
    code: string,
    query: CardQuery,
    request: RequestContext,
  ) => Promise<Pictured>;
  readonly inviteBadge: (
    code: string,
    query: InviteBadgeQuery,
    request: RequestContext,
  ) => Promise<Pictured>;
  readonly guild: (id: string, request: RequestContext) => Promise<ServedValue<GuildAnswer>>;
  readonly guildCard: (id: string, query: CardQuery, request: RequestContext) => Promise<Pictured>;
  readonly guildBadge: (
    id: string,
    query: GuildBadgeQuery,
    request: RequestContext,
  ) => Promise<Pictured>;
};

/** Looks up, then responds with data or draws. */
export function createChatLookups(parts: ChatLookupParts): ChatLookups {
  const find = createFinder(parts);
  const draw = createDrawer(parts);

  return {
    invite: (code, asker) =>
      say(asker, async (context) =>
        transform.inviteAnswerOf(await find.invite(code, context), parts.picturesUrl),
      ),
    guild: (id, asker) =>
      say(asker, async (context) => transform.guildAnswerOf(await find.guild(id, context))),
    inviteIcon: async (code, { size = transform.iconSize }, { context, isKnown }) => {
      return draw.icon(await find.invite(code, context), { size, context, isKnown });
    },
    inviteCard: async (code, query, { context, isKnown }) => {
      const invite = await find.invite(code, context);
      const names = { icon: transform.iconOf(invite), banner: transform.bannerOf(invite) };
      return draw.card(transform.inviteCardOf(invite, query), names, { context, isKnown });
    },
    guildCard: async (id, query, { context, isKnown }) => {
      const card = transform.guildCardOf(await find.guild(id, context), query);
      return draw.card(card, { icon: null, banner: null }, { context, isKnown });
    },
    inviteBadge: async (code, query, { context, isKnown }) => {
      const badge = transform.inviteBadgeOf(await find.invite(code, context), query);
      return badgeOf(badge, { context, isKnown });
    },
    guildBadge: async (id, query, { context, isKnown }) => {
      const badge = transform.guildBadgeOf(await find.guild(id, context), query);
      return badgeOf(badge, { context, isKnown });
    },
  };
}

async function say<T>(
  { context }: RequestContext,
  words: (context: CacheContext) => Promise<T>,
): Promise<ServedValue<T>> {
  const value = await words(context);
  return { value, cache: cacheState(context), policy: 'status' };
}

type PictureNames = { readonly icon: PictureName | null; readonly banner: PictureName | null };

function createDrawer({ drawing, pictures, loadPicture }: ChatLookupParts) {
  const keep = createKeeper({ drawing, pictures });
  /** A picture, whether it is temporary because its host failed, and its revision. */
  async function load(name: PictureName | null, context: CacheContext) {
    if (name === null) return { bytes: null, isFailed: false };
    if (isSampleGuild(name.guild)) return { bytes: readSamplePicture(name.hash), isFailed: false };
    try {
      return { bytes: await loadPicture(name, context), isFailed: false };
    } catch {
      return { bytes: null, isFailed: true };
    }
  }

  return {
    icon: async (
      invite: Invite,
      { size, ...drawn }: Required<IconQuery> & RequestContext,
    ): Promise<Pictured> => {
      const name = transform.iconOf(invite, size);
      const { context, isKnown } = drawn;
      const etag = strongEtag(['chat-icon', name]);
      if (name !== null && isKnown(etag)) {
        return { etag, bytes: null, cache: cacheState(context), policy: 'render' };
      }
      const { bytes, isFailed } = await load(name, context);
      if (bytes !== null) return { etag, bytes, cache: cacheState(context), policy: 'render' };
      const order = { name: invite.guild.name, sizePx: size };
      const ownEtag = strongEtag(['chat-initials', inviteVersion, order]);
      const picture = await keep(ownEtag, 'initials', order, drawn);
      return { ...picture, policy: isFailed ? 'never' : 'render' };
    },
    card: async (
      card: Omit<InviteCardOrder, 'icon' | 'banner'>,
      names: PictureNames,
      drawn: RequestContext,
    ): Promise<Pictured> => {
      const etagOf = (shown: PictureNames) => strongEtag(['chat-card', inviteVersion, card, shown]);
      const whole = etagOf(names);
      if (drawn.isKnown(whole)) {
        return { etag: whole, bytes: null, cache: cacheState(drawn.context), policy: 'render' };
      }
      const [icon, banner] = await Promise.all([
        load(names.icon, drawn.context),
        load(card.theme === 'transparent' ? null : names.banner, drawn.context),
      ]);
      const shown = {
        icon: icon.isFailed ? null : names.icon,
        banner: banner.isFailed ? null : names.banner,
      };
      const order = { ...card, icon: icon.bytes, banner: banner.bytes };
      const picture = await keep(etagOf(shown), 'inviteCard', order, drawn);
      return { ...picture, policy: icon.isFailed || banner.isFailed ? 'never' : 'render' };
    },
  };
}

/** Draws a picture unless it is cached, or the client already has it. */
function createKeeper({ drawing, pictures }: Pick<ChatLookupParts, 'drawing' | 'pictures'>) {
  return async <Name extends 'initials' | 'inviteCard'>(
    etag: string,
    name: Name,
    order: OrderOf<Name>,
    { context, isKnown }: RequestContext,
  ): Promise<Omit<Pictured, 'policy'>> => {
    const draw = () => drawing.draw(name, order, context.client);
    const bytes = isKnown(etag) ? null : await pictures.get(etag, draw, context);
    return { etag, bytes, cache: cacheState(context) };
  };
}

function badgeOf(badge: Badge, { context, isKnown }: RequestContext): Pictured {
  const etag = strongEtag(['chat-badge', badgeVersion, badge]);
  const bytes = isKnown(etag) ? null : Buffer.from(drawBadge(badge));
  return { etag, bytes, cache: cacheState(context), policy: 'render' };
}
