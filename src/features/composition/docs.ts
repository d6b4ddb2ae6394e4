import type { ExampleValue, RouteDocs, RouteExample } from '../docs/route-docs.ts';

const shared = {
  errors: [
    'unusable-skin',
    'forbidden-address',
    'unknown-player',
    'unknown-skin',
    'unknown-picture',
    'upstream-failed',
    'upstream-timeout',
    'overloaded',
  ],
  caching: 'render',
  hasValidator: true,
  headers: {
    'X-Fallback': 'With `fallback=default`: the places, from 0, that a default skin stands in for.',
  },
} as const satisfies Partial<RouteDocs>;

const layoutText =
  'The picture is transparent. Labels stand centred below the skins on one line, white with a dark outline, and a column grows with a long one before the text shrinks. A WebP tells where its figures are: its XMP has `lineup:figures` with left, top, width, height of each and the top of its name, in pixels.';

/** The same picture by both methods. */
const examples = [
  {
    title: 'Three players, two with labels of their own',
    items: [
      { value: 'sample-fox' },
      { value: 'sample-astronaut', label: 'Zoë' },
      { value: 'sample-punk', label: 'Панк' },
    ],
    options: {},
    size: { widthPx: 884, heightPx: 563 },
  },
  {
    title: 'Busts, close together, without labels',
    items: ['sample-knight', 'sample-wizard', 'sample-pirate', 'sample-ghost', 'sample-dj'].map(
      (value) => ({ value, label: '' }),
    ),
    options: { crop: 'bust', height: 200, gap: 8 },
    size: { widthPx: 1042, heightPx: 200 },
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
    'The body is a list of 1 to 10 items, drawn from left to right. Each is a player’s name or the address of a skin image; both may stand in one list.',
    layoutText,
    'A skin from an address is drawn with the classic model, arms four texels wide. Names are looked up together, and the same player twice costs one look-up.',
    'An item of the type `roblox` is a user of Roblox, as Roblox has drawn them: without its border, as high as the others, its pixels kept. `crop`, `scale`, `mirror`, `label` and `caption` count for it; pose and camera do not.',
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
  summary: 'The same picture as an image address',
  description: [
    'For `<img>`, Markdown and everything else that can only ask for an address. The n-th `label` belongs to the n-th `value`; an empty label draws none; players without one get their own name.',
    layoutText,
  ],
  examples: examples.map(({ title, items, options, size }): RouteExample => ({
    title,
    size,
    query: { ...columns(items), ...options },
  })),
};

/** A list of items as parallel lists; labels are left out behind the last that is given. */
function columns(
  items: readonly { readonly value: string; readonly label?: string }[],
): Record<string, ExampleValue> {
  const last = items.findLastIndex(({ label }) => label !== undefined);
  const labels = items.slice(0, last + 1).map(({ value, label }) => label ?? value);
  return { value: items.map(({ value }) => value), ...(labels.length > 0 && { label: labels }) };
}

const robloxText =
  'A name or number is a user of Roblox here; with the type `nick` it is a player of the block game, and the address of a skin stays one, so that both platforms stand in one picture. Everything else is as at `/api/blockgame/render/composition`.';

/** It takes Roblox for its reader. */
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
  summary: 'Compose up to ten users of Roblox into one picture',
  description: [
    robloxText,
    'The pictures are those that Roblox has drawn: without their border, as high as the others, their pixels kept. `crop`, `scale`, `mirror`, `label` and `caption` count for them; pose and camera do not. The default label is the account’s name.',
  ],
  examples: robloxExamples.map(({ title, items, options }): RouteExample => ({
    title,
    body: { items, ...options },
    isOnPaper: true,
  })),
};

export const robloxGetDocs: RouteDocs = {
  ...shared,
  id: 'composeRobloxUsersByQuery',
  summary: 'The same picture of users of Roblox as an image address',
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
      isOnPaper: true,
    },
  ],
};

export const shortDocs: RouteDocs = {
  ...shared,
  id: 'composeSkinsShort',
  summary: 'The same picture as a short address',
  description: [
    'For people to type: names joined by `+` or `,`, with the same query as the other forms. `label.0` is the label of the first, `yaw.2` the angle of the third.',
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
