import { Type, type Static } from 'typebox';
import { itemFields, maxItems } from './item-schema.ts';
import { serviceSchema } from './option-schemas.ts';
import type { PoseJson } from './motion-schemas.ts';
import { figureBodyFields, sceneOptionFields } from './scene-option-schemas.ts';
import { closed } from '../../common/schemas/fields.ts';

/** Options for all items, and of the picture. */
const optionFields = { ...sceneOptionFields, service: Type.Optional(serviceSchema) };

/** In JSON, poses and motions of one's own are objects. */
const item = Type.Object({ ...itemFields, ...figureBodyFields }, closed);

const itemList = Type.Array(item, { minItems: 1, maxItems });

const bodyObject = Type.Object({ items: itemList, ...optionFields, ...figureBodyFields }, closed);

/** An item of a body, or of a query, where a pose is text. */
export type CompositionItem = Omit<Static<typeof item>, 'pose'> & PoseOption;
type PoseOption = { readonly pose?: PoseJson | string };
type CompositionBody = Static<typeof itemList> | Static<typeof bodyObject>;

/** An array of items, or an object with options; an error refers only to the form that was sent. */
export const compositionBody = Type.Unsafe<CompositionBody>({
  ...itemList,
  ...bodyObject,
  type: ['array', 'object'],
  'x-allowed': 'an array of items, or an object that has items',
});

const options = Type.Object(optionFields, closed);
export type CompositionOptions = Omit<Static<typeof options>, 'pose' | 'motion'> &
  Pick<CompositionItem, 'pose' | 'motion'>;

/** Options in the query override the body, so they have no defaults. */
export const compositionQuery = Type.Unsafe<Static<typeof options>>({
  ...options,
  properties: Object.fromEntries(
    Object.entries(optionFields).map(([name, field]) => [name, withoutDefault(field)]),
  ),
});

function withoutDefault(field: object): object {
  return Object.fromEntries(Object.entries(field).filter(([keyword]) => keyword !== 'default'));
}

/** Each field of an item by index: `label.3`. */
const indexedFields = Object.fromEntries(
  Object.entries(itemFields)
    .filter(([name]) => name !== 'value')
    .map(([name, schema]) => [`^${name}\\.\\d+$`, schema]),
);

const repeatedFields = {
  type: Type.Optional(Type.Array(itemFields.type, { maxItems })),
  label: Type.Optional(Type.Array(itemFields.label, { maxItems })),
};

export const compositionGetQuery = Type.Object(
  {
    value: Type.Array(itemFields.value, { minItems: 1, maxItems }),
    ...repeatedFields,
    ...optionFields,
  },
  { ...closed, patternProperties: indexedFields },
);

/** The same if the path contains the players. */
export const shortFormQuery = Type.Object(
  { ...repeatedFields, ...optionFields },
  { ...closed, patternProperties: indexedFields },
);

export const shortFormPath = Type.Object({
  players: Type.String({
    minLength: 1,
    maxLength: 2048,
    description:
      '1 to 10 players joined by `+` or `,`; a file extension (`.png`, `.webp`, `.avif`, with a motion also `.gif` and `.apng`) sets the format; any other is a 400.',
  }),
});
