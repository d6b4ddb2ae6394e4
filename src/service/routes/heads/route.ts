import { readEach, upstreamErrors } from '../../../common/errors/lineup-error.ts';
import type { ItemResult } from '../../../common/items.ts';
import { closedObject, integer } from '../../../common/schemas/fields.ts';
import { type FigureFiles, indexSheets } from '../../../engine/engine.ts';
import { gridOf } from '../../../engine/options/jobs.ts';
import { stillTypes } from '../../../engine/options/picture-formats.ts';
import {
  playerSchema,
  stillFormatSchema,
  serviceSchema,
} from '../../../engine/options/request-schemas.ts';
import { Type, type Static } from 'typebox';
import { itemOf } from '../../../upstreams/players/find-figure.ts';
import type { Players } from '../../../upstreams/players/players.ts';
import { readReference } from '../../../upstreams/players/reference.ts';
import { definePage, defineRoute, jsonResponse, pictureResponse } from '../../http/define-route.ts';
import { named, type PictureParts } from '../../pictures/respond.ts';

/** As many faces of 64 px have 410,000 pixels; a hundred cold look-ups take some four seconds. */
const maxHeads = 100;

const headsQuery = closedObject({
  value: Type.Array(playerSchema, {
    minItems: 1,
    maxItems: maxHeads,
    description: 'A player; repeat it for each of up to 100, row by row.',
  }),
  columns: integer([1, maxHeads], 'Number of faces side by side.', 10),
  height: integer([8, 64], 'Width and height of each face in pixels.', 32),
  format: Type.Optional(stillFormatSchema),
  service: Type.Optional(serviceSchema),
});

const head = Type.Object({
  value: Type.String({ description: 'The player, as in the request.' }),
  x: Type.Integer({ description: 'Left edge of the face in pixels.' }),
  y: Type.Integer({ description: 'Top edge of the face in pixels.' }),
  position: Type.String({ description: 'The CSS `background-position` that shows it.' }),
});

const offsetsResponse = Type.Object(
  {
    width: Type.Integer({ description: 'Width of the picture in pixels.' }),
    height: Type.Integer({ description: 'Height of the picture in pixels.' }),
    size: Type.Integer({ description: 'Width and height of each face in pixels.' }),
    heads: Type.Array(head, { description: 'The faces in the order of the request.' }),
  },
  {
    description: 'The positions of the faces.',
    examples: [
      {
        width: 64,
        height: 32,
        size: 32,
        heads: [
          { value: 'Notch', x: 0, y: 0, position: '0 0' },
          { value: 'jeb_', x: 32, y: 0, position: '-32px 0' },
        ],
      },
    ],
  },
);

type HeadsQuery = Static<typeof headsQuery>;

type HeadsParts = PictureParts & { readonly players: Players };

const faceOnly = { label: '' } as const;

/** Many faces in one picture, and `….json` for their positions. */
export const headsRoutes = ({ players, drawing, pictures }: HeadsParts) => [
  defineRoute({
    path: '/api/blockgame/render/heads',
    id: 'drawHeads',
    summary: 'Many faces in one picture',
    description: [
      'Up to 100 flat faces in a grid without gaps, for lists of members: a page with 300 of them needs three requests.',
      'The same address with the ending `.json` returns the position of each face, with the CSS `background-position` that shows it: `…/heads.json?value=Notch&value=jeb_`.',
      'A player who is not known, or cannot be looked up right now, is drawn as a grey figure and listed in `X-Fallback`.',
    ],
    errors: upstreamErrors.filter((code) => code === 'overloaded'),
    headers: { 'X-Fallback': 'Indices of the players that were drawn grey.' },
    examples: [
      {
        title: 'Six faces in two rows',
        query: {
          value: [
            'sample-fox',
            'sample-knight',
            'sample-wizard',
            'sample-punk',
            'sample-robot',
            'sample-panda',
          ],
          columns: 3,
          height: 64,
        },
        size: { widthPx: 192, heightPx: 128 },
      },
    ],
    query: headsQuery,
    response: pictureResponse('The faces, row by row.', stillTypes),
    handler: async ({ query }, { isKnown, context }) => {
      const grid = gridOptions(query);
      const account = players.readService(query.service, 'query.service');
      const references = readEach(query.value, (one, index) =>
        readReference(players, one, account, `query.value[${index}]`),
      );
      const results = await players.resolveMany(references, context);
      const picture = await pictures.picture({
        results: results.map((one): ItemResult =>
          one.ok ? { item: { ...itemOf(one.player, faceOnly), model: 'classic' } } : one,
        ),
        // Unavailable players are grey.
        fallback: 'silhouette',
        fallbackItem: (_index, player) => itemOf(player, faceOnly),
        fieldPath: (index) => `query.value[${index}]`,
        capePath: () => undefined,
        inputs: ['heads', grid],
        draw: (items) => drawing.draw('heads', { ...grid, ...facesOf(items) }, context.client),
        isKnown,
        context,
      });
      return named({ ...picture, format: grid.format }, 'lineup', 'heads');
    },
  }),
  definePage({
    path: '/api/blockgame/render/heads.json',
    extensions: 'own',
    query: headsQuery,
    response: jsonResponse(offsetsResponse),
    handler: ({ query }) => ({ value: offsetsOf(query), policy: 'render', cache: 'HIT' }),
  }),
];

function gridOptions({ columns = 10, height = 32, format = 'png' }: HeadsQuery) {
  return { columns, sidePx: height, format };
}

function facesOf(items: readonly FigureFiles[]) {
  const { sheets, indexOf } = indexSheets(items.map(({ skin }) => skin));
  const figures = items.map(({ skin, upsideDown }) => ({ sheet: indexOf(skin), upsideDown }));
  return { sheets, figures };
}

/** A step back to what is so far from the edge. */
const css = (px: number): string => (px === 0 ? '0' : `-${px}px`);

/** Where each face is; needs no look-up. */
function offsetsOf(query: HeadsQuery): Static<typeof offsetsResponse> {
  const { columns, sidePx } = gridOptions(query);
  const grid = gridOf(query.value.length, columns, sidePx);
  return {
    width: grid.widthPx,
    height: grid.heightPx,
    size: sidePx,
    heads: query.value.map((value, index) => {
      const { leftPx, topPx } = grid.offsetOf(index);
      return { value, x: leftPx, y: topPx, position: `${css(leftPx)} ${css(topPx)}` };
    }),
  };
}
