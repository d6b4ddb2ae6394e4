import { Type, type Static } from 'typebox';
import { choice, closedObject, orNull } from '../../../common/schemas/fields.ts';
import { badgeOptions } from '../../../engine/cards/badge.ts';
import { widgetFields } from '../../../engine/cards/palette.ts';

export const invitePath = Type.Object({
  code: Type.String({
    minLength: 1,
    maxLength: 256,
    description:
      'The code of an invite, a vanity code, or a full `discord.gg` or `discord.com/invite` link, URL-encoded.',
  }),
});

export const guildPath = Type.Object({
  id: Type.String({
    maxLength: 20,
    pattern: '^[0-9]{1,20}$',
    'x-allowed': 'the id of a server: up to 20 digits',
    description: 'The id of a server, shown in its settings below Engagement.',
  }),
});

const iconSizes = [64, 128, 256, 512] as const;

export const iconQuery = closedObject({
  size: choice(iconSizes, 'Width and height in pixels; a smaller picture is not enlarged.', 256),
});

export const cardQuery = closedObject(widgetFields('600×160'));

const badgeMetrics = ['members', 'online'] as const;

export const inviteBadgeQuery = closedObject({
  metric: choice(badgeMetrics, 'What the badge shows.', 'members'),
  ...badgeOptions,
});

export const guildBadgeQuery = closedObject(badgeOptions);

const count = Type.Integer({ minimum: 0 });

const guild = Type.Object({
  id: Type.String({ description: 'Its id, in digits.' }),
  name: Type.String({ description: 'Its name.' }),
  description: orNull(Type.String(), 'Its description.'),
  icon: orNull(Type.String(), 'URL of its icon as PNG; an animated icon as a still picture.'),
  banner: orNull(Type.String(), 'URL of its banner as PNG.'),
  verified: Type.Boolean({ description: 'Whether it is a verified server.' }),
  partnered: Type.Boolean({ description: 'Whether it is a partner.' }),
  boosts: Type.Integer({ minimum: 0, description: 'Its number of boosts.' }),
  boostTier: Type.Integer({ minimum: 0, maximum: 3, description: 'Its boost level.' }),
});

const channel = Type.Object({
  id: Type.String({ description: 'Its id, in digits.' }),
  name: Type.String({ description: 'Its name.' }),
});

export const inviteResponse = Type.Object({
  code: Type.String({ description: 'The code of the invite.' }),
  url: Type.String({ description: 'The link to join.' }),
  guild,
  members: orNull(count, 'Approximate number of members.'),
  online: orNull(count, 'Approximate number of members online.'),
  channel: orNull(channel, 'The channel that the invite leads to.'),
  expires: orNull(
    Type.String({ format: 'date-time' }),
    'When the invite expires (RFC 3339); null if never.',
  ),
});

export const guildResponse = Type.Object({
  id: Type.String({ description: 'As it was requested.' }),
  name: Type.String({ description: 'Its name.' }),
  online: Type.Integer({ minimum: 0, description: 'Number of members online.' }),
  invite: orNull(Type.String(), 'An invite link, if the owner has chosen a channel for it.'),
});

export type CardQuery = Static<typeof cardQuery>;
export type InviteBadgeQuery = Static<typeof inviteBadgeQuery>;
export type GuildBadgeQuery = Static<typeof guildBadgeQuery>;
