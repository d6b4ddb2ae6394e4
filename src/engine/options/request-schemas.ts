import { Type, type Static } from 'typebox';
import { closed, integer, oneOf } from '../../common/schemas/fields.ts';
import { formats } from '../image/formats.ts';
import { figureOptions, type FigureValues, type ForAll } from './figure-options.ts';
import { modelFields } from './model-options.ts';
import { fieldsOn } from './option-row.ts';
import { pictureOptions, type PictureValues } from './picture-options.ts';

// The requests for pictures as JSON schemas, made from the tables of options.

/** A player in a path. */
export const playerSchema = Type.String({
  minLength: 1,
  maxLength: 128,
  description:
    'A player name, a UUID, a Bedrock gamertag (`.Steve 123`) or XUID (`xuid:…`), a texture hash, or the name of a sample.',
});

/** Which services exist is a setting; the service checks it. */
export const serviceSchema = Type.String({
  maxLength: 32,
  description:
    'Name of the account service to look the player up at, one of `ACCOUNT_SERVICES`; the same name may be another player there. Samples, textures and Bedrock players are the same at all services.',
});
const service = Type.Optional(serviceSchema);

/** Of a picture that cannot move; a file extension in the path may set it, too. */
export const stillFormatSchema = oneOf(formats, {
  description:
    'Format of the picture; `png` unless this or a file extension says otherwise. A picture has up to 12 million pixels as `png`, 4 million otherwise.',
});

// One player alone.

export const renderPath = Type.Object({
  // Checked in the service, after the query has overridden the path.
  render_type: Type.String({
    maxLength: 32,
    description: 'The pose, such as `default` or `head`.',
  }),
  player: playerSchema,
  crop: Type.String({
    maxLength: 32,
    description: 'How much is shown: `full`, `bust` or `face`; a file extension sets the format.',
  }),
});

/** Without a crop the whole figure is drawn. */
export const wholePath = Type.Omit(renderPath, ['crop']);

/** For routes without a player. */
export const sheetPath = Type.Omit(renderPath, ['player']);

export const avatarPath = Type.Object({ player: playerSchema });

const alone = { ...fieldsOn(figureOptions, 'single'), ...fieldsOn(pictureOptions, 'single') };

export const renderQuery = Type.Object({ ...alone, service }, closed);

export const uploadQuery = Type.Object(alone, closed);

export type RenderPath = Static<typeof sheetPath>;
export type RenderQuery = Static<typeof uploadQuery>;

const skinUrl = Type.String({
  minLength: 1,
  maxLength: 32_768,
  description: 'The URL (`http`, `https` or `data`) of a skin image.',
});

export const urlQuery = Type.Object({ skin: skinUrl, ...alone }, closed);

export const modelQuery = Type.Object({ ...modelFields, service }, closed);

export const modelUploadQuery = Type.Object(modelFields, closed);

export const modelUrlQuery = Type.Object({ skin: skinUrl, ...modelFields }, closed);

export const avatarQuery = Type.Object(
  {
    size: integer([8, 512], 'Width and height of the picture in pixels.', 64),
    format: Type.Optional(stillFormatSchema),
    overlay: alone.overlay,
    background: alone.background,
    fallback: alone.fallback,
    service,
  },
  closed,
);

// Groups.

/** Most items of one composition: what fits side by side and stays readable. */
export const maxItems = 10;

const playerFields = {
  value: Type.String({
    minLength: 1,
    // For `data:` URLs; other values have a lower limit in `readItems`.
    maxLength: 1024 * 1024,
    description:
      'A player name, a UUID, a Bedrock gamertag (`.Steve 123`) or XUID (`xuid:…`), a texture hash, the name of a sample, or the URL (`http`, `https`, `data`) of a skin image; for a Roblox user the id, the name or a link to the profile.',
    examples: ['Notch', 'sample-fox'],
  }),
  type: Type.Optional(
    oneOf(['nick', 'url', 'roblox'], {
      description:
        'How to read `value`: as a Minecraft player, the URL of a skin, or a Roblox user. Detected when omitted: a value that begins with a URL scheme is a `url`, anything else belongs to the platform in the path.',
    }),
  ),
  service,
};

/** Fields of an item; its own value overrides the option of the same name. */
const itemFields = { ...playerFields, ...fieldsOn(figureOptions, 'item') };

const pictureFields = fieldsOn(pictureOptions, 'group');

/** Options for all items, and of the picture. */
export const groupFields = { ...fieldsOn(figureOptions, 'group'), ...pictureFields };

/** The same in JSON, where poses and motions of one's own are objects. */
export const groupJsonFields = { ...fieldsOn(figureOptions, 'group', 'json'), ...pictureFields };

/** Options of a composition in a query, without its players. */
const groupQueryFields = { ...groupFields, service };

const itemList = Type.Array(
  Type.Object({ ...playerFields, ...fieldsOn(figureOptions, 'item', 'json') }, closed),
  { minItems: 1, maxItems },
);

const bodyObject = Type.Object({ items: itemList, ...groupJsonFields, service }, closed);

/** An item of a body, or of a query, where a pose is text. */
export type CompositionItem = FigureValues & {
  readonly value: string;
  readonly type?: 'nick' | 'url' | 'roblox' | undefined;
  readonly service?: string | undefined;
};
export type CompositionOptions = ForAll & PictureValues & { readonly service?: string | undefined };
type CompositionBody =
  | readonly CompositionItem[]
  | (CompositionOptions & { readonly items: readonly CompositionItem[] });

/** An array of items, or an object with options; an error refers only to the form that was sent. */
export const compositionBody = Type.Unsafe<CompositionBody>({
  ...itemList,
  ...bodyObject,
  type: ['array', 'object'],
  'x-allowed': 'an array of items, or an object that has items',
});

/** Options in the query override the body, so they have no defaults. */
export const compositionQuery = Type.Unsafe<CompositionOptions>({
  ...Type.Object(groupQueryFields, closed),
  properties: Object.fromEntries(
    Object.entries(groupQueryFields).map(([name, field]) => [name, withoutDefault(field)]),
  ),
});

function withoutDefault(field: object): object {
  return Object.fromEntries(Object.entries(field).filter(([keyword]) => keyword !== 'default'));
}

const { value: _value, ...besidesValue } = itemFields;

/** Fields of an item that a query may give by index: `label.3`. */
export const indexedNames: ReadonlySet<string> = new Set(Object.keys(besidesValue));

const indexedFields = Object.fromEntries(
  Object.entries(besidesValue).map(([name, schema]) => [`^${name}\\.\\d+$`, schema]),
);

/** The n-th one belongs to the n-th item. */
const repeatedFields = {
  type: Type.Optional(Type.Array(itemFields.type, { maxItems })),
  label: Type.Optional(Type.Array(itemFields.label, { maxItems })),
  caption: Type.Optional(Type.Array(itemFields.caption, { maxItems })),
};

export const repeatedNames: ReadonlySet<string> = new Set(Object.keys(repeatedFields));

/** A composition whose players are in the path. */
export const shortFormQuery = Type.Object(
  { ...repeatedFields, ...groupQueryFields },
  { ...closed, patternProperties: indexedFields },
);

export const compositionGetQuery = Type.Object(
  {
    value: Type.Array(itemFields.value, { minItems: 1, maxItems }),
    ...shortFormQuery.properties,
  },
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
