import type { ExampleValue, RouteDocs, RouteExample } from '../../site/route-docs.ts';
import { upstreamErrors } from '../../../common/errors/lineup-error.ts';

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
} as const satisfies Partial<RouteDocs>;

const layoutText =
  'The background is transparent. Labels are centred below the figures on one line, white with a dark outline; a long label first widens its column and then shrinks. A WebP contains the positions of its figures: `lineup:figures` in its XMP lists left, top, width and height of each and the top of its label, in pixels.';

/** The same picture with both methods. */
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

export const postDocs: RouteDocs = {
  ...shared,
  id: 'composeSkins',
  summary: 'Compose up to ten skins into one picture',
  description: [
    'The body is an array of 1 to 10 items, drawn from left to right. Each is a player’s name or the URL of a skin image; one array may contain both. Items are objects: `["Notch", "jeb_"]` is a 400, write `[{"value": "Notch"}, {"value": "jeb_"}]`.',
    layoutText,
    'A skin from a URL is drawn with the classic model, whose arms are four texels wide. All names are looked up in one call, and each player only once.',
    'An item of type `roblox` is a Roblox user, as drawn by Roblox, with the empty border removed and scaled to the height of the others. It takes `crop`, `scale`, `mirror`, `label` and `caption`; pose and camera have no effect.',
  ],
  examples: examples.map(({ title, items, options, size }): RouteExample => ({
    title,
    size,
    query: options,
    body: items,
  })),
};

export const getDocs: RouteDocs = {
  ...shared,
  id: 'composeSkinsByQuery',
  summary: 'The same picture as an image URL',
  description: [
    'For `<img>`, Markdown and everything else that takes only a URL. The n-th `label` belongs to the n-th `value`. An empty label draws none; a player without a label gets their own name.',
    layoutText,
  ],
  examples: examples.map(({ title, items, options, size }): RouteExample => ({
    title,
    size,
    query: { ...columns(items), ...options },
  })),
};

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
const robloxExamples = [
  {
    title: 'Users of both platforms in a scene',
    items: [
      { value: 'builderman' },
      { value: 'sample-knight', type: 'nick', label: 'Sir Rowan' },
      { value: '1', label: 'The first' },
    ],
    options: { scene: 'meadow', title: 'Together' },
  },
] as const;

export const robloxPostDocs: RouteDocs = {
  ...shared,
  id: 'composeRobloxUsers',
  summary: 'Compose up to ten Roblox users into one picture',
  description: [
    robloxText,
    'The figures are drawn by Roblox, with the empty border removed and scaled to one height. They take `crop`, `scale`, `mirror`, `label` and `caption`; pose and camera have no effect. The default label is the account’s name.',
  ],
  examples: robloxExamples.map(({ title, items, options }): RouteExample => ({
    title,
    body: { items, ...options },
    isRunnable: false,
  })),
};

export const robloxGetDocs: RouteDocs = {
  ...shared,
  id: 'composeRobloxUsersByQuery',
  summary: 'The same picture of Roblox users as an image URL',
  description: [robloxText],
  examples: [
    {
      title: 'Users of both platforms in a scene',
      query: {
        value: ['builderman', 'sample-knight', '1'],
        'type.1': 'nick',
        'label.1': 'Sir Rowan',
        scene: 'meadow',
      },
      isRunnable: false,
    },
  ],
};

export const shortDocs: RouteDocs = {
  ...shared,
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
    },
  ],
};
