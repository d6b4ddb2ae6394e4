import type { RouteDocs } from '../docs/route-docs.ts';

const upstream = ['upstream-failed', 'upstream-timeout', 'overloaded'] as const;
const ofGame = { errors: ['unknown-game', ...upstream], hasValidator: true } as const;
const ofGroup = {
  errors: ['unknown-group', ...upstream],
  caching: 'render',
  hasValidator: true,
} as const;

/** They take Roblox for their reader. */
const game = { path: { game: '920587237' }, isOnPaper: true } as const;
const group = { path: { group: '295182' }, isOnPaper: true } as const;

const metricText =
  'An SVG in the usual shapes of badges. For something that does not exist it is a grey badge with status 404, so that it stays a picture.';

export const gameDocs: RouteDocs = {
  ...ofGame,
  id: 'getRobloxGame',
  summary: 'Look up a Roblox game',
  description: ['Name, maker, and how many play, visit and like it; at most two minutes old.'],
  caching: 'status',
  examples: [
    { ...game, title: 'A game by the id of its place', sample: 'answer' },
    { path: { game: 'universe:383310974' }, isOnPaper: true, title: 'By its universe' },
  ],
};

export const textDocs: RouteDocs = {
  ...ofGame,
  id: 'getRobloxGameText',
  summary: 'How many play a game of Roblox, in one line',
  description: ['For address bars and chat bots: `Online • Adopt Me! (Roblox) • 128000`.'],
  caching: 'status',
  examples: [{ ...game, title: 'A game', sample: 'answer' }],
};

export const iconDocs: RouteDocs = {
  ...ofGame,
  errors: [...ofGame.errors, 'unknown-picture'],
  id: 'getRobloxGameIcon',
  summary: 'The icon of a game of Roblox',
  description: ['A PNG of 512×512 pixels, as Roblox has it.'],
  caching: 'render',
  examples: [{ ...game, title: 'The icon of a game' }],
};

export const thumbnailDocs: RouteDocs = {
  ...ofGame,
  errors: [...ofGame.errors, 'unknown-picture'],
  id: 'getRobloxGameThumbnail',
  summary: 'A picture from the page of a game of Roblox',
  description: ['The first to the tenth, as a PNG of 768×432 pixels.'],
  caching: 'render',
  examples: [{ path: { game: '920587237', n: '1' }, isOnPaper: true, title: 'The first picture' }],
};

export const badgeDocs: RouteDocs = {
  ...ofGame,
  id: 'getRobloxGameBadge',
  summary: 'A Roblox game badge for your website',
  description: [metricText],
  caching: 'render',
  examples: [
    { ...game, title: 'How many are playing' },
    {
      ...game,
      title: 'How many like it, in a shape of one’s own',
      query: { metric: 'likes', style: 'for-the-badge' },
    },
  ],
};

export const badgesDocs: RouteDocs = {
  ...ofGame,
  id: 'getRobloxGameBadges',
  summary: 'The badges that can be won in a game of Roblox',
  description: ['All of them in one response, at most 1,000.'],
  caching: 'render',
  examples: [{ ...game, title: 'The badges of a game', sample: 'answer' }],
};

export const groupDocs: RouteDocs = {
  ...ofGroup,
  id: 'getRobloxGroup',
  summary: 'Look up a Roblox group',
  description: [
    'Name, owner and how many members. By name only a group that is called exactly so is found.',
  ],
  examples: [{ ...group, title: 'A group by its id', sample: 'answer' }],
};

export const groupIconDocs: RouteDocs = {
  ...ofGroup,
  errors: [...ofGroup.errors, 'unknown-picture'],
  id: 'getRobloxGroupIcon',
  summary: 'The icon of a group of Roblox',
  description: ['A PNG of 420×420 pixels, as Roblox has it.'],
  examples: [{ ...group, title: 'The icon of a group' }],
};

export const groupBadgeDocs: RouteDocs = {
  ...ofGroup,
  id: 'getRobloxGroupBadge',
  summary: 'A Roblox group badge for your website',
  description: [metricText],
  examples: [{ ...group, title: 'How many members it has' }],
};

const cardText =
  'A picture of 600×138 pixels, or twice that, in any script. `transparent` is for pages of any colour.';

export const gameWidgetDocs: RouteDocs = {
  ...ofGame,
  id: 'getRobloxGameWidget',
  summary: 'A Roblox game card for your website',
  description: [`Icon, name, maker, how many play, visits, and likes as a bar. ${cardText}`],
  caching: 'render',
  examples: [
    { ...game, title: 'On a dark ground' },
    {
      ...game,
      title: 'On a light ground, for a sharp screen',
      query: { theme: 'light', scale: 2 },
    },
  ],
};

export const groupWidgetDocs: RouteDocs = {
  ...ofGroup,
  id: 'getRobloxGroupWidget',
  summary: 'A Roblox group card for your website',
  description: [`Icon, name, verified mark, owner and members. ${cardText}`],
  examples: [{ ...group, title: 'On a dark ground' }],
};
