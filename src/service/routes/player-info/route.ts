import { Type } from 'typebox';
import { upstreamErrors } from '../../../common/errors/lineup-error.ts';
import { closedObject, flag } from '../../../common/schemas/fields.ts';
import { playerSchema, serviceSchema } from '../../../engine/options/request-schemas.ts';
import {
  defineRoute,
  jsonResponse,
  pictureResponse,
  textResponse,
} from '../../http/define-route.ts';
import { named } from '../../pictures/respond.ts';
import { librarian, playerResponse, playersResponse, type PlayerInfo } from './service.ts';

const params = Type.Object({ player: playerSchema });
const service = Type.Optional(serviceSchema);
const query = closedObject({ service });

const skinQuery = closedObject({
  service,
  processed: flag(
    'Whether the sheet is converted to the form that the game draws: the old format made square, the base layer opaque.',
    false,
  ),
  barebones: flag('Whether the sheet is processed and its second layer removed.', false),
});

/** Longest reference in a list, as in a path. */
const longestReference = 128;

const playersBody = closedObject({
  players: Type.Array(Type.String({ minLength: 1, maxLength: longestReference }), {
    minItems: 1,
    // A hundred cold look-ups take some four seconds of the account service.
    maxItems: 100,
    description: 'Names and UUIDs, or other references, as in the path of a single player.',
  }),
});

const errors = ['unknown-player', ...upstreamErrors] as const;
const account = { title: 'An account', path: { player: 'Notch' }, isRunnable: false } as const;
const sheetSize = { widthPx: 64, heightPx: 64 } as const;
const sheet = pictureResponse('The sheet, as a PNG.');

/** A player's profile, skin and cape. */
export const playerInfoRoutes = (info: PlayerInfo) => [
  defineRoute({
    path: '/api/blockgame/player/:player',
    id: 'getPlayer',
    summary: 'Look up a player',
    description: [
      'Name, UUID, model and textures. `hash` identifies the texture; it changes when the skin does.',
    ],
    errors,
    examples: [{ title: 'A sample, which has no UUID', path: { player: librarian.name } }],
    params,
    query,
    response: jsonResponse(playerResponse),
    handler: ({ params: { player: value }, query: of }, client) =>
      info.describe({ ...of, value }, client),
  }),
  defineRoute({
    method: 'POST',
    path: '/api/blockgame/players',
    id: 'getPlayers',
    summary: 'Look up many players',
    description: [
      'Up to 100 players in one request: the response is a list in the same order, with null for an unknown player. A list counts as one request.',
      'If the account service fails for any of them, the whole response is an error, because null would mean that there is no such player.',
    ],
    errors: upstreamErrors,
    examples: [{ title: 'Two samples', body: { players: [librarian.name, 'sample-fox'] } }],
    query,
    body: playersBody,
    response: jsonResponse(playersResponse),
    handler: ({ body, query: { service: of } }, client) =>
      info.list({ values: body.players, service: of }, client),
  }),
  defineRoute({
    path: '/api/blockgame/uuid/:player',
    id: 'getUuid',
    summary: 'The UUID of a player as text',
    description: ['One line, with dashes. `/uuid/{player}` is a short address of the same.'],
    errors,
    examples: [account],
    params,
    query,
    response: textResponse('The UUID, with dashes.'),
    handler: ({ params: { player: value }, query: of }, client) =>
      info.account('uuid', { ...of, value }, client),
  }),
  defineRoute({
    path: '/api/blockgame/name/:player',
    id: 'getName',
    summary: 'The name of a player as text',
    description: [
      'One line, as the account spells it. `/name/{uuid}` is a short address of the same.',
    ],
    errors,
    examples: [account],
    params,
    query,
    response: textResponse('The name, as the account spells it.'),
    handler: ({ params: { player: value }, query: of }, client) =>
      info.account('name', { ...of, value }, client),
  }),
  defineRoute({
    path: '/api/blockgame/skin/:player',
    id: 'getSkin',
    summary: 'The skin sheet of a player',
    description: ['The raw skin texture (PNG).'],
    errors: [...errors, 'unusable-skin'],
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
    params,
    query: skinQuery,
    response: sheet,
    handler: async ({ params: { player: value }, query: of }, client) => {
      const { processed = false, barebones = false } = of;
      const form = barebones ? 'barebones' : processed ? 'processed' : 'original';
      return named(await info.skin({ ...of, value }, form, client), value, 'skin');
    },
  }),
  defineRoute({
    path: '/api/blockgame/cape/:player',
    id: 'getCape',
    summary: 'The cape of a player',
    description: ['The cape texture (PNG), or a 404 if the player has none.'],
    errors: [...errors, 'unknown-cape'],
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
    params,
    query,
    response: sheet,
    handler: async ({ params: { player: value }, query: of }, client) =>
      named(await info.cape({ ...of, value }, client), value, 'cape'),
  }),
];
