import { Type } from 'typebox';
import { upstreamErrors } from '../../../common/errors/lineup-error.ts';
import { noQuery } from '../../../common/schemas/fields.ts';
import {
  badgeResponse,
  defineRoute,
  jsonResponse,
  pictureResponse,
} from '../../http/define-route.ts';
import { inviteEmbed } from '../../http/embed.ts';
import { served } from '../../http/responses.ts';
import { named, respondWithBadge } from '../../pictures/respond.ts';
import type { createDrawer } from './draw.ts';
import { type createFinder, sampleCode, sampleGuild, sampleGuildId, sampleInvite } from './find.ts';
import * as schema from './schema.ts';
import * as transform from './transform.ts';

const invitePath = '/api/chat/invite/:code';
const guildPath = '/api/chat/guild/:id';

const ofInvite = {
  params: schema.invitePath,
  errors: ['unknown-invite', ...upstreamErrors],
} as const;
const ofGuild = {
  params: schema.guildPath,
  errors: ['unknown-guild', 'widget-disabled', ...upstreamErrors],
} as const;

const budget =
  'The service sends at most 20 look-ups a minute to Discord, which clients share by turns: what is not cached may wait for up to six seconds, then it is a 503 with `Retry-After`. Results are cached for ten minutes, and used for up to a day while Discord does not answer or the 20 are used up.';

const cardText =
  '`lang` sets the language of its words and numbers. `theme` sets the colours; `transparent` suits pages of any colour.';

const badgeText =
  'An SVG in the usual badge styles. If the subject does not exist it is a grey badge with status 404, and if it cannot be looked up one with 502, so that it is always a picture.';

const needsWidget =
  'The owner of the server has to enable the widget: Server Settings, Engagement, Enable Server Widget. Otherwise the response is a 404 that says so. Invites work without the widget.';

/** The sample, which needs no network. */
const invite = { path: { code: sampleCode } } as const;
const guild = { path: { id: sampleGuildId } } as const;
const alt = `${sampleInvite.guild.name} on Discord`;
const cardSize = { widthPx: 600, heightPx: 160 } as const;

const picture = pictureResponse('The picture.');

type Deps = {
  readonly find: ReturnType<typeof createFinder>;
  readonly draw: ReturnType<typeof createDrawer>;
  /** Base URL of the pictures of guilds. */
  readonly picturesUrl: string;
};

