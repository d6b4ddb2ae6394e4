import { Type, type Static } from 'typebox';
import {
  cropSchema,
  fallbackSchema,
  heightSchema,
  renderTypeSchema,
} from '../../drawing/option-schemas.ts';

/** Most items of one composition (service contract, section 2.1). */
const mostItems = 10;

const itemType = Type.Union([Type.Literal('nick'), Type.Literal('url')], {
  description:
    'How `value` is read; detected when left out: a URL scheme at its start makes it a `url`.',
});

const value = Type.String({
  minLength: 1,
  description:
    'A player name, a UUID, a texture hash, the name of a sample, or the URL (`http`, `https`, `data`) of a skin image.',
  examples: ['Notch', 'sample-fox'],
});

// JSON schema counts code points, and this limit is in characters as a reader counts them: it is
// checked after the schema, by `readLabel`.
const label = Type.String({
  description:
    'Text below the skin, at most 64 characters. Left out: the player’s name, or nothing for a URL.',
});

const item = Type.Object(
  { value, type: Type.Optional(itemType), label: Type.Optional(label) },
  { additionalProperties: false },
);

export const compositionBody = Type.Array(item, { minItems: 1, maxItems: mostItems });

const options = {
  render_type: Type.Optional(renderTypeSchema),
  crop: Type.Optional(cropSchema),
  height: Type.Optional(heightSchema),
  gap: Type.Optional(
    Type.Integer({
      minimum: 0,
      maximum: 256,
      description: 'Pixels between two columns; chosen from the height when left out.',
    }),
  ),
  fallback: Type.Optional(fallbackSchema),
};

export const compositionQuery = Type.Object(options, { additionalProperties: false });

export const compositionGetQuery = Type.Object(
  {
    value: Type.Array(value, { minItems: 1, maxItems: mostItems }),
    type: Type.Optional(Type.Array(itemType, { maxItems: mostItems })),
    label: Type.Optional(Type.Array(label, { maxItems: mostItems })),
    ...options,
  },
  { additionalProperties: false },
);

export type CompositionItem = Static<typeof item>;
export type CompositionOptions = Static<typeof compositionQuery>;
export type CompositionGetQuery = Static<typeof compositionGetQuery>;
