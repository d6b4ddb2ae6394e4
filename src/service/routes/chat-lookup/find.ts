import type { CacheContext } from '../../../common/cache/context.ts';
import type { SwrCache } from '../../../common/cache/swr-cache.ts';
import type { InviteClient } from '../../../upstreams/discord/invite-client.ts';
import type { GuildWidget, Invite } from '../../../upstreams/discord/cached.ts';
import { LineupError } from '../../../common/errors/lineup-error.ts';
import { inviteCode } from './reference.ts';
import { isSampleGuild, sampleCode, sampleGuild, sampleInvite } from './sample.ts';
import type { ShownGuild } from './transform.ts';

export type FinderParts = {
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

export function createFinder({ client, invites, guilds }: FinderParts): Finder {
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
