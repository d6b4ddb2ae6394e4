import type { RouteDocs } from '../../site/route-docs.ts';
import { upstreamErrors } from '../../../common/errors/lineup-error.ts';

const ofGame = { errors: ['unknown-game', ...upstreamErrors] } as const;
const ofGroup = { errors: ['unknown-group', ...upstreamErrors] } as const;

/** Needs Roblox, so it is not run. */
const game = { path: { game: '920587237' }, isRunnable: false } as const;
const group = { path: { group: '295182' }, isRunnable: false } as const;
const ofGameCard = { ...game, alt: 'A game on Roblox' } as const;
const ofGroupCard = { ...group, alt: 'A group on Roblox' } as const;

const metricText =
  'An SVG in the usual badge styles. If the subject does not exist it is a grey badge with status 404, so that it is always a picture.';

export const gameDocs: RouteDocs = {
  ...ofGame,
  id: 'getRobloxGame',
  summary: 'Look up a Roblox game',
  description: [
    'Name, creator, and its numbers of players, visits and likes; at most two minutes old.',
  ],
  caching: 'status',
  examples: [
    { ...game, title: 'By place id', sample: 'answer' },
    { path: { game: 'universe:383310974' }, isRunnable: false, title: 'By universe id' },
  ],
};

export const textDocs: RouteDocs = {
  ...ofGame,
  id: 'getRobloxGameText',
  summary: 'The number of players of a Roblox game in one line',
  description: ['For address bars and chat bots: `Online • Adopt Me! (Roblox) • 128000`.'],
  caching: 'status',
  examples: [{ ...game, title: 'A game', sample: 'answer' }],
};

export const iconDocs: RouteDocs = {
  ...ofGame,
  errors: [...ofGame.errors, 'unknown-picture'],
  id: 'getRobloxGameIcon',
  summary: 'The icon of a Roblox game',
  description: ['The PNG of 512×512 pixels from Roblox.'],
  examples: [{ ...game, title: 'The icon of a game' }],
};

export const thumbnailDocs: RouteDocs = {
  ...ofGame,
  errors: [...ofGame.errors, 'unknown-picture'],
  id: 'getRobloxGameThumbnail',
  summary: 'A picture from the page of a Roblox game',
  description: ['One of the first ten pictures, as a PNG of 768×432 pixels.'],
  examples: [
    { path: { game: '920587237', n: '1' }, isRunnable: false, title: 'The first picture' },
  ],
};

/** Of the second example. */
export const likesBadge = { metric: 'likes', style: 'for-the-badge' } as const;

export const badgeDocs: RouteDocs = {
  ...ofGame,
  id: 'getRobloxGameBadge',
  summary: 'A Roblox game badge for your website',
  description: [metricText],
  examples: [
    {
      ...ofGameCard,
      title: 'Number of players',
      sample: 'game-badge.svg',
      size: { widthPx: 105, heightPx: 20 },
    },
    {
      ...ofGameCard,
      title: 'Likes, in another style',
      query: likesBadge,
      sample: 'likes-badge.svg',
      size: { widthPx: 130, heightPx: 28 },
    },
  ],
};

export const badgesDocs: RouteDocs = {
  ...ofGame,
  id: 'getRobloxGameBadges',
  summary: 'The badges of a Roblox game',
  description: ['All badges that players can earn, at most 1,000, in one response.'],
  examples: [{ ...game, title: 'The badges of a game', sample: 'answer' }],
};

export const groupDocs: RouteDocs = {
  ...ofGroup,
  id: 'getRobloxGroup',
  summary: 'Look up a Roblox group',
  description: [
    'Name, owner and number of members. A look-up by name finds only a group with exactly that name.',
  ],
  examples: [{ ...group, title: 'A group by its id', sample: 'answer' }],
};

export const groupIconDocs: RouteDocs = {
  ...ofGroup,
  errors: [...ofGroup.errors, 'unknown-picture'],
  id: 'getRobloxGroupIcon',
  summary: 'The icon of a Roblox group',
  description: ['The PNG of 420×420 pixels from Roblox.'],
  examples: [{ ...group, title: 'The icon of a group' }],
};

export const groupBadgeDocs: RouteDocs = {
  ...ofGroup,
  id: 'getRobloxGroupBadge',
  summary: 'A Roblox group badge for your website',
  description: [metricText],
  examples: [
    {
      ...ofGroupCard,
      title: 'Number of members',
      sample: 'group-badge.svg',
      size: { widthPx: 115, heightPx: 20 },
    },
  ],
};

const cardSize = { widthPx: 600, heightPx: 138 } as const;

const cardText =
  'A picture of 600×138 pixels, or twice that, in any script. `transparent` suits pages of any colour.';

export const gameWidgetDocs: RouteDocs = {
  ...ofGame,
  id: 'getRobloxGameWidget',
  summary: 'A Roblox game card for your website',
  description: [`Icon, name, creator, number of players, visits, and likes as a bar. ${cardText}`],
  examples: [
    { ...ofGameCard, title: 'Dark', size: cardSize, sample: 'game-card.png' },
    {
      ...ofGameCard,
      title: 'Light, for a high-resolution screen',
      query: { theme: 'light', scale: 2 },
    },
  ],
};

export const groupWidgetDocs: RouteDocs = {
  ...ofGroup,
  id: 'getRobloxGroupWidget',
  summary: 'A Roblox group card for your website',
  description: [`Icon, name, verified mark, owner and members. ${cardText}`],
  examples: [{ ...ofGroupCard, title: 'Dark', size: cardSize, sample: 'group-card.png' }],
};
