import { Type, type Static } from 'typebox';
import { choice, closed } from '../../common/schemas/fields.ts';
import { crops } from '../figure/camera/crops.ts';
import { renderTypeNames } from '../figure/render-types.ts';
import { figureOptions } from '../options/figure-options.ts';
import { modelJsonFields } from '../options/model-options.ts';
import { fieldsOn } from '../options/option-row.ts';
import { pictureOptions } from '../options/picture-options.ts';
import { groupJsonFields, maxItems } from '../options/request-schemas.ts';

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
  crop: choice(crops, 'How much of the figure is shown; `full` when omitted.'),
  format: groupJsonFields.format,
};

export const figureSchema = Type.Object(
  {
    ...fieldsOn(figureOptions, 'single', 'json'),
    ...fieldsOn(pictureOptions, 'single'),
    ...withoutPath,
    cape,
    elytra,
  },
  closed,
);

export const modelSchema = Type.Object({ ...modelJsonFields, cape, elytra }, closed);

export const itemSchema = Type.Object(
  { ...fieldsOn(figureOptions, 'item', 'json'), cape, elytra },
  closed,
);

export const groupSchema = Type.Object(
  {
    ...groupJsonFields,
    cape: Type.Optional(
      Type.Boolean({ description: 'Whether the capes that are given are drawn.' }),
    ),
  },
  closed,
);

/** Options of the group, and its items without their sheets. */
export const groupCallSchema = Type.Object(
  { ...groupSchema.properties, items: Type.Array(itemSchema, { minItems: 1, maxItems }) },
  closed,
);

/** Options of a 3D model. */
export type ModelOptions = Static<typeof modelSchema>;
/** Options of one figure. */
export type FigureOptions = Static<typeof figureSchema>;
/** Options of one figure of a group; they override those for all. */
export type ItemOptions = Static<typeof itemSchema>;
/** Options of a group, and of all its figures. */
export type GroupOptions = Static<typeof groupSchema>;
