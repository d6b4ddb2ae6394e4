import type { RequestContext } from '../../../common/cache/context.ts';
import { upstreamErrors } from '../../../common/errors/lineup-error.ts';
import { contentTypes } from '../../../engine/options/picture-formats.ts';
import {
  itemsFromQuery,
  queryField,
  readShortForm,
} from '../../../engine/options/composition-query.ts';
import {
  compositionBody,
  compositionGetQuery,
  compositionQuery,
  shortFormPath,
  shortFormQuery,
  type CompositionOptions,
} from '../../../engine/options/request-schemas.ts';
import type { Static } from 'typebox';
import { asRobloxItems } from '../../../upstreams/players/resolve-items.ts';
import { defineRoute, pictureResponse } from '../../http/define-route.ts';
import { listOf, playersEmbed } from '../../http/embed.ts';
import { named } from '../../pictures/respond.ts';
import type { ExampleValue } from '../../http/route-docs.ts';
import type { Compose, Composed } from './service.ts';

const path = '/api/blockgame/render/composition';
const robloxPath = '/api/roblox/render/composition';

const shared = {
  errors: [
    'unusable-skin',
    'forbidden-address',
    'unknown-player',
    'unknown-skin',
    'unknown-picture',
    ...upstreamErrors,
  ],
  headers: {
    'X-Fallback':
      'With `fallback`: indices, from 0, of the items that were drawn with a fallback skin.',
  },
  response: pictureResponse(
    'The picture, transparent unless it has a scene or background.',
    contentTypes,
  ),
} as const;

const layoutText =
  'The background is transparent. Labels are centred below the figures on one line, white with a dark outline; a long label first widens its column and then shrinks. A WebP contains the positions of its figures: `lineup:figures` in its XMP lists left, top, width and height of each and the top of its label, in pixels.';

/** The same pictures with both methods. */
const examples = [
  {
    title: 'Three players, two with custom labels',
    items: [
      { value: 'sample-fox' },
      { value: 'sample-astronaut', label: 'Zoë' },
      { value: 'sample-punk', label: 'Панк' },
    ],
    options: {},
    size: { widthPx: 819, heightPx: 563 },
  },
  {
    title: 'Busts, close together, without labels',
    items: ['sample-knight', 'sample-wizard', 'sample-pirate', 'sample-ghost', 'sample-dj'].map(
      (value) => ({ value, label: '' }),
    ),
    options: { crop: 'bust', height: 200, gap: 8 },
    size: { widthPx: 992, heightPx: 200 },
  },
  {
    title: 'All in one pose',
    items: ['sample-chef', 'sample-robot', 'sample-diver'].map((value) => ({ value, label: '' })),
    options: { render_type: 'cheering', height: 320 },
    size: { widthPx: 701, heightPx: 320 },
  },
] as const;

/** Converts a list of items to parallel lists; trailing empty labels are omitted. */
function columns(
  items: readonly { readonly value: string; readonly label?: string }[],
): Record<string, ExampleValue> {
  const last = items.findLastIndex(({ label }) => label !== undefined);
  const labels = items.slice(0, last + 1).map(({ value, label }) => label ?? value);
  return { value: items.map(({ value }) => value), ...(labels.length > 0 && { label: labels }) };
}

const robloxText =
  'A name or number is a Roblox user here. An item of type `nick` is a Minecraft player, and a URL is a skin image, so that one picture may have players of both platforms. Everything else is as at `/api/blockgame/render/composition`.';

/** Needs Roblox, so it is not run. */
const robloxExample = {
  title: 'Users of both platforms in a scene',
  isRunnable: false,
  sample: 'roblox-scene.png',
  isScene: true,
  size: { widthPx: 1200, heightPx: 630 },
} as const;

const embedValues = playersEmbed(({ query }) => query.getAll('value'));

