import { contextOf } from '../../http/conditional.ts';
import { sendJson } from '../../http/documents.ts';
import { described, type HttpServer } from '../../http/server.ts';
import { sendPicture } from '../../pictures/send-picture.ts';
import { fileResponse, integer, closed } from '../../../common/schemas/fields.ts';
import type { RouteDocs } from '../../site/route-docs.ts';
import { Type, type Static } from 'typebox';
import type { Players } from '../../../upstreams/players/players.ts';
import type { Drawing } from '../../queue/drawing.ts';
import type { PictureParts, Picture } from '../../pictures/respond.ts';
import type { RequestContext } from '../../../common/cache/context.ts';
import type { PlayerReference } from '../../../upstreams/players/reference.ts';
import { readEach } from '../../../common/errors/combine-errors.ts';
import { readReference } from '../../../upstreams/players/read-reference.ts';
import type { ItemResult } from '../../../common/items.ts';
import { itemOf } from '../../../upstreams/players/item-of.ts';
import { upstreamErrors } from '../../../common/errors/lineup-error.ts';
import { stillTypes } from '../../../engine/options/picture-formats.ts';
import {
  playerSchema,
  stillFormatSchema,
  serviceSchema,
} from '../../../engine/options/request-schemas.ts';
import { type FigureFiles, indexSheets } from '../../../engine/engine.ts';
import { gridOf } from '../../../engine/options/jobs.ts';

const picture = fileResponse('The faces, row by row.', stillTypes);

/** `GET /api/blockgame/render/heads`, and `….json` for the positions of the faces. */
export function addHeadsRoutes(app: HttpServer, heads: Heads): void {
  app.get(
    '/api/blockgame/render/heads',
    described(headsDocs, { querystring: headsQuery, response: { 200: picture } }),
    async (request, reply) => {
      const { format = 'png' } = request.query;
      const grid = await heads.picture(request.query, contextOf(request));
      return sendPicture(reply, grid, { name: 'lineup', type: 'heads', format });
    },
  );
  app.get(
    '/api/blockgame/render/heads.json',
    described('none', { querystring: headsQuery, response: { 200: offsetsResponse } }, 'own'),
    async (request, reply) => {
      const value = offsetsOf(request.query);
      return sendJson(request, reply, { value, policy: 'render', cache: 'HIT' });
    },
  );
}

const headsDocs: RouteDocs = {
  id: 'drawHeads',
  summary: 'Many faces in one picture',
  description: [
    'Up to 100 flat faces in a grid without gaps, for lists of members: a page with 300 of them needs three requests.',
    'The same address with the ending `.json` returns the position of each face, with the CSS `background-position` that shows it: `…/heads.json?value=Notch&value=jeb_`.',
    'A player who is not known, or cannot be looked up right now, is drawn as a grey figure and listed in `X-Fallback`.',
  ],
  errors: upstreamErrors.filter((code) => code === 'overloaded'),
  caching: 'render',
  hasValidator: true,
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
};

/** As many faces of 64 px have 410,000 pixels; a hundred cold look-ups take some four seconds. */
const maxHeads = 100;

const headsQuery = Type.Object(
  {
    value: Type.Array(playerSchema, {
      minItems: 1,
      maxItems: maxHeads,
      description: 'A player; repeat it for each of up to 100, row by row.',
    }),
    columns: integer([1, maxHeads], 'Number of faces side by side.', 10),
    height: integer([8, 64], 'Width and height of each face in pixels.', 32),
    format: Type.Optional(stillFormatSchema),
    service: Type.Optional(serviceSchema),
  },
  closed,
);

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

type OffsetsResponse = Static<typeof offsetsResponse>;

export type HeadsParts = {
  readonly players: Players;
  readonly drawing: Pick<Drawing, 'draw'>;
  readonly pictures: PictureParts['pictures'];
};

export type Heads = {
  /**
   * The faces in a grid; unavailable players are grey.
   * @throws {LineupError} `bad-request` that lists every value that is no reference, `overloaded`
   */
  readonly picture: (query: HeadsQuery, request: RequestContext) => Promise<Picture>;
};

const faceOnly = { label: '' } as const;

export function createHeads({ players, drawing, pictures }: HeadsParts): Heads {
  function readAll({ value, service }: HeadsQuery): PlayerReference[] {
    const account = players.readService(service, 'query.service');
    return readEach(value, (one, index) =>
      readReference(players, one, account, `query.value[${index}]`),
    );
  }

  return {
    picture: async (query, { isKnown, context }) => {
      const { columns, sidePx, format } = gridOptions(query);
      const results = await players.resolveMany(readAll(query), context);
      return pictures.picture({
        results: results.map((one): ItemResult =>
          one.ok ? { item: { ...itemOf(one.player, faceOnly), model: 'classic' } } : one,
        ),
        fallback: 'silhouette',
        fallbackItem: (_index, player) => itemOf(player, faceOnly),
        fieldPath: (index) => `query.value[${index}]`,
        capePath: () => undefined,
        inputs: ['heads', { columns, sidePx, format }],
        draw: (items) =>
          drawing.draw('heads', { columns, sidePx, format, ...facesOf(items) }, context.client),
        isKnown,
        context,
      });
    },
  };
}

function gridOptions({ columns = 10, height = 32, format = 'png' }: HeadsQuery) {
  return { columns, sidePx: height, format };
}

function facesOf(items: readonly FigureFiles[]) {
  const { sheets, indexOf } = indexSheets(items.map(({ skin }) => skin));
  const figures = items.map(({ skin, upsideDown }) => ({ sheet: indexOf(skin), upsideDown }));
  return { sheets, figures };
}

/** A step back to what is so far from the edge. */
function css(px: number): string {
  return px === 0 ? '0' : `-${px}px`;
}

/** Where each face is; needs no look-up. */
function offsetsOf(query: HeadsQuery): OffsetsResponse {
  const { columns, sidePx } = gridOptions(query);
  const grid = gridOf({ count: query.value.length, columns, sidePx });
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
