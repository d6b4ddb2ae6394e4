import type { RouteDocs } from '../../site/route-docs.ts';
import { upstreamErrors } from '../../../common/errors/lineup-error.ts';

const shared = {
  errors: ['unknown-player', ...upstreamErrors],
} as const satisfies Partial<RouteDocs>;

const sheetSize = { widthPx: 64, heightPx: 64 } as const;

export const playerDocs: RouteDocs = {
  ...shared,
  id: 'getPlayer',
  summary: 'Look up a player',
  description: [
    'Name, UUID, model and textures. `hash` identifies the texture; it changes when the skin does.',
  ],
  examples: [{ title: 'A sample, which has no UUID', path: { player: 'sample-librarian' } }],
};

export const playersDocs: RouteDocs = {
  ...shared,
  id: 'getPlayers',
  summary: 'Look up many players',
  description: [
    'Up to 100 players in one request: the response is a list in the same order, with null for an unknown player. A list counts as one request.',
    'If the account service fails for any of them, the whole response is an error, because null would mean that there is no such player.',
  ],
  errors: [...upstreamErrors],
  examples: [
    {
      title: 'Two samples',
      body: { players: ['sample-librarian', 'sample-fox'] },
    },
  ],
};

const account = {
  ...shared,
  examples: [{ title: 'An account', path: { player: 'Notch' }, isRunnable: false }],
} as const satisfies Partial<RouteDocs>;

export const uuidDocs: RouteDocs = {
  ...account,
  id: 'getUuid',
  summary: 'The UUID of a player as text',
  description: ['One line, with dashes. `/uuid/{player}` is a short address of the same.'],
};

export const nameDocs: RouteDocs = {
  ...account,
  id: 'getName',
  summary: 'The name of a player as text',
  description: [
    'One line, as the account spells it. `/name/{uuid}` is a short address of the same.',
  ],
};

export const skinDocs: RouteDocs = {
  ...shared,
  id: 'getSkin',
  summary: 'The skin sheet of a player',
  description: ['The raw skin texture (PNG).'],
  errors: [...shared.errors, 'unusable-skin'],
  examples: [
    {
      title: 'As it was uploaded',
      path: { player: 'sample-mushroom' },
      isTexels: true,
      size: sheetSize,
    },
    {
      title: 'As the game draws it',
      path: { player: 'sample-robot' },
      query: { processed: true },
      isTexels: true,
      size: sheetSize,
    },
  ],
};

export const capeDocs: RouteDocs = {
  ...shared,
  id: 'getCape',
  summary: 'The cape of a player',
  description: ['The cape texture (PNG), or a 404 if the player has none.'],
  errors: [...shared.errors, 'unknown-cape'],
  examples: [
    {
      title: 'The cape of an account; samples have none',
      path: { player: 'Notch' },
      isRunnable: false,
      sample: 'cape.png',
      isTexels: true,
      size: { widthPx: 64, heightPx: 32 },
    },
  ],
};
