import { Type } from 'typebox';
import { upstreamErrors } from '../../../common/errors/lineup-error.ts';
import { noQuery } from '../../../common/schemas/fields.ts';
import { badgeFields, gameFields, type RobloxVotes } from '../../../upstreams/roblox/cached.ts';
import {
  badgeResponse,
  defineRoute,
  jsonResponse,
  pictureResponse,
  textResponse,
} from '../../http/define-route.ts';
import { cardEmbed } from '../../http/embed.ts';
import { served } from '../../http/responses.ts';
import { named, respondWithBadge } from '../../pictures/respond.ts';
import {
  gameBadgeOf,
  gameBadgeQuery,
  greyBadgeFor,
  drawCard,
  gameCardOf,
  widgetQuery,
} from './cards.ts';
import {
  found,
  gameAt,
  longestReference,
  originalOf,
  universeAt,
  votedGameAt,
  type RobloxDeps,
} from './responses.ts';
import samples from './samples.json' with { type: 'json' };

const base = '/api/roblox/game/:game';

const params = Type.Object({
  game: Type.String({
    minLength: 1,
    maxLength: longestReference,
    description:
      'Digits are a place id, as in the URL of a game; `universe:123` is a universe id. The URL of a game, URL-encoded, works as well.',
  }),
});

const shared = {
  params,
  query: noQuery,
  errors: ['unknown-game', ...upstreamErrors],
} as const;

/** Needs Roblox, so it is not run. */
const example = { path: { game: '920587237' }, isRunnable: false } as const;
const pictured = { ...example, alt: 'A game on Roblox' } as const;
/** Of the second example of a badge. */
export const likesBadge = { metric: 'likes', style: 'for-the-badge' } as const;

/** The largest at Roblox. */
const iconPx = 512;

/** Without its votes it is shown for a short time only. */
const policyOf = ({ likes }: RobloxVotes) => (likes === null ? 'status' : 'render');

