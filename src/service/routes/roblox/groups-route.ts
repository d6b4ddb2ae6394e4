import { Type } from 'typebox';
import { upstreamErrors } from '../../../common/errors/lineup-error.ts';
import { noQuery } from '../../../common/schemas/fields.ts';
import { groupFields } from '../../../upstreams/roblox/cached.ts';
import {
  badgeResponse,
  defineRoute,
  jsonResponse,
  pictureResponse,
} from '../../http/define-route.ts';
import { cardEmbed } from '../../http/embed.ts';
import { served } from '../../http/responses.ts';
import { named, respondWithBadge } from '../../pictures/respond.ts';
import {
  greyBadgeFor,
  groupBadgeOf,
  groupBadgeQuery,
  drawCard,
  groupCardOf,
  widgetQuery,
} from './cards.ts';
import { groupAt, longestReference, originalOf, type RobloxDeps } from './responses.ts';
import samples from './samples.json' with { type: 'json' };

const base = '/api/roblox/group/:group';

const shared = {
  params: Type.Object({
    group: Type.String({
      minLength: 1,
      maxLength: longestReference,
      description:
        'Digits are an id, anything else is a name. The URL of a group, URL-encoded, works as well.',
    }),
  }),
  query: noQuery,
  errors: ['unknown-group', ...upstreamErrors],
} as const;

/** Needs Roblox, so it is not run. */
const example = { path: { group: '295182' }, isRunnable: false } as const;
const pictured = { ...example, alt: 'A group on Roblox' } as const;

/** The largest at Roblox. */
const iconPx = 420;

/** Roblox groups. */
export const robloxGroupRoutes = (deps: RobloxDeps) => {
  const { groups, pictures } = deps.roblox;
  return [
    defineRoute({
      ...shared,
      path: base,
      id: 'getRobloxGroup',
      summary: 'Look up a Roblox group',
      description: [
        'Name, owner and number of members. A look-up by name finds only a group with exactly that name.',
      ],
      examples: [{ ...example, title: 'A group by its id', sample: 'response' }],
      response: jsonResponse(
        Type.Object(groupFields, { description: 'The group.', examples: [samples.group] }),
      ),
      handler: async ({ params }, client) => {
        const group = await groupAt(groups, params.group, client.context);
        const created = await groups.createdAt(group.id, client.context);
        return served({ ...group, created }, created === null ? 'status' : 'render', client);
      },
    }),
    defineRoute({
      ...shared,
      path: `${base}/icon`,
      id: 'getRobloxGroupIcon',
      summary: 'The icon of a Roblox group',
      description: ['The PNG of 420×420 pixels from Roblox.'],
      errors: [...shared.errors, 'unknown-picture'],
      examples: [{ ...example, title: 'The icon of a group' }],
      response: pictureResponse('The picture.'),
      handler: async ({ params: { group: name } }, client) => {
        const { id: targetId } = await groupAt(groups, name, client.context);
        const reference = { kind: 'GroupIcon', targetId, sizePx: iconPx } as const;
        const png = await pictures.find(reference, client.context);
        return named(await originalOf(png, 'path.group', client), name, 'icon');
      },
    }),
    defineRoute({
      ...shared,
      path: `${base}/badge`,
      id: 'getRobloxGroupBadge',
      summary: 'A Roblox group badge for your website',
      description: [
        'An SVG in the usual badge styles. If the subject does not exist it is a grey badge with status 404, so that it is always a picture.',
      ],
      examples: [
        {
          ...pictured,
          title: 'Number of members',
          sample: 'group-badge.svg',
          size: { widthPx: 115, heightPx: 20 },
        },
      ],
      query: groupBadgeQuery,
      response: badgeResponse(),
      handler: ({ params: { group }, query }, client) => ({
        draw: async () => {
          const badge = groupBadgeOf(await groupAt(groups, group, client.context), query);
          return respondWithBadge(badge, 'render', client);
        },
        instead: (error) => greyBadgeFor(error, query),
      }),
    }),
    defineRoute({
      ...shared,
      path: `${base}/widget`,
      id: 'getRobloxGroupWidget',
      summary: 'A Roblox group card for your website',
      description: [
        'Icon, name, verified mark, owner and members. A picture of 600×138 pixels, or twice that, in any script. `transparent` suits pages of any colour.',
      ],
      examples: [
        {
          ...pictured,
          title: 'Dark',
          size: { widthPx: 600, heightPx: 138 },
          sample: 'group-card.png',
        },
      ],
      query: widgetQuery,
      response: pictureResponse('The card.'),
      embed: cardEmbed,
      handler: async ({ params: { group: name }, query }, client) => {
        const group = await groupAt(groups, name, client.context);
        const icon = { kind: 'GroupIcon', targetId: group.id, policy: 'render' } as const;
        const card = await drawCard(deps, icon, (png) => groupCardOf(group, query, png), client);
        return named(card, name, 'widget');
      },
    }),
  ];
};
