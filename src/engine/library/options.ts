import { Type, type Static } from 'typebox';
import { itemFields, maxItems } from '../options/item-schema.ts';
import { uploadQuery } from '../options/figure-schema.ts';
import { figureBodyFields, sceneOptionFields } from '../options/scene-option-schemas.ts';
import { choice, closed } from '../../common/schemas/fields.ts';
import { crops as cropNames } from '../figure/camera/crops.ts';
import { renderTypeNames } from '../figure/render-types.ts';

// The options of the HTTP API, where sheets are bytes and nothing is looked up.

/** What a sheet besides the skin may be; in the schema it is a switch, because bytes are taken out first. */
export const sheetAllowed = 'true, false or the bytes of a PNG file';

const sheet = (description: string) =>
  Type.Optional(
    Type.Unsafe<boolean | Uint8Array>({ type: 'boolean', 'x-allowed': sheetAllowed, description }),
  );

const sheetFields = {
  cape: sheet(
    'The sheet of a cape, which is worn. As a switch: whether the cape that is given is drawn, where the pose shows it.',
  ),
  elytra: sheet(
    'A sheet of wings, which are worn in place of a cape. As a switch: whether wings are drawn of the sheet of the cape.',
  ),
};

const { cape, elytra } = sheetFields;

/** Those that a path may have, too, are described without it. */
const withoutPath = {
  render_type: choice(renderTypeNames, 'The pose; `default` when omitted.'),
  crop: choice(cropNames, 'How much of the figure is shown; `full` when omitted.'),
  format: sceneOptionFields.format,
};

export const figureSchema = Type.Object(
  { ...uploadQuery.properties, ...withoutPath, ...figureBodyFields, cape, elytra },
  closed,
);

const { value: _value, type: _type, service: _service, ...ownItemFields } = itemFields;

export const itemSchema = Type.Object(
  { ...ownItemFields, ...figureBodyFields, cape, elytra },
  closed,
);

const forAll = {
  cape: Type.Optional(Type.Boolean({ description: 'Whether the capes that are given are drawn.' })),
};

export const groupSchema = Type.Object(
  { ...sceneOptionFields, ...figureBodyFields, ...forAll },
  closed,
);

/** Options of the group, and its items without their sheets. */
export const groupCallSchema = Type.Object(
  {
    ...groupSchema.properties,
    items: Type.Array(itemSchema, { minItems: 1, maxItems }),
  },
  closed,
);

/** Options of one figure. */
export type FigureOptions = Static<typeof figureSchema>;
/** Options of one figure of a group; they override those for all. */
export type ItemOptions = Static<typeof itemSchema>;
/** Options of a group, and of all its figures. */
export type GroupOptions = Static<typeof groupSchema>;