/** Roblox games. */
export const robloxGameRoutes = (deps: RobloxDeps) => {
  const { games, pictures } = deps.roblox;
  return [
    defineRoute({
      ...shared,
      path: base,
      id: 'getRobloxGame',
      summary: 'Look up a Roblox game',
      description: [
        'Name, creator, and its numbers of players, visits and likes; at most two minutes old.',
      ],
      caching: 'status',
      examples: [
        { ...example, title: 'By place id', sample: 'response' },
        { path: { game: 'universe:383310974' }, isRunnable: false, title: 'By universe id' },
      ],
      response: jsonResponse(
        Type.Object(gameFields, { description: 'The game.', examples: [samples.game] }),
      ),
      handler: async ({ params: { game } }, client) =>
        served(await votedGameAt(games, game, client.context), 'status', client),
    }),
    defineRoute({
      ...shared,
      path: `${base}/status-text`,
      id: 'getRobloxGameText',
      summary: 'The number of players of a Roblox game in one line',
      description: ['For address bars and chat bots: `Online • Adopt Me! (Roblox) • 128000`.'],
      caching: 'status',
      examples: [{ ...example, title: 'A game', sample: 'response' }],
      response: textResponse('The status in one line.', ['Online • Adopt Me! (Roblox) • 128000']),
      handler: async ({ params: { game } }, client) => {
        const { name, playing } = await gameAt(games, game, client.context);
        return served(`Online • ${name} (Roblox) • ${playing}`, 'status', client);
      },
    }),
    defineRoute({
      ...shared,
      path: `${base}/badges`,
      id: 'getRobloxGameBadges',
      summary: 'The badges of a Roblox game',
      description: ['All badges that players can earn, at most 1,000, in one response.'],
      examples: [{ ...example, title: 'The badges of a game', sample: 'response' }],
      response: jsonResponse(
        Type.Object(badgeFields, {
          description: 'The badges of a game.',
          examples: [samples.badges],
        }),
      ),
      handler: async ({ params: { game } }, client) => {
        const universeId = await universeAt(games, game, client.context);
        const list = await games.badges(universeId, client.context);
        const { badges } = found(list, 'unknown-game', 'path.game');
        return served({ badges }, 'render', client);
      },
    }),
    defineRoute({
      ...shared,
      path: `${base}/icon`,
      id: 'getRobloxGameIcon',
      summary: 'The icon of a Roblox game',
      description: ['The PNG of 512×512 pixels from Roblox.'],
      errors: [...shared.errors, 'unknown-picture'],
      examples: [{ ...example, title: 'The icon of a game' }],
      response: pictureResponse('The picture.'),
      handler: async ({ params: { game } }, client) => {
        const targetId = await universeAt(games, game, client.context);
        const reference = { kind: 'GameIcon', targetId, sizePx: iconPx } as const;
        const png = await pictures.find(reference, client.context);
        return named(await originalOf(png, 'path.game', client), game, 'icon');
      },
    }),
    defineRoute({
      ...shared,
      path: `${base}/thumbnail/:n`,
      id: 'getRobloxGameThumbnail',
      summary: 'A picture from the page of a Roblox game',
      description: ['One of the first ten pictures, as a PNG of 768×432 pixels.'],
      errors: [...shared.errors, 'unknown-picture'],
      examples: [
        { path: { game: '920587237', n: '1' }, isRunnable: false, title: 'The first picture' },
      ],
      params: Type.Object({
        ...params.properties,
        n: Type.Integer({ minimum: 1, maximum: 10, description: 'Number of the picture, from 1.' }),
      }),
      response: pictureResponse('The picture.'),
      handler: async ({ params: { game, n } }, client) => {
        const universeId = await universeAt(games, game, client.context);
        const png = await pictures.ofGame(universeId, n, client.context);
        return named(await originalOf(png, 'path.n', client), game, `thumbnail-${n}`);
      },
    }),
    defineRoute({
      ...shared,
      path: `${base}/badge`,
      id: 'getRobloxGameBadge',
      summary: 'A Roblox game badge for your website',
      description: [
        'An SVG in the usual badge styles. If the subject does not exist it is a grey badge with status 404, so that it is always a picture.',
      ],
      examples: [
        {
          ...pictured,
          title: 'Number of players',
          sample: 'game-badge.svg',
          size: { widthPx: 105, heightPx: 20 },
        },
        {
          ...pictured,
          title: 'Likes, in another style',
          query: likesBadge,
          sample: 'likes-badge.svg',
          size: { widthPx: 130, heightPx: 28 },
        },
      ],
      query: gameBadgeQuery,
      response: badgeResponse(),
      handler: ({ params: { game }, query }, client) => ({
        draw: async () => {
          const voted = await votedGameAt(games, game, client.context);
          return respondWithBadge(gameBadgeOf(voted, query), policyOf(voted), client);
        },
        instead: (error) => greyBadgeFor(error, query),
      }),
    }),
    defineRoute({
      ...shared,
      path: `${base}/widget`,
      id: 'getRobloxGameWidget',
      summary: 'A Roblox game card for your website',
      description: [
        'Icon, name, creator, number of players, visits, and likes as a bar. A picture of 600×138 pixels, or twice that, in any script. `transparent` suits pages of any colour.',
      ],
      examples: [
        {
          ...pictured,
          title: 'Dark',
          size: { widthPx: 600, heightPx: 138 },
          sample: 'game-card.png',
        },
        {
          ...pictured,
          title: 'Light, for a high-resolution screen',
          query: { theme: 'light', scale: 2 },
        },
      ],
      query: widgetQuery,
      response: pictureResponse('The card.'),
      embed: cardEmbed,
      handler: async ({ params: { game: name }, query }, client) => {
        const game = await votedGameAt(games, name, client.context);
        const policy = policyOf(game);
        const icon = { kind: 'GameIcon', targetId: game.universeId, policy } as const;
        const card = await drawCard(deps, icon, (png) => gameCardOf(game, query, png), client);
        return named(card, name, 'widget');
      },
    }),
  ];
};
