import { Type } from 'typebox';
import { oneOf } from '../../common/schemas/fields.ts';
import type { ModelOption } from '../../common/player.ts';
import { crops } from '../figure/camera/crops.ts';
import { heldItemNames } from '../figure/held-items/held-items.ts';
import type { Motion } from '../figure/motions.ts';
import type { Pose } from '../figure/pose.ts';
import {
  hasAngles,
  hasPerspective,
  heldItemOption,
  renderTypeNames,
  showsCape,
  showsEars,
  usefulPitch,
  type RenderType,
} from '../figure/render-types.ts';
import {
  angle,
  capeSchema,
  checkedCrop,
  modelNamed,
  notIfFlat,
  overlayOf,
  overlaySchema,
  tenths,
  wornOf,
  type FigureAt,
  groupPoses,
  earsOptions,
  type EarsOption,
} from './figure-values.ts';
import { labelFrom } from './picture-values.ts';
import {
  optionTable,
  rowsReadBy,
  type Canonical,
  type Values,
  type ValuesOn,
} from './option-row.ts';
import {
  motionJson,
  motionQuery,
  poseJson,
  poseQuery,
  readMotion,
  readPose,
} from './pose-options.ts';

// The table of the options of a figure: what stands in one of its rows is written nowhere else.

/** A figure's row; it is of pictures drawn elsewhere, too, if `ofPictures`. */
const row = rowsReadBy<FigureAt, { readonly ofPictures?: boolean }>();

const everywhere = { single: {}, group: {}, item: {} };
/** Also for a 3D model, which has no camera and no light. */
const alsoModels = { ...everywhere, model: {} };

const text = (description: string) => Type.String({ maxLength: 2048, description });
const flag = (description: string) => Type.Boolean({ description });
const number = ([minimum, maximum]: readonly [number, number], description: string) =>
  Type.Number({ minimum, maximum, description });

/** What a hand holds. */
const held = <const Field extends string>(
  hand: 'right' | 'left',
  field: Field,
  description: string,
) =>
  row({
    schema: oneOf(heldItemNames, { description }),
    on: alsoModels,
    field,
    default: null,
    of: 'geometry',
    read: (given, { renderType }) => heldItemOption(renderType, hand, given),
  });

