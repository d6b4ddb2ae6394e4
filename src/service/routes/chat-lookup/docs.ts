import type { RouteDocs } from '../../site/route-docs.ts';
import { sampleCode, sampleGuildId, sampleInvite } from './sample.ts';
import { upstreamErrors } from '../../../common/errors/lineup-error.ts';

const budget =
  'The service sends at most 20 look-ups a minute to Discord, which clients share by turns: what is not cached may wait for up to six seconds, then it is a 503 with `Retry-After`. Results are cached for ten minutes, and used for up to a day while Discord does not answer or the 20 are used up.';

const inviteErrors = ['unknown-invite', ...upstreamErrors] as const;
const guildErrors = ['unknown-guild', 'widget-disabled', ...upstreamErrors] as const;

/** The sample, which needs no network. */
const invite = { path: { code: sampleCode } } as const;
const guild = { path: { id: sampleGuildId } } as const;
const pictured = { alt: `${sampleInvite.guild.name} on Discord` } as const;
const cardSize = { widthPx: 600, heightPx: 160 } as const;

const cardWords =
  '`lang` sets the language of its words and numbers. `theme` sets the colours; `transparent` suits pages of any colour.';

export const inviteDocs: RouteDocs = {
  id: 'getInvite',
  summary: 'Look up a Discord invite',
  description: [
    'Name, pictures, badges and boosts of the server, and its numbers of members. The person who created the invite is not included.',
    'Group and friend invites are a 404, because they lead to people instead of a server.',
    budget,
  ],
  errors: inviteErrors,
  caching: 'status',
  examples: [
    { ...invite, title: 'By code' },
    {
      title: 'By link',
      path: { code: 'https://discord.gg/minecraft' },
      isRunnable: false,
    },
  ],
};

export const iconDocs: RouteDocs = {
  id: 'getInviteIcon',
  summary: 'The server icon of an invite',
  description: [
    'As PNG; an animated icon becomes a still picture. A server without an icon gets the initials of its name.',
  ],
  errors: inviteErrors,
  examples: [{ ...invite, title: 'An icon', size: { widthPx: 256, heightPx: 256 } }],
};

export const inviteCardDocs: RouteDocs = {
  id: 'getInviteCard',
  summary: 'An invite card for your website',
  description: [
    'Icon, name, badge, description, members and a button, as a picture of 600×160 pixels, or twice that. Link it to the invite.',
    'The background is the banner of the server, or its invite picture, darkened or lightened as far as the text needs.',
    cardWords,
    budget,
  ],
  errors: inviteErrors,
  examples: [
    { ...invite, ...pictured, title: 'Dark', size: cardSize },
    {
      ...invite,
      ...pictured,
      title: 'In another language',
      query: { theme: 'light', lang: 'de' },
      size: cardSize,
    },
    {
      ...invite,
      ...pictured,
      title: 'For a page of any colour',
      query: { theme: 'transparent' },
      size: cardSize,
    },
  ],
};

const badgeWords =
  'An SVG in the usual badge styles. If the subject does not exist it is a grey badge with status 404, and if it cannot be looked up one with 502, so that it is always a picture.';

export const inviteBadgeDocs: RouteDocs = {
  id: 'getInviteBadge',
  summary: 'An invite badge for your website',
  description: [`${badgeWords} The server needs no widget.`, budget],
  errors: inviteErrors,
  examples: [
    { ...invite, ...pictured, title: 'Number of members' },
    {
      ...invite,
      ...pictured,
      title: 'Members online, with a custom label',
      query: { metric: 'online', label: 'Discord', style: 'for-the-badge' },
    },
  ],
};

const off =
  'The owner of the server has to enable the widget: Server Settings, Engagement, Enable Server Widget. Otherwise the response is a 404 that says so. Invites work without the widget.';

export const guildDocs: RouteDocs = {
  id: 'getGuild',
  summary: 'Look up a Discord server',
  description: [
    'Name, number of members online and an invite link. Members are not listed.',
    off,
    budget,
  ],
  errors: guildErrors,
  caching: 'status',
  examples: [{ ...guild, title: 'A server by its id' }],
};

export const guildCardDocs: RouteDocs = {
  id: 'getGuildCard',
  summary: 'A Discord server card for your website',
  description: [
    'Name, number of members online and, if there is an invite link, a button, as a picture of 600×160 pixels, or twice that. Icon, members and banner are only available for an invite.',
    cardWords,
    off,
  ],
  errors: guildErrors,
  examples: [{ ...guild, ...pictured, title: 'Light', query: { theme: 'light' }, size: cardSize }],
};

export const guildBadgeDocs: RouteDocs = {
  id: 'getGuildBadge',
  summary: 'A Discord server badge for your website',
  description: [badgeWords, off],
  errors: guildErrors,
  examples: [{ ...guild, ...pictured, title: 'Members online' }],
};
