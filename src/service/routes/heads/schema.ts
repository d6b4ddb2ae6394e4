import { Type, type Static } from 'typebox';
import {
  formatOverride,
  playerSchema,
  serviceSchema,
} from '../../../engine/options/option-schemas.ts';
import { closed, integer } from '../../../common/schemas/fields.ts';

/** As many faces of 64 px have 410,000 pixels; a hundred cold look-ups take some four seconds. */
const mostHeads = 100;

export const headsQuery = Type.Object(
  {
    value: Type.Array(playerSchema, {
      minItems: 1,
      maxItems: mostHeads,
      description: 'A player; repeat it for each of up to 100, row by row.',
    }),
    columns: integer([1, mostHeads], 'Number of faces side by side.', 10),
    height: integer([8, 64], 'Width and height of each face in pixels.', 32),
    format: Type.Optional(formatOverride),
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

export const offsetsAnswer = Type.Object(
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

export type HeadsQuery = Static<typeof headsQuery>;
export type OffsetsAnswer = Static<typeof offsetsAnswer>;
