import { Type, type Static } from 'typebox';
import { closed, orNull } from '../../../common/schemas/fields.ts';

const texture = (description: string) =>
  Type.Object(
    {
      url: Type.String({ description: 'URL of the PNG.' }),
      hash: Type.String({
        description: 'Identifies the texture; another sheet has another hash.',
      }),
    },
    { ...closed, description },
  );

/** The response of the first example. */
export const librarian = {
  uuid: null,
  name: 'sample-librarian',
  model: 'slim',
  skin: {
    url: 'https://lineup.example/api/blockgame/skin/sample-librarian',
    hash: 'b7fd256e0625e4da60c535fc2fee8da2184cfa5ab70cfd6c0e1ea7fa8ad5d475',
  },
  cape: null,
};

export const playerResponse = Type.Object(
  {
    uuid: orNull(Type.String(), 'With dashes; null for samples and bare textures.'),
    name: orNull(Type.String(), 'As the account spells it; null for bare textures.'),
    model: Type.Union([Type.Literal('classic'), Type.Literal('slim')], {
      description: 'Width of the arms: four texels or three.',
    }),
    skin: texture('The player’s skin.'),
    cape: orNull(texture('The sheet of the cape.'), 'The cape; null for a player who has none.'),
  },
  {
    ...closed,
    description: 'The player.',
    examples: [librarian],
  },
);

export const playersResponse = Type.Array(Type.Union([playerResponse, Type.Null()]), {
  description: 'The players in the order of the request; null for an unknown player.',
  examples: [[librarian, null]],
});

export type PlayerResponse = Static<typeof playerResponse>;
