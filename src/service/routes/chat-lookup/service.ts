import { served, type ServedValue } from '../../http/responses.ts';
import type { RequestContext, CacheContext } from '../../../common/cache/context.ts';
import { respondWithBadge } from '../../pictures/send-badge.ts';
import { createDrawer, type DrawerParts } from './draw.ts';
import type {
  CardQuery,
  GuildResponse,
  GuildBadgeQuery,
  IconQuery,
  InviteResponse,
  InviteBadgeQuery,
} from './schema.ts';
import * as transform from './transform.ts';
import type { InviteClient } from '../../../upstreams/discord/invite-client.ts';
import type { SwrCache } from '../../../common/cache/swr-cache.ts';
import type { Invite, GuildWidget } from '../../../upstreams/discord/cached.ts';
import type { ShownGuild } from './transform.ts';
import { isSampleGuild, sampleGuild, sampleCode, sampleInvite } from './sample.ts';
import { LineupError, badRequest } from '../../../common/errors/lineup-error.ts';

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
    invite: async (code: string, request: RequestContext): Promise<ServedValue<InviteResponse>> => {
      const invite = await find.invite(code, request.context);
      return served(transform.inviteResponseOf(invite, parts.picturesUrl), 'status', request);
    },
    guild: async (id: string, request: RequestContext): Promise<ServedValue<GuildResponse>> =>
      served(transform.guildResponseOf(await find.guild(id, request.context)), 'status', request),
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

type FinderParts = {
  readonly client: InviteClient;
  /** Invites by code, guilds by id; null means "there is none". */
  readonly invites: SwrCache<Invite | null>;
  readonly guilds: SwrCache<GuildWidget | null>;
};

/**
 * Finds invites and guilds, through the caches. Both reject with LineupError: `unknown-invite`,
 * `unknown-guild`, `widget-disabled`, and the errors of `InviteClient`.
 */
export type Finder = {
  /** @throws {LineupError} also `bad-request` for an invalid code */
  readonly invite: (code: string, context: CacheContext) => Promise<Invite>;
  readonly guild: (id: string, context: CacheContext) => Promise<ShownGuild>;
};

/** Ids contain the time since 2015 in their upper bits; even the first ones have this length. */
const shortestId = 15;

function createFinder({ client, invites, guilds }: FinderParts): Finder {
  async function guild(id: string, context: CacheContext): Promise<GuildWidget | null> {
    if (isSampleGuild(id)) return sampleGuild;
    return id.length < shortestId
      ? null
      : guilds.get(id, (forClient) => client.guild(id, forClient), context);
  }

  return {
    invite: async (text, context) => {
      const code = inviteCode(text);
      if (code === sampleCode) return sampleInvite;
      const invite = await invites.get(
        code,
        (forClient) => client.invite(code, forClient),
        context,
      );
      if (invite === null) throw new LineupError('unknown-invite');
      return invite;
    },
    guild: async (id, context) => {
      const found = await guild(id, context);
      if (found === null) throw new LineupError('unknown-guild');
      if (found.kind === 'disabled') throw new LineupError('widget-disabled');
      return found;
    },
  };
}

/** What comes before the code in a link; the scheme is optional. */
const link =
  /^(?:https?:\/\/)?(?:(?:www|ptb|canary)\.)?(?:discord\.gg(?:\/invite)?|discord(?:app)?\.com\/invite)\/([\w-]{2,64})\/?(?:[?#].*)?$/i;

const bare = /^[\w-]{2,64}$/;

/**
 * The code in a code, vanity code or full link.
 * @throws {LineupError} `bad-request`
 */
function inviteCode(text: string): string {
  const code = bare.test(text) ? text : link.exec(text)?.[1];
  if (code !== undefined) return code;
  throw badRequest(
    'path.code: must be the code of an invite, or a link such as https://discord.gg/code, URL-encoded',
  );
}