/** Pictures of many players, of both platforms; each accepts items of the other. */
export function compositionRoutes(compose: Compose) {
  const draw = async (composed: Composed, client: RequestContext) =>
    named(await compose(composed, client), 'lineup', 'composition');

  return [
    defineRoute({
      ...shared,
      method: 'POST',
      path,
      id: 'composeSkins',
      summary: 'Compose up to ten skins into one picture',
      description: [
        'The body is an array of 1 to 10 items, drawn from left to right. Each is a player’s name or the URL of a skin image; one array may contain both. Items are objects: `["Notch", "jeb_"]` is a 400, write `[{"value": "Notch"}, {"value": "jeb_"}]`.',
        layoutText,
        'A skin from a URL is drawn with the classic model, whose arms are four texels wide. All names are looked up in one call, and each player only once.',
        'An item of type `roblox` is a Roblox user, as drawn by Roblox, with the empty border removed and scaled to the height of the others. It takes `crop`, `scale`, `mirror`, `label` and `caption`; pose and camera have no effect.',
      ],
      examples: examples.map(({ title, items, options, size }) => ({
        title,
        size,
        query: options,
        body: items,
      })),
      query: compositionQuery,
      body: compositionBody,
      handler: (input, client) => draw(fromBody(input), client),
    }),
    defineRoute({
      ...shared,
      path,
      id: 'composeSkinsByQuery',
      summary: 'The same picture as an image URL',
      description: [
        'For `<img>`, Markdown and everything else that takes only a URL. The n-th `label` and `caption` belong to the n-th `value`. An empty label draws none; a player without a label gets their own name.',
        layoutText,
      ],
      examples: examples.map(({ title, items, options, size }) => ({
        title,
        size,
        query: { ...columns(items), ...options },
      })),
      query: compositionGetQuery,
      embed: embedValues,
      handler: ({ query }, client) => draw(fromQuery(query), client),
    }),
    defineRoute({
      ...shared,
      path: `${path}/:players`,
      id: 'composeSkinsShort',
      summary: 'The same picture as a short URL',
      description: [
        'For typing by hand: names joined by `+` or `,`, with the same query as the other forms. `label.0` is the label of the first player, `yaw.2` the angle of the third.',
        layoutText,
      ],
      examples: [
        {
          title: 'A team on a meadow',
          path: { players: 'sample-fox+sample-knight+sample-wizard.png' },
          query: { scene: 'meadow', title: 'Oakhaven', facing: 'centre' },
          size: { widthPx: 1200, heightPx: 630 },
          isScene: true,
        },
      ],
      params: shortFormPath,
      query: shortFormQuery,
      extensions: 'own',
      embed: playersEmbed(({ params }) => listOf(params.players)),
      handler: ({ params, query }, client) => {
        const { values, format } = readShortForm(params.players);
        return draw(
          {
            items: itemsFromQuery(values, query),
            options: { ...query, format: query.format ?? format },
            place: (option, item) => {
              if (option === 'value') return `path.players[${item}]`;
              if (option === 'format' && query.format === undefined) return 'path.players';
              return queryField(query, option, item);
            },
          },
          client,
        );
      },
    }),
    defineRoute({
      ...shared,
      method: 'POST',
      path: robloxPath,
      id: 'composeRobloxUsers',
      summary: 'Compose up to ten Roblox users into one picture',
      description: [
        robloxText,
        'The figures are drawn by Roblox, with the empty border removed and scaled to one height. They take `crop`, `scale`, `mirror`, `label` and `caption`; pose and camera have no effect. The default label is the account’s name.',
      ],
      examples: [
        {
          ...robloxExample,
          body: {
            items: [
              { value: 'builderman' },
              { value: 'sample-knight', type: 'nick', label: 'Sir Rowan' },
              { value: '1', label: 'The first' },
            ],
            scene: 'meadow',
            title: 'Together',
          },
        },
      ],
      query: compositionQuery,
      body: compositionBody,
      handler: (input, client) => draw(ofRoblox(fromBody(input)), client),
    }),
    defineRoute({
      ...shared,
      path: robloxPath,
      id: 'composeRobloxUsersByQuery',
      summary: 'The same picture of Roblox users as an image URL',
      description: [robloxText],
      examples: [
        {
          ...robloxExample,
          query: {
            value: ['builderman', 'sample-knight', '1'],
            'type.1': 'nick',
            'label.1': 'Sir Rowan',
            scene: 'meadow',
          },
        },
      ],
      query: compositionGetQuery,
      embed: embedValues,
      handler: ({ query }, client) => draw(ofRoblox(fromQuery(query)), client),
    }),
  ];
}

type Posted = {
  readonly body: Static<typeof compositionBody>;
  readonly query: CompositionOptions;
};

function fromBody({ body, query }: Posted): Composed {
  const { items, ...own } = 'items' in body ? body : { items: body };
  return {
    items,
    options: { ...own, ...query },
    place: (option, item) => {
      if (item !== undefined) return `items[${item}].${option}`;
      return `${Object.hasOwn(query, option) ? 'query' : 'body'}.${option}`;
    },
  };
}

function fromQuery(query: Static<typeof compositionGetQuery>): Composed {
  const { value, ...options } = query;
  return {
    items: itemsFromQuery(value, options),
    options,
    place: (option, item) => queryField(query, option, item),
  };
}

/** With the items that do not say what they are. */
function ofRoblox({ items, ...composed }: Composed): Composed {
  return { ...composed, items: asRobloxItems(items) };
}
