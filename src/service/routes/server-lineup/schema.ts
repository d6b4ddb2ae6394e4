import { Type, type Static } from 'typebox';
import { sceneOptionFields } from '../../../engine/options/scene-option-schemas.ts';
import { closed } from '../../../common/schemas/fields.ts';

/** The options of a composition, with other defaults. */
export const lineupQuery = Type.Object(sceneOptionFields, closed);
export type LineupQuery = Static<typeof lineupQuery>;
