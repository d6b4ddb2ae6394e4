import { cropNames, formats } from '../../drawing/render-names.ts';
import type { RouteDocs } from '../docs/route-docs.ts';

const shared = {
  errors: ['unknown-player', 'upstream-failed', 'upstream-timeout', 'overloaded'],
  caching: 'render',
  hasValidator: true,
} as const satisfies Partial<RouteDocs>;

const refused =
  'Not offered, on purpose: presence, lists of friends, memberships, past names, inventories, and pictures by token. This service is not affiliated with Roblox.';

/** It takes Roblox for its reader. */
const example = { path: { user: 'builderman' }, isOnPaper: true } as const;

export const userDocs: RouteDocs = {
  ...shared,
  id: 'getRobloxUser',
  summary: 'Look up a Roblox user',
  description: [
    'Name, when the account was made, how many follow, and where the pictures are. A number that Roblox does not tell is null.',
    refused,
  ],
  examples: [{ ...example, title: 'A user by name', sample: 'answer' }],
};

export const usersDocs: RouteDocs = {
  ...shared,
  id: 'getRobloxUsers',
  summary: 'Up to 100 users of Roblox in one request',
  description: [
    'For game servers and leaderboards: names and ids mixed, in the order of the request, null for those who are unknown. Each entry is read as in the path of one user.',
    'With `picture` each has the address of its picture at Roblox, which is good for some weeks.',
    refused,
  ],
  examples: [
    {
      title: 'Two users, one of them unknown',
      body: { users: ['builderman', 1_000_000_000_000] },
      isOnPaper: true,
      sample: 'answer',
    },
    {
      title: 'With pictures',
      body: { users: [1, 156], picture: 'face' },
      isOnPaper: true,
    },
  ],
};

export const avatarDocs: RouteDocs = {
  ...shared,
  id: 'renderRobloxAvatar',
  summary: 'The picture of a user of Roblox',
  description: [
    'A picture by name that can be hot-linked: it waits for one that Roblox is still drawing, never shows the grey placeholder of an error, and keeps the last good one for a day while Roblox is down.',
    '`size` is the longer side of the picture, scaled from the next larger one that Roblox has, its outline included.',
    'A picture that is blocked or in review is a 404.',
  ],
  errors: [...shared.errors, 'unknown-picture'],
  headers: { 'X-Fallback': 'With `fallback=default`: `0` when a grey figure stands in.' },
  choices: {
    crop: ['', ...formats.map((format) => `.${format}`)].flatMap((extension) =>
      cropNames.map((crop) => `${crop}${extension}`),
    ),
  },
  examples: [
    {
      title: 'A face in a circle',
      path: { user: 'builderman', crop: 'face' },
      query: { size: 150, circle: true, background: 'ffd166' },
      isOnPaper: true,
    },
    {
      title: 'The whole figure with an outline, as WebP',
      path: { user: '156', crop: 'full.webp' },
      query: { outline: 'fff', outline_width: 4 },
      isOnPaper: true,
    },
  ],
};
