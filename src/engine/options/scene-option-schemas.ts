import { Type } from 'typebox';
import { choice, flag, integer, number } from '../../common/schemas/fields.ts';
import {
  capeField,
  earsField,
  elytraField,
  fallbackSchema,
  heightSchema,
  holdFields,
  mirrorField,
  outlineFields,
  overlayField,
} from './option-schemas.ts';
import {
  animationFields,
  motionBodyField,
  motionField,
  poseBodyField,
  poseField,
} from './motion-schemas.ts';
import { coloursPattern } from './checked-crop.ts';
import { arrangementNames, facings } from '../scenes/layout/arrangements.ts';
import { crops as cropNames } from '../figure/camera/crops.ts';
import { groupPoses } from './figure-options.ts';
import { labelStyles } from './scene-job.ts';
import { pictureFormats } from './picture-formats.ts';
import { sceneNames, sideBounds, sizes } from '../scenes/layout/sizes.ts';

const angle = (max: number, description: string) => number([-max, max], description);

const text = (description: string) => Type.Optional(Type.String({ maxLength: 2048, description }));

const { minPx, maxPx } = sideBounds;

/** Options of one figure, or of all in the picture. */
export const figureOptionFields = {
  model: choice(
    ['classic', 'slim', 'auto'],
    'Width of the arms; the player’s own when omitted. `auto` looks at the arms of a skin without a player, which is `classic` otherwise.',
  ),
  ears: Type.Optional(earsField),
  overlay: Type.Optional(overlayField),
  cape: Type.Optional(capeField),
  elytra: Type.Optional(elytraField),
  ...holdFields,
  yaw: angle(180, 'Turns the view around the figure, in degrees.'),
  pitch: angle(
    90,
    'Lifts the view above the figure, in degrees; in a scene from the height that all figures are seen from.',
  ),
  mirror: Type.Optional(mirrorField),
  motion: motionField,
  pose: poseField,
};

/** The same in JSON, where poses and motions of one's own are objects. */
export const figureBodyFields = { motion: motionBodyField, pose: poseBodyField };

/** Options of the whole picture, in query and body; options of figures apply to all figures. */
export const sceneOptionFields = {
  render_type: choice(
    groupPoses,
    'The pose; `default` when omitted. With `varied` each player has a standing pose of their own, always the same.',
  ),
  crop: choice(
    cropNames,
    'How much of the figures is shown; `full` when omitted, `bust` in a picture of the size `server-list`.',
  ),
  height: Type.Optional(heightSchema),
  gap: integer([0, 256], 'Pixels between two columns; chosen from the height when omitted.'),
  fallback: Type.Optional(fallbackSchema),
  ...figureOptionFields,
  ...animationFields,
  format: choice(
    pictureFormats,
    'Format of the picture; `png` when omitted, `webp` with a motion; `gif` and `apng` need one. It has up to 12 million pixels as `png`, 4 million otherwise.',
  ),
  scene: choice(['none', ...sceneNames], 'The scene behind the group; `none` when omitted.'),
  arrangement: choice(
    arrangementNames,
    'How the group stands; `auto` in a scene when omitted, otherwise `row`. `auto` is a row of up to five players or in a strip, otherwise as many rows as make the players largest.',
  ),
  facing: choice(
    facings,
    '`centre` turns each player a little towards the middle; `same` turns all the same way (the default).',
  ),
  size: Type.Optional(
    Type.String({
      maxLength: 24,
      description: `Size of the picture: ${Object.keys(sizes).join(', ')}, or width and height such as 800x400, ${minPx} to ${maxPx} pixels each. A scene is \`og\` by default, or \`banner\` if it is to be a \`row\` of six or more; without a scene the picture is as large as it needs to be.`,
      examples: ['og', '800x400'],
    }),
  ),
  title: text('Written large above the group, at most 80 characters.'),
  subtitle: text('Written below the title, at most 80 characters.'),
  labels: choice(
    labelStyles,
    'Names below the figures (the default), on plates, or none (the default of `server-list`). Those of a back row are above them, on plates. Names are omitted if there is no room for readable ones.',
  ),
  shadow: flag('Whether figures have shadows at their feet; `true` by default in a scene.'),
  background: Type.Optional(
    Type.String({
      maxLength: 19,
      pattern: coloursPattern,
      'x-allowed':
        'a colour of 3, 4, 6 or 8 hexadecimal digits, such as 1e90ff, or two with a comma between them',
      description: 'Colour behind the group if there is no scene, or two for a gradient.',
    }),
  ),
  angle: number(
    [-360, 360],
    'Direction of a gradient in degrees: 0 up, 90 to the right, 180 down (the default).',
  ),
  ...outlineFields,
};
