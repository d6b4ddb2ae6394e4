import { Type, type Static } from 'typebox';
import { sceneOptionFields } from '../../drawing/scene-option-schemas.ts';
import { closed } from '../../schemas/fields.ts';

export const lineupPath = Type.Object({
  // Whether it is one is checked where statuses are found: an edition that does not exist is a 404.
  edition: Type.String({ maxLength: 32, description: 'The edition of the game.' }),
  host: Type.String({
    minLength: 1,
    maxLength: 512,
    description:
      'A host name, an IPv4 address or an IPv6 address in brackets, each with an optional `:port`.',
  }),
});

/** The options of a composition, all with defaults of their own here. */
export const lineupQuery = Type.Object(sceneOptionFields, closed);
export type LineupQuery = Static<typeof lineupQuery>;
export type LineupPath = Static<typeof lineupPath>;
