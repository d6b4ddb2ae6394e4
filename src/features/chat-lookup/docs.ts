import type { RouteDocs } from '../docs/route-docs.ts';
import { sampleCode, sampleGuildId } from './sample.ts';

const budget =
  'Discord is asked at most 20 times a minute in all: what was looked up is good for ten minutes, and up to a day where Discord does not answer or has had enough. What is not known then is a 503 with `Retry-After`.';

const upstreams = ['upstream-failed', 'upstream-timeout', 'overloaded'] as const;
const inviteErrors = ['unknown-invite', ...upstreams] as const;
const guildErrors = ['unknown-guild', 'widget-disabled', ...upstreams] as const;

/** Of the sample, which needs no network. */
const invite = { path: { code: sampleCode } } as const;
const guild = { path: { id: sampleGuildId } } as const;
const cardSize = { widthPx: 600, heightPx: 160 } as const;

const cardWords =
  'The words and numbers on it are in the language of `lang`. Colours are those of a theme; `transparent` is for pages of any colour.';

export const inviteDocs: RouteDocs = {
  id: 'getInvite',
  summary: 'What a Discord invite leads to',
  description: [
    'Name, pictures, marks and boosts of the server, and how many are members and online. Nobody who made the invite is named.',
    'An invite to a group or of a friend is unknown here: it leads to people.',
    budget,
  ],
  errors: inviteErrors,
  caching: 'status',
  hasValidator: true,
  examples: [
    { ...invite, title: 'An invite by its code' },
    {
      title: 'An invite by its link',
      path: { code: 'https://discord.gg/minecraft' },
      isOnPaper: true,
    },
  ],
};

export const iconDocs: RouteDocs = {
  id: 'getInviteIcon',
  summary: 'The icon of the server that an invite leads to',
  description: [
    'As PNG; an animated one as a still. A server without an icon has the first letters of its name.',
  ],
  errors: inviteErrors,
  caching: 'render',
  hasValidator: true,
  examples: [{ ...invite, title: 'An icon', size: { widthPx: 256, heightPx: 256 } }],
};

export const inviteCardDocs: RouteDocs = {
  id: 'getInviteCard',
  summary: 'An invite card for your website',
  description: [
    'Icon, name, mark, description, members and a button, as a picture of 600×160 pixels, or twice that: link it to the invite.',
    'The banner of the server, or the picture behind its invites, is the ground, as far darkened or lightened as the letters on it need.',
    cardWords,
    budget,
  ],
  errors: inviteErrors,
  caching: 'render',
  hasValidator: true,
  examples: [
    { ...invite, title: 'On a dark ground', size: cardSize },
    {
      ...invite,
      title: 'In another language',
      query: { theme: 'light', lang: 'de' },
      size: cardSize,
    },
    {
      ...invite,
      title: 'For a page of any colour',
      query: { theme: 'transparent' },
      size: cardSize,
    },
  ],
};

const badgeWords =
  'An SVG in the usual shapes of badges. What there is not is a grey badge with status 404, what can’t be looked up one with 502: both stay pictures.';

export const inviteBadgeDocs: RouteDocs = {
  id: 'getInviteBadge',
  summary: 'An invite badge for your website',
  description: [`${badgeWords} The server needs no widget.`, budget],
  errors: inviteErrors,
  caching: 'render',
  hasValidator: true,
  examples: [
    { ...invite, title: 'How many members it has' },
    {
      ...invite,
      title: 'Who is online, with words of one’s own',
      query: { metric: 'online', label: 'Discord', style: 'for-the-badge' },
    },
  ],
};

const off =
  'Its owner has to switch the widget on: Server Settings, Engagement, Enable Server Widget. Where it is off, this is a 404 that says so; an invite needs no widget.';

export const guildDocs: RouteDocs = {
  id: 'getGuild',
  summary: 'What a Discord server shows of itself',
  description: ['Name, how many are online, a way in. No member is named.', off, budget],
  errors: guildErrors,
  caching: 'status',
  hasValidator: true,
  examples: [{ ...guild, title: 'A server by its id' }],
};

export const guildCardDocs: RouteDocs = {
  id: 'getGuildCard',
  summary: 'A Discord server card for your website',
  description: [
    'Name, how many are online, and a button where there is a way in, as a picture of 600×160 pixels, or twice that. Icon, members and banner are known of an invite only.',
    cardWords,
    off,
  ],
  errors: guildErrors,
  caching: 'render',
  hasValidator: true,
  examples: [{ ...guild, title: 'On a light ground', query: { theme: 'light' }, size: cardSize }],
};

export const guildBadgeDocs: RouteDocs = {
  id: 'getGuildBadge',
  summary: 'A Discord server badge for your website',
  description: [badgeWords, off],
  errors: guildErrors,
  caching: 'render',
  hasValidator: true,
  examples: [{ ...guild, title: 'How many are online' }],
};