/** Discord invites and servers: JSON, icon, card and badge. */
export const chatLookupRoutes = ({ find, draw, picturesUrl }: Deps) => [
  defineRoute({
    ...ofInvite,
    path: invitePath,
    id: 'getInvite',
    summary: 'Look up a Discord invite',
    description: [
      'Name, pictures, badges and boosts of the server, and its numbers of members. The person who created the invite is not included.',
      'Group and friend invites are a 404, because they lead to people instead of a server.',
      budget,
    ],
    caching: 'status',
    examples: [
      { ...invite, title: 'By code' },
      {
        title: 'By link',
        path: { code: 'https://discord.gg/minecraft' },
        isRunnable: false,
      },
    ],
    query: noQuery,
    response: jsonResponse(
      Type.Object(schema.inviteResponse.properties, {
        description: 'The invite and its server.',
        examples: [transform.inviteResponseOf(sampleInvite, '')],
      }),
    ),
    handler: async ({ params }, client) => {
      const found = await find.invite(params.code, client.context);
      return served(transform.inviteResponseOf(found, picturesUrl), 'status', client);
    },
  }),
  defineRoute({
    ...ofInvite,
    path: `${invitePath}/icon`,
    id: 'getInviteIcon',
    summary: 'The server icon of an invite',
    description: [
      'As PNG; an animated icon becomes a still picture. A server without an icon gets the initials of its name.',
    ],
    examples: [{ ...invite, title: 'An icon', size: { widthPx: 256, heightPx: 256 } }],
    query: schema.iconQuery,
    response: picture,
    handler: async ({ params: { code }, query: { size = transform.iconSize } }, client) => {
      const found = await find.invite(code, client.context);
      return named(await draw.icon(found, size, client), code, 'icon');
    },
  }),
  defineRoute({
    ...ofInvite,
    path: `${invitePath}/widget`,
    id: 'getInviteCard',
    summary: 'An invite card for your website',
    description: [
      'Icon, name, badge, description, members and a button, as a picture of 600×160 pixels, or twice that. Link it to the invite.',
      'The background is the banner of the server, or its invite picture, darkened or lightened as far as the text needs.',
      cardText,
      budget,
    ],
    examples: [
      { ...invite, alt, title: 'Dark', size: cardSize },
      {
        ...invite,
        alt,
        title: 'In another language',
        query: { theme: 'light', lang: 'de' },
        size: cardSize,
      },
      {
        ...invite,
        alt,
        title: 'For a page of any colour',
        query: { theme: 'transparent' },
        size: cardSize,
      },
    ],
    query: schema.cardQuery,
    response: picture,
    embed: inviteEmbed,
    handler: async ({ params: { code }, query }, client) => {
      const found = await find.invite(code, client.context);
      const names = { icon: transform.iconOf(found), banner: transform.bannerOf(found) };
      const card = transform.inviteCardOf(found, query);
      return named(await draw.card(card, names, client), code, 'widget');
    },
  }),
  defineRoute({
    ...ofInvite,
    path: `${invitePath}/badge`,
    id: 'getInviteBadge',
    summary: 'An invite badge for your website',
    description: [`${badgeText} The server needs no widget.`, budget],
    examples: [
      { ...invite, alt, title: 'Number of members' },
      {
        ...invite,
        alt,
        title: 'Members online, with a custom label',
        query: { metric: 'online', label: 'Discord', style: 'for-the-badge' },
      },
    ],
    query: schema.inviteBadgeQuery,
    response: badgeResponse(),
    handler: ({ params, query }, client) => ({
      draw: async () => {
        const found = await find.invite(params.code, client.context);
        return respondWithBadge(transform.inviteBadgeOf(found, query), 'render', client);
      },
      instead: (error) => transform.greyBadgeFor(error, query),
    }),
  }),
  defineRoute({
    ...ofGuild,
    path: guildPath,
    id: 'getGuild',
    summary: 'Look up a Discord server',
    description: [
      'Name, number of members online and an invite link. Members are not listed.',
      needsWidget,
      budget,
    ],
    caching: 'status',
    examples: [{ ...guild, title: 'A server by its id' }],
    query: noQuery,
    response: jsonResponse(
      Type.Object(schema.guildResponse.properties, {
        description: 'The server.',
        examples: [transform.guildResponseOf(sampleGuild)],
      }),
    ),
    handler: async ({ params }, client) => {
      const found = await find.guild(params.id, client.context);
      return served(transform.guildResponseOf(found), 'status', client);
    },
  }),
  defineRoute({
    ...ofGuild,
    path: `${guildPath}/widget`,
    id: 'getGuildCard',
    summary: 'A Discord server card for your website',
    description: [
      'Name, number of members online and, if there is an invite link, a button, as a picture of 600×160 pixels, or twice that. Icon, members and banner are only available for an invite.',
      cardText,
      needsWidget,
    ],
    examples: [{ ...guild, alt, title: 'Light', query: { theme: 'light' }, size: cardSize }],
    query: schema.cardQuery,
    response: picture,
    embed: inviteEmbed,
    handler: async ({ params: { id }, query }, client) => {
      const job = transform.guildCardOf(await find.guild(id, client.context), query);
      return named(await draw.card(job, { icon: null, banner: null }, client), id, 'widget');
    },
  }),
  defineRoute({
    ...ofGuild,
    path: `${guildPath}/badge`,
    id: 'getGuildBadge',
    summary: 'A Discord server badge for your website',
    description: [badgeText, needsWidget],
    examples: [{ ...guild, alt, title: 'Members online' }],
    query: schema.guildBadgeQuery,
    response: badgeResponse(),
    handler: ({ params, query }, client) => ({
      draw: async () => {
        const found = await find.guild(params.id, client.context);
        return respondWithBadge(transform.guildBadgeOf(found, query), 'render', client);
      },
      instead: (error) => transform.greyBadgeFor(error, query),
    }),
  }),
];
