import { numberText } from '../../../common/number-text.ts';
import type { LineupError } from '../../../common/errors/lineup-error.ts';
import { titleFrom } from '../../../engine/options/picture-values.ts';
import { picturePath, type PictureName } from '../../../upstreams/discord/guild-pictures.ts';
import type { Invite } from '../../../upstreams/discord/cached.ts';
import type { InviteCardJob } from '../../../engine/cards/card-jobs.ts';
import { chosenBadge, greyBadge, type Badge } from '../../../engine/cards/badge.ts';
import type { CardQuery, GuildBadgeQuery, InviteBadgeQuery } from './schema.ts';
import { isSampleGuild, type ShownGuild } from './find.ts';

/** Large enough for a card on a high-resolution screen. */
export const iconSize = 256;
const bannerSize = 1024;

export function iconOf({ guild }: Invite, size: number = iconSize): PictureName | null {
  return guild.icon === null ? null : { folder: 'icons', guild: guild.id, hash: guild.icon, size };
}

/** The banner, or otherwise the background of the invite at Discord. */
export function bannerOf({ guild }: Invite): PictureName | null {
  const name = { guild: guild.id, size: bannerSize } as const;
  if (guild.banner !== null) return { ...name, folder: 'banners', hash: guild.banner };
  return guild.splash === null ? null : { ...name, folder: 'splashes', hash: guild.splash };
}

/** @param picturesUrl base URL of Discord's picture host */
export function inviteResponseOf(invite: Invite, picturesUrl: string) {
  const { code, guild, members, online, channel, expires } = invite;
  const { id, name, description, verified, partnered, boosts, boostTier } = guild;
  // The pictures of the sample are served by ourselves.
  const urlOf = (picture: PictureName | null) =>
    picture && !isSampleGuild(id) ? `${picturesUrl}${picturePath(picture)}` : null;
  const icon = urlOf(iconOf(invite));
  const banner = guild.banner && urlOf(bannerOf(invite));
  return {
    code,
    url: `https://discord.gg/${code}`,
    guild: { id, name, description, icon, banner, verified, partnered, boosts, boostTier },
    members,
    online,
    channel: channel && { ...channel },
    expires,
  };
}

export function guildResponseOf({ id, name, online, invite }: ShownGuild) {
  return { id, name, online, invite };
}

type Pictures = 'icon' | 'banner';

function optionsOf({ theme = 'dark', scale = 1, lang = 'en' }: CardQuery) {
  return { theme, scale, lang };
}

export function inviteCardOf(invite: Invite, query: CardQuery): Omit<InviteCardJob, Pictures> {
  const { guild, members, online } = invite;
  const { name, description, verified, partnered } = guild;
  const mark = verified ? 'verified' : partnered ? 'partnered' : null;
  const title = titleFrom(query.title, 'query.title');
  return {
    ...optionsOf(query),
    name: title || name,
    description,
    mark,
    online,
    members,
    canJoin: true,
  };
}

export function guildCardOf(
  { name, online, invite }: ShownGuild,
  query: CardQuery,
): Omit<InviteCardJob, Pictures> {
  const blank = { description: null, mark: null, members: null } as const;
  const title = titleFrom(query.title, 'query.title');
  return { ...optionsOf(query), ...blank, name: title || name, online, canJoin: invite !== null };
}

const badge = { label: 'chat', sign: 'bubble' } as const;
const badgeColor = '5865f2';

/** The text of a badge: `1,234 members`, `56 online`. */
export function inviteBadgeOf({ members, online }: Invite, query: InviteBadgeQuery): Badge {
  const { metric = 'members', ...choices } = query;
  const count = { members, online }[metric];
  const message = count === null ? 'invited' : `${numberText(count)} ${metric}`;
  return chosenBadge({ ...badge, message, color: badgeColor }, choices);
}

export function guildBadgeOf({ online }: ShownGuild, query: GuildBadgeQuery): Badge {
  const message = `${numberText(online)} online`;
  return chosenBadge({ ...badge, message, color: badgeColor }, query);
}

/** The text of a grey badge, by error code. */
const greyMessages: Readonly<Partial<Record<LineupError['code'], string>>> = {
  'unknown-invite': 'unknown invite',
  'unknown-guild': 'unknown server',
  'widget-disabled': 'widget is off',
};

/** The grey badge for something that is not available. */
export function greyBadgeFor({ code }: LineupError, query: GuildBadgeQuery): Badge {
  return greyBadge({ ...badge, message: greyMessages[code] ?? 'no answer' }, query);
}
