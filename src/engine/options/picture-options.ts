import { Type } from 'typebox';
import { oneOf } from '../../common/schemas/fields.ts';
import type { Colour, Gradient } from '../image/background.ts';
import type { Format } from '../image/formats.ts';
import {
  arrangementNames,
  facings,
  hasOwnBlocks,
  type AnyArrangement,
  type ArrangementName,
  type Facing,
} from '../scenes/layout/arrangements.ts';
import { asNames, rarityNames, type AsName, type Rarity } from '../scenes/layout/cards.ts';
import {
  hasOpenGround,
  sceneNames,
  sideBounds,
  sizes,
  type SceneName,
  type SizePx,
} from '../scenes/layout/sizes.ts';
import type { AnimationOptions, PictureKind } from './animation.ts';
import {
  ownTitles,
  rarityFrom,
  rarityPattern,
  colourFrom,
  colourSchema,
  coloursPattern,
  gradientOf,
  titleFrom,
} from './picture-values.ts';
import { optionTable, rowsReadBy, type Canonical, type Values } from './option-row.ts';
import { pictureFormats } from './picture-formats.ts';

// The table of the options of a whole picture: what stands in one of its rows is written nowhere else.

/** Style of names: below the figures, on a plate, or none. */
const labelStyles = ['below', 'plate', 'none'] as const;
export type LabelStyle = (typeof labelStyles)[number];

const fallbacks = ['none', 'default', 'silhouette'] as const;
type Fallback = (typeof fallbacks)[number];

export type FigureOutline = { readonly colour: Colour; readonly widthPx: number };

/** What decides the canonical value of an option besides what was given. */
export type PictureAt = {
  readonly options: PictureValues;
  readonly scene: SceneName | null;
  /** How a group stands of which that is not said. */
  readonly arrangement: ArrangementName | 'deck';
  readonly sizePx: SizePx | null;
  /** In a picture so low there is no room for names and legs. */
  readonly isServerList: boolean;
  /** How it is drawn and encoded, which depends on whether it moves. */
  readonly kind: PictureKind;
  /** Whether all figures walk, or all run, and nothing is said of where they look. */
  readonly areOnTheWay: boolean;
  /** Where the value was given. */
  readonly path: () => string;
};

const row = rowsReadBy<PictureAt>();

const anywhere = { single: {}, group: {} };
const together = { group: {} };

const integer = ([minimum, maximum]: readonly [number, number], description: string) =>
  Type.Integer({ minimum, maximum, description });
const title = <const Field extends string>(field: Field, description: string) =>
  row({
    schema: Type.String({ maxLength: 2048, description }),
    on: together,
    field,
    default: '',
    of: 'pixels',
    read: (given, { path, options: { as } }): string =>
      titleFrom(given ?? (field === 'title' && as ? ownTitles[as] : undefined), path()),
  });

const { minPx, maxPx } = sideBounds;

