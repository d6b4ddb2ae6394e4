import { Type, type Static } from 'typebox';
import { widgetFields } from '../../drawing/option-schemas.ts';
import { closed, oneOf, orNull } from '../../schemas/fields.ts';
import { badgeOptions } from '../../widgets/badge-options.ts';
import { inviteLangs } from '../../widgets/invite-words.ts';

export const invitePath = Type.Object({
  code: Type.String({
    minLength: 1,
    maxLength: 256,
    description:
      'The code of an invite, a vanity code, or a whole link to `discord.gg` or `discord.com/invite`, URL-encoded.',
  }),
});

export const guildPath = Type.Object({
  id: Type.String({
    maxLength: 20,
    pattern: '^[0-9]{1,20}$',
    'x-allowed': 'the id of a server: up to 20 digits',
    description: 'The id of a server, which stands in its settings below Engagement.',
  }),
});

export const lookupQuery = Type.Object({}, closed);

const iconSizes = [64, 128, 256, 512] as const;

export const iconQuery = Type.Object(
  {
    size: Type.Optional(
      oneOf(iconSizes, {
        default: 256,
        description: 'Pixels of its side; a smaller picture is not made larger.',
      }),
    ),
  },
  closed,
);

export const cardQuery = Type.Object(
  {
    ...widgetFields('600×160'),
    lang: Type.Optional(
      oneOf(inviteLangs, { default: 'en', description: 'The language of the words on the card.' }),
    ),
  },
  closed,
);

const badgeMetrics = ['members', 'online'] as const;

export const inviteBadgeQuery = Type.Object(
  {
    metric: Type.Optional(
      oneOf(badgeMetrics, { default: 'members', description: 'What the badge tells.' }),
    ),
    ...badgeOptions,
  },
  closed,
);

export const guildBadgeQuery = Type.Object(badgeOptions, closed);

const count = Type.Integer({ minimum: 0 });

const guild = Type.Object({
  id: Type.String({ description: 'Its id, in digits.' }),
  name: Type.String({ description: 'What it is called.' }),
  description: orNull(Type.String(), 'What it says of itself.'),
  icon: orNull(Type.String(), 'URL of its icon as PNG; an animated one as a still.'),
  banner: orNull(Type.String(), 'URL of its banner as PNG.'),
  verified: Type.Boolean({ description: 'Whether it bears the mark of a verified server.' }),
  partnered: Type.Boolean({ description: 'Whether it bears the mark of a partner.' }),
  boosts: Type.Integer({ minimum: 0, description: 'How many boosts it has.' }),
  boostTier: Type.Integer({ minimum: 0, maximum: 3, description: 'Its level by boosts.' }),
});

const channel = Type.Object({
  id: Type.String({ description: 'Its id, in digits.' }),
  name: Type.String({ description: 'What it is called.' }),
});

export const inviteAnswer = Type.Object({
  code: Type.String({ description: 'The code of the invite.' }),
  url: Type.String({ description: 'The link that leads in.' }),
  guild,
  members: orNull(count, 'How many are members, about.'),
  online: orNull(count, 'How many of them are online, about.'),
  channel: orNull(channel, 'The channel that the invite leads to.'),
  expires: orNull(
    Type.String({ format: 'date-time' }),
    'When the invite expires (RFC 3339); null: never.',
  ),
});

export const guildAnswer = Type.Object({
  id: Type.String({ description: 'As it was requested.' }),
  name: Type.String({ description: 'What it is called.' }),
  online: Type.Integer({ minimum: 0, description: 'How many members are online.' }),
  invite: orNull(
    Type.String(),
    'A link that leads in, where the owner has chosen a channel for it.',
  ),
});

export type InviteAnswer = Static<typeof inviteAnswer>;
export type GuildAnswer = Static<typeof guildAnswer>;
export type IconQuery = Static<typeof iconQuery>;
export type CardQuery = Static<typeof cardQuery>;
export type InviteBadgeQuery = Static<typeof inviteBadgeQuery>;
export type GuildBadgeQuery = Static<typeof guildBadgeQuery>;
