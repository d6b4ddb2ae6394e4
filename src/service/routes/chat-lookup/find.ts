import type { CacheContext } from '../../../common/cache/context.ts';
import type { SwrCache } from '../../../common/cache/swr-cache.ts';
import { LineupError, badRequest } from '../../../common/errors/lineup-error.ts';
import type { Invite, GuildWidget } from '../../../upstreams/discord/cached.ts';
import type { InviteClient } from '../../../upstreams/discord/invite-client.ts';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

/** A guild whose widget is enabled. */
export type ShownGuild = Extract<GuildWidget, { kind: 'shown' }>;

type Deps = {
  readonly client: InviteClient;
  /** Invites by code, guilds by id; null means "there is none". */
  readonly invites: SwrCache<Invite | null>;
  readonly guilds: SwrCache<GuildWidget | null>;
};

/** Ids contain the time since 2015 in their upper bits; even the first ones have this length. */
const shortestId = 15;

/**
 * Finds invites and guilds, through the caches. Both reject with LineupError: `unknown-invite`,
 * `unknown-guild`, `widget-disabled`, and the errors of `InviteClient`.
 */
export function createFinder({ client, invites, guilds }: Deps) {
  async function widgetOf(id: string, context: CacheContext): Promise<GuildWidget | null> {
    if (isSampleGuild(id)) return sampleGuild;
    return id.length < shortestId
      ? null
      : guilds.get(id, (forClient) => client.guild(id, forClient), context);
  }

  return {
    /** @throws {LineupError} also `bad-request` for an invalid code */
    invite: async (text: string, context: CacheContext): Promise<Invite> => {
      const code = inviteCode(text);
      if (code === sampleCode) return sampleInvite;
      const load = (forClient: string) => client.invite(code, forClient);
      const invite = await invites.get(code, load, context);
      if (invite === null) throw new LineupError('unknown-invite');
      return invite;
    },
    guild: async (id: string, context: CacheContext): Promise<ShownGuild> => {
      const widget = await widgetOf(id, context);
      if (widget === null) throw new LineupError('unknown-guild');
      if (widget.kind === 'disabled') throw new LineupError('widget-disabled');
      return widget;
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

// A made-up server for the documentation, whose examples need no network. No real code contains a
// `_`, and no real id is so short.

export const sampleCode = 'sample_hills';
export const sampleGuildId = '1';

export const sampleInvite: Invite = {
  code: sampleCode,
  guild: {
    id: sampleGuildId,
    name: 'Sunny Hills',
    description:
      'Survival, together, since 2014. Come for the floating islands, stay for the gardeners who look after them.',
    icon: 'icon',
    banner: 'banner',
    splash: null,
    verified: true,
    partnered: false,
    boosts: 14,
    boostTier: 3,
  },
  members: 12_345,
  online: 1234,
  channel: { id: '2', name: 'welcome' },
  expires: null,
};

export const sampleGuild = {
  kind: 'shown',
  id: sampleGuildId,
  name: 'Sunny Hills',
  online: 1234,
  invite: 'https://discord.gg/sample_hills',
} as const satisfies GuildWidget;

export function isSampleGuild(id: string): boolean {
  return id === sampleGuildId;
}

const folder = join(import.meta.dirname, '..', '..', '..', '..', 'samples', 'guild');

/** The pictures of the sample by name. */
export function readSamplePicture(name: string): Uint8Array | null {
  const known = name === 'icon' || name === 'banner';
  return known ? readFileSync(join(folder, `${name}.png`)) : null;
}