export const pictureOptions = {
  height: row({
    schema: integer(
      // A row of ten figures of 1024 px has some 10 million pixels, 40 MB while it is drawn.
      [16, 1024],
      'Height of a figure in pixels, 512 when omitted; the width follows from the pose. In a row, ears of the Ears mod reach beyond it. With a motion 256 when omitted, and at most 512. Whole pictures are bounded too, see `format`.',
    ),
    on: anywhere,
    field: 'heightPx',
    default: 512,
    of: 'pixels',
    read: (given, { kind, sizePx, options: { as } }): number => {
      // A card decides by itself.
      if (as !== undefined) return 512;
      if (sizePx === null) return kind.heightPx;
      // There figures are as large as they can be, up to the largest that may move.
      return kind.animation === null || given === undefined ? 512 : kind.heightPx;
    },
  }),
  gap: row({
    schema: integer([0, 256], 'Pixels between two columns; chosen from the height when omitted.'),
    on: together,
    field: 'gapPx',
    default: null,
    of: 'pixels',
    read: (given, { sizePx, options: { as } }): number | null =>
      sizePx === null && as === undefined ? (given ?? null) : null,
  }),
  fallback: row({
    schema: oneOf(fallbacks, {
      default: 'none',
      description:
        '`default` draws a default skin for a player or skin that is not available, `silhouette` a plain grey figure.',
    }),
    on: { ...anywhere, model: {} },
    field: 'fallback',
    default: 'none',
    of: 'source',
    read: (given: Fallback = 'none'): Fallback => given,
  }),
  frame: row({
    // Far beyond any animation: how many frames are kept is known once the picture is laid out, and told then.
    schema: integer(
      [0, 1_000_000],
      'This frame of the film, from 0, as a picture that does not move: for posters and people who prefer less motion. No film has more than 48.',
    ),
    on: anywhere,
    field: 'animation',
    default: null,
    of: 'pixels',
    read: (_given, { kind }): AnimationOptions | null => kind.animation,
  }),
  matte: {
    schema: colourSchema(
      'What half-covered pixels of a GIF without background are mixed with: the colour of the page. `313338` when omitted.',
    ),
    on: anywhere,
  },
  format: row({
    schema: oneOf(pictureFormats, {
      description:
        'Format of the picture; `png`, or `webp` with a motion, unless this or a file extension says otherwise. `gif` and `apng` need a motion. A picture has up to 12 million pixels as `png`, 4 million otherwise.',
    }),
    on: {
      single: {},
      group: {
        description:
          'Format of the picture; `png` when omitted, `webp` with a motion; `gif` and `apng` need one. It has up to 12 million pixels as `png`, 4 million otherwise.',
      },
    },
    field: 'format',
    default: 'png',
    of: 'pixels',
    read: (_given, { kind }): Format => kind.format,
  }),
  scene: row({
    schema: oneOf(['none', ...sceneNames], {
      description: 'The scene behind the group; `none` when omitted.',
    }),
    on: together,
    field: 'scene',
    default: null,
    of: 'pixels',
    read: (_given, { scene }): SceneName | null => scene,
  }),
  as: row({
    schema: oneOf(asNames, {
      description:
        'Makes the picture a thing: a `card` to collect for each player (750×1050; with name and caption on a plate, `title` and `subtitle` below it, several as a fanned deck), or the message of an `advancement` of one player (640×128; with `title`, `Advancement made!` when omitted, and `subtitle`). With a `size` all of it is scaled into that.',
    }),
    on: together,
    field: 'as',
    default: null,
    of: 'pixels',
    read: (given): AsName | null => given ?? null,
  }),
  rarity: row({
    schema: Type.String({
      maxLength: 9,
      pattern: rarityPattern,
      'x-allowed': `${rarityNames.join(', ')}, or a colour such as 1e90ff`,
      description: `The border of a card: ${rarityNames.map((name) => `\`${name}\``).join(', ')}, or a colour; \`common\` when omitted. All but common ones glint.`,
    }),
    on: together,
    field: 'rarity',
    default: 'common',
    of: 'pixels',
    read: (given): Rarity => (given === undefined ? 'common' : rarityFrom(given)),
  }),
  arrangement: row({
    schema: oneOf([...arrangementNames, 'deck'], {
      description:
        'How the group stands; `auto` in a scene when omitted, otherwise `row`. `auto` is a row of up to five players or in a strip, otherwise as many rows as make the players largest. `deck` fans cards, which have no other but `row`.',
    }),
    on: together,
    field: 'arrangement',
    default: 'row',
    of: 'pixels',
    read: (given, { arrangement }): AnyArrangement | 'deck' => given ?? arrangement,
  }),
  facing: row({
    schema: oneOf(facings, {
      description:
        '`centre` turns each player a little towards the middle; `same` turns all the same way (the default).',
    }),
    on: together,
    field: 'facing',
    default: 'same',
    of: 'pixels',
    read: (given = 'same'): Facing => given,
  }),
  journey: row({
    schema: Type.Boolean({
      description:
        'Whether players who all walk, or all run, get on: they turn to one side, and the ground passes below their feet. `true` when omitted. It needs a scene with open ground, which `stage` is not, players on the ground and none with angles of their own; otherwise the ground stands still.',
    }),
    on: together,
    field: 'journey',
    default: false,
    of: 'pixels',
    read: (given = true, { scene, options, arrangement, areOnTheWay }): boolean =>
      given &&
      areOnTheWay &&
      scene !== null &&
      hasOpenGround(scene) &&
      !hasOwnBlocks(options.arrangement ?? arrangement),
  }),
  size: row({
    schema: Type.String({
      maxLength: 24,
      description: `Size of the picture: ${Object.keys(sizes).join(', ')}, or width and height such as 800x400, ${minPx} to ${maxPx} pixels each. A scene is \`og\` by default, or \`banner\` if it is to be a \`row\` of six or more; without a scene the picture is as large as it needs to be.`,
      examples: ['og', '800x400'],
      // What other services call the height of a figure.
      'x-ignored': String.raw`^\d+$`,
    }),
    on: together,
    field: 'sizePx',
    default: null,
    of: 'pixels',
    read: (_given, { sizePx }): SizePx | null => sizePx,
  }),
  title: title('title', 'Written large above the group, at most 80 characters.'),
  subtitle: title('subtitle', 'Written below the title, at most 80 characters.'),
  labels: row({
    schema: oneOf(labelStyles, {
      description:
        'Names below the figures (the default), on plates, or none (the default of `server-list`). Those of a back row are above them, on plates. Names are omitted if there is no room for readable ones.',
    }),
    on: together,
    field: 'labels',
    default: 'below',
    of: 'pixels',
    read: (given, { isServerList }): LabelStyle => given ?? (isServerList ? 'none' : 'below'),
  }),
  shadow: row({
    schema: Type.Boolean({
      description: 'Whether figures have shadows at their feet; `true` by default in a scene.',
    }),
    on: together,
    field: 'shadow',
    default: false,
    of: 'pixels',
    read: (given, { scene }): boolean => given ?? scene !== null,
  }),
  background: row({
    schema: Type.String({
      maxLength: 19,
      pattern: coloursPattern,
      'x-allowed':
        'a colour of 3, 4, 6 or 8 hexadecimal digits, such as 1e90ff, or two with a comma between them',
      description: 'Colour behind the group if there is no scene, or two for a gradient.',
    }),
    on: {
      single: { ...colourSchema('Colour behind the figure; transparent when omitted.') },
      group: {},
    },
    field: 'background',
    default: null,
    of: 'pixels',
    read: (given, { options, scene }): Gradient | null =>
      given === undefined || scene !== null ? null : gradientOf(given, options.angle),
  }),
  angle: {
    schema: Type.Number({
      minimum: -360,
      maximum: 360,
      description:
        'Direction of a gradient in degrees: 0 up, 90 to the right, 180 down (the default).',
    }),
    on: together,
  },
  outline: row({
    schema: colourSchema('Colour of a line around each figure; none when omitted.'),
    on: anywhere,
    field: 'outline',
    default: null,
    of: 'pixels',
    // A transparent line is none.
    read: (given, { options: { outline_width: widthPx = 4 } }): FigureOutline | null => {
      const line = given === undefined ? null : colourFrom(given);
      return line === null || line[3] === 0 ? null : { colour: line, widthPx };
    },
  }),
  outline_width: {
    schema: integer([1, 16], 'Width of the outline in pixels; 4 when omitted.'),
    on: anywhere,
  },
} as const;

type Table = typeof pictureOptions;
export type PictureValues = Values<Table>;
/** Everything that is said of a whole picture, in canonical form. */
export type PictureOptions = Canonical<Table>;

export const pictureTable = optionTable(pictureOptions);
