import { Type, type Static } from 'typebox';
import {
  capeField,
  colourField,
  cropOverride,
  earsField,
  elytraField,
  fallbackSchema,
  animationFormatOverride,
  formatOverride,
  heightSchema,
  holdFields,
  mirrorField,
  outlineFields,
  overlayField,
  playerSchema,
  renderTypeOverride,
  serviceSchema,
} from './option-schemas.ts';
import { animationFields, motionField, poseField } from './motion-schemas.ts';
import type { readMotion, readPose } from './read-pose.ts';
import { choice, closed, flag, integer, number } from '../../common/schemas/fields.ts';

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

const options = {
  render_type: Type.Optional(renderTypeOverride),
  crop: Type.Optional(cropOverride),
  height: Type.Optional(heightSchema),
  format: Type.Optional(animationFormatOverride),
  model: choice(
    ['classic', 'slim', 'steve', 'alex', 'auto'],
    'Width of the arms: `classic` (or `steve`) four texels, `slim` (or `alex`) three. The player’s own when omitted. `auto` looks at the arms of a skin without a player, which is `classic` otherwise.',
  ),
  overlay: Type.Optional(overlayField),
  ears: Type.Optional(earsField),
  cape: Type.Optional(capeField),
  elytra: Type.Optional(elytraField),
  ...holdFields,
  shading: flag('Whether sides are shaded; without it every texel has its exact colour.', true),
  shadow: flag('Whether the figure throws a soft shadow on the ground.', false),
  yaw: number(
    [-180, 180],
    'Turns the view around the figure, in degrees on top of the pose’s own.',
    0,
  ),
  pitch: number(
    [-90, 90],
    'Lifts the view above the figure, in degrees on top of the pose’s own.',
    0,
  ),
  background: colourField('Colour behind the figure; transparent when omitted.'),
  mirror: Type.Optional(mirrorField),
  roll: number([-180, 180], 'Turns the picture clockwise, in degrees.', 0),
  fov: number(
    [20, 90],
    'Vertical field of view in degrees; a larger one brings the camera nearer. That of the pose when omitted. No effect on views without perspective.',
  ),
  ...outlineFields,
  motion: motionField,
  pose: poseField,
  ...animationFields,
  fallback: Type.Optional(fallbackSchema),
};

export const renderQuery = Type.Object(
  { ...options, service: Type.Optional(serviceSchema) },
  closed,
);

/** Without a crop the whole figure is drawn. */
export const wholePath = Type.Omit(renderPath, ['crop']);

export const avatarPath = Type.Object({ player: playerSchema });

export const avatarQuery = Type.Object(
  {
    size: integer([8, 512], 'Width and height of the picture in pixels.', 64),
    format: Type.Optional(formatOverride),
    overlay: Type.Optional(overlayField),
    background: options.background,
    fallback: options.fallback,
    service: Type.Optional(serviceSchema),
  },
  closed,
);

/** For routes without a player. */
export const sheetPath = Type.Omit(renderPath, ['player']);

export const urlQuery = Type.Object(
  {
    skin: Type.String({
      minLength: 1,
      maxLength: 32_768,
      description: 'The URL (`http`, `https` or `data`) of a skin image.',
    }),
    ...options,
  },
  closed,
);

export const uploadQuery = Type.Object(options, closed);

export type AvatarQuery = Static<typeof avatarQuery>;
export type RenderPath = Static<typeof sheetPath>;
/** A pose or motion of one's own may also be an object, as in JSON. */
export type RenderQuery = Omit<Static<typeof uploadQuery>, 'pose' | 'motion'> & {
  readonly service?: string | undefined;
  readonly pose?: Parameters<typeof readPose>[0];
  readonly motion?: Parameters<typeof readMotion>[0];
};