export const figureOptions = {
  render_type: row({
    schema: oneOf(groupPoses, { description: 'The pose; `varied` is one of its own.' }),
    on: {
      single: { ...oneOf(renderTypeNames, { description: 'The pose; wins over the path.' }) },
      model: {
        ...oneOf(renderTypeNames.filter(hasAngles), {
          description:
            'The pose that it rests in; `default` when omitted. Flat types have no model.',
        }),
      },
      group: {
        description:
          'The pose; `default` when omitted. With `varied` each player has a standing pose of their own, always the same.',
      },
      item: {},
    },
    field: 'renderType',
    default: 'default',
    of: 'geometry',
    read: (_given, { renderType }): RenderType => renderType,
  }),
  crop: row({
    schema: oneOf(crops, { description: 'How much of this figure is shown.' }),
    on: {
      single: { description: 'How much of the figure is shown; wins over the path.' },
      group: {
        description:
          'How much of the figures is shown; `full` when omitted, `bust` in a picture of the size `server-list`.',
      },
      item: {},
    },
    field: 'crop',
    default: 'full',
    of: 'geometry',
    ofPictures: true,
    read: (given, at) => checkedCrop(given ?? at.crop, at),
  }),
  model: row({
    schema: oneOf(['classic', 'slim', 'steve', 'alex', 'auto'], {
      description:
        'Width of the arms: `classic` (or `steve`) four texels, `slim` (or `alex`) three. The player’s own when omitted. `auto` looks at the arms of a skin without a player, which is `classic` otherwise.',
    }),
    on: alsoModels,
    field: 'model',
    default: null,
    of: 'source',
    read: (given): ModelOption | null => (given === undefined ? null : modelNamed[given]),
  }),
  ears: row({
    schema: oneOf(earsOptions, {
      description:
        'What is drawn of the ears, tail, snout and wings that a skin for the Ears mod describes: `auto` all of it, `none` nothing; `deadmau5` gives the game’s round ears to a skin that describes none. `auto` when omitted. Of the flat poses `front` and `back` show ears, snout and horn, and become larger by them; `pixel` and `bitzel` have none.',
    }),
    on: alsoModels,
    field: 'ears',
    default: 'auto',
    of: 'pixels',
    read: (given = 'auto', { renderType }): EarsOption => (showsEars(renderType) ? given : 'none'),
  }),
  overlay: row({
    schema: overlaySchema(
      'The second layer (hair, hats, jackets): `flat` as boxes around the first, `raised` with each texel as a block on the first, or `none`; `true` is `flat`, `false` is `none`.',
    ),
    on: alsoModels,
    field: 'overlay',
    default: 'flat',
    of: 'geometry',
    read: overlayOf,
  }),
  cape: row({
    schema: capeSchema(
      'Whether the player’s cape is drawn, if they have one and the pose shows it; or the texture hash or URL of another cape.',
    ),
    on: alsoModels,
    field: 'worn',
    default: { cape: false, named: null },
    of: 'source',
    read: wornOf,
  }),
  elytra: row({
    schema: flag('Whether elytra are drawn instead of the cape, from the cape’s sheet.'),
    on: alsoModels,
    field: 'wings',
    default: false,
    of: 'geometry',
    read: (given = false, { renderType }): boolean =>
      given && showsCape(renderType) && hasAngles(renderType),
  }),
  hold: held(
    'right',
    'hold',
    'What the right hand holds. When omitted: the pose’s default item (the bow of `archer` is in the left hand), otherwise nothing. Flat types and heads hold nothing.',
  ),
  hold_left: held('left', 'holdLeft', 'What the left hand holds, likewise.'),
  shading: row({
    schema: flag('Whether sides are shaded; without it every texel has its exact colour.'),
    on: { single: { default: true } },
    field: 'shading',
    default: true,
    of: 'geometry',
    // Flat ones have only one side.
    read: (given = true, { renderType }): boolean => given || !hasAngles(renderType),
  }),
  shadow: row({
    schema: flag('Whether the figure throws a soft shadow on the ground.'),
    on: { single: { default: false } },
    field: 'shadow',
    default: false,
    of: 'geometry',
    read: (given = false): boolean => given,
  }),
  yaw: row({
    schema: number(
      [-180, 180],
      'Turns the view around the figure, in degrees on top of the pose’s own.',
    ),
    on: { single: { default: 0 }, group: {}, item: {} },
    field: 'yawDegrees',
    default: 0,
    of: 'geometry',
    read: angle,
  }),
  pitch: row({
    schema: number(
      [-90, 90],
      'Lifts the view above the figure, in degrees on top of the pose’s own; in a scene from the height that all figures are seen from.',
    ),
    on: { single: { default: 0 }, group: {}, item: {} },
    field: 'pitchDegrees',
    default: 0,
    of: 'geometry',
    read: (given = 0, { renderType }): number => tenths(usefulPitch(renderType, given)),
  }),
  mirror: row({
    schema: flag('Whether the pose is mirrored; the skin is not.'),
    on: everywhere,
    field: 'mirror',
    default: false,
    of: 'geometry',
    ofPictures: true,
    read: (given = false, { renderType }): boolean => given && hasAngles(renderType),
  }),
  roll: row({
    schema: number([-180, 180], 'Turns the picture clockwise, in degrees.'),
    on: { single: { default: 0 } },
    field: 'rollDegrees',
    default: 0,
    of: 'geometry',
    read: angle,
  }),
  fov: row({
    schema: number(
      [20, 90],
      'Vertical field of view in degrees; a larger one brings the camera nearer. That of the pose when omitted. No effect on views without perspective.',
    ),
    on: { single: {} },
    field: 'fovDegrees',
    default: null,
    of: 'geometry',
    read: (given, { renderType }): number | null =>
      hasPerspective(renderType) && given !== undefined ? tenths(given) : null,
  }),
  motion: row({
    schema: motionQuery,
    json: motionJson,
    on: everywhere,
    field: 'motion',
    default: null,
    // A plan is of one moment of it.
    of: 'pixels',
    read: (given, at): Motion | null => notIfFlat(readMotion(given, at.refused), at, 'none'),
  }),
  pose: row({
    schema: poseQuery,
    json: poseJson,
    on: alsoModels,
    field: 'pose',
    default: null,
    of: 'geometry',
    read: (given, at): Pose | null => notIfFlat(readPose(given, at.refused), at, 'omitted'),
  }),
  label: row({
    // JSON Schema counts code points, but the limit is in visible characters, which are counted later.
    schema: text(
      'Text below the skin, at most 64 characters. When omitted: the player’s name, or nothing for a URL.',
    ),
    on: { item: {} },
    field: 'label',
    default: null,
    // The name of the player is part of what is found for it.
    of: 'source',
    ofPictures: true,
    read: (given, { path }): string | null =>
      given === undefined ? null : labelFrom(given, path()),
  }),
  caption: row({
    schema: text('A second, smaller line below the label, at most 64 characters: “Owner”.'),
    on: { item: {} },
    field: 'caption',
    default: '',
    of: 'pixels',
    ofPictures: true,
    read: (given, { path }): string => labelFrom(given, path()),
  }),
  scale: row({
    schema: number([0.5, 1.5], 'Its size relative to the other figures.'),
    on: { item: {} },
    field: 'scale',
    default: 1,
    of: 'pixels',
    ofPictures: true,
    read: (given = 1): number => given,
  }),
} as const;

type Table = typeof figureOptions;
export type FigureValues = Values<Table>;
/** Of all figures of a group. */
export type ForAll = ValuesOn<Table, 'group'>;
/** Everything that is said of a figure besides its player, in canonical form: no part of it is optional. */
export type FigureSpec = Canonical<Table>;

export const figureTable = optionTable(figureOptions);
