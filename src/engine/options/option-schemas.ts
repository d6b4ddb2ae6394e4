import { Type } from 'typebox';
import { inviteLangs } from '../cards/invite-strings.ts';
import { choice, integer, oneOf } from '../../common/schemas/fields.ts';
import { earsOptions } from './jobs.ts';
import { widgetScales, widgetThemes } from '../cards/server-card-job.ts';
import { colourPattern } from './checked-crop.ts';
import { crops as cropNames } from '../figure/camera/crops.ts';
import { formats } from '../image/formats.ts';
import { hasAngles, renderTypeNames, type RenderType } from '../figure/render-types.ts';
import { overlayStyles, heldItemNames, type OverlayStyle } from '../figure/held-item-names.ts';
import { pictureFormats } from './picture-formats.ts';

// The options of all pictures of players as JSON schemas: names, bounds, defaults and descriptions
// are defined only here, for validation and reference pages.

/** If the path contains it, too: no default, which would override the path. */
export const renderTypeOverride = oneOf(renderTypeNames, {
  description: 'The pose; wins over the path.',
});

export const cropOverride = oneOf(cropNames, {
  description: 'How much of the figure is shown; wins over the path.',
});

/** If a file extension in the path sets it, too. */
export const formatOverride = oneOf(formats, {
  description:
    'Format of the picture; `png` unless this or a file extension says otherwise. A picture has up to 12 million pixels as `png`, 4 million otherwise.',
});

/** The same for pictures that can move. */
export const animationFormatOverride = oneOf(pictureFormats, {
  description:
    'Format of the picture; `png`, or `webp` with a motion, unless this or a file extension says otherwise. `gif` and `apng` need a motion. A picture has up to 12 million pixels as `png`, 4 million otherwise.',
});

export const heightSchema = Type.Integer({
  // A row of ten figures of 1024 px has some 10 million pixels, 40 MB while it is drawn.
  minimum: 16,
  maximum: 1024,
  description:
    'Height of a figure in pixels, 512 when omitted; the width follows from the pose. With a motion 256 when omitted, and at most 512. Whole pictures are bounded too, see `format`.',
});

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

export const fallbackSchema = oneOf(['none', 'default', 'silhouette'], {
  default: 'none',
  description:
    '`default` draws a default skin for a player or skin that is not available, `silhouette` a plain grey figure.',
});

export const mirrorField = Type.Boolean({
  description: 'Whether the pose is mirrored; the skin is not.',
});

export const colourField = (description: string) =>
  Type.Optional(
    Type.String({
      maxLength: 9,
      pattern: colourPattern,
      'x-allowed': 'a colour of 3, 4, 6 or 8 hexadecimal digits, such as 1e90ff',
      description,
    }),
  );

export const outlineFields = {
  outline: colourField('Colour of a line around each figure; none when omitted.'),
  outline_width: integer([1, 16], 'Width of the outline in pixels; 4 when omitted.'),
};

export const overlayField = Type.Unsafe<OverlayStyle | boolean>(
  Type.Union([...overlayStyles.map((style) => Type.Literal(style)), Type.Boolean()], {
    description:
      'The second layer (hair, hats, jackets): `flat` as boxes around the first, `raised` with each texel as a block on the first, or `none`; `true` is `flat`, `false` is `none`.',
  }),
);

/** The overlay style of a request; flat pictures have no depth to raise texels into. */
export function overlayStyleOf(
  overlay: OverlayStyle | boolean | undefined,
  renderType: RenderType,
): OverlayStyle {
  if (overlay === false || overlay === 'none') return 'none';
  return overlay === 'raised' && hasAngles(renderType) ? 'raised' : 'flat';
}

export const capeField = Type.Unsafe<boolean | string>(
  Type.Union(
    [
      Type.Boolean(),
      Type.String({
        maxLength: 32_768,
        pattern: '^([Hh][Tt]{2}[Pp][Ss]?:|[Dd][Aa][Tt][Aa]:|[0-9A-Fa-f]{32,64}$)',
      }),
    ],
    {
      'x-allowed': 'true, false, a texture hash or the URL of an image',
      description:
        'Whether the player’s cape is drawn, if they have one and the pose shows it; or the texture hash or URL of another cape.',
    },
  ),
);

export const earsField = oneOf(earsOptions, {
  description:
    'What is drawn of the ears, tail, snout and wings that a skin for the Ears mod describes: `auto` all of it, `none` nothing; `deadmau5` gives the game’s round ears to a skin that describes none. `auto` when omitted. Flat poses have none.',
});

export const elytraField = Type.Boolean({
  description: 'Whether elytra are drawn instead of the cape, from the cape’s sheet.',
});

const heldItem = (description: string) => Type.Optional(oneOf(heldItemNames, { description }));

/** What the hands hold. */
export const holdFields = {
  hold: heldItem(
    'What the right hand holds. When omitted: the pose’s default item (the bow of `archer` is in the left hand), otherwise nothing. Flat types and heads hold nothing.',
  ),
  hold_left: heldItem('What the left hand holds, likewise.'),
};

/** Splits the cape option: whether a cape is drawn, and which one if not the player’s own. */
export function capeChoice(cape: boolean | string): { wantsCape: boolean; named: string | null } {
  if (typeof cape === 'boolean') return { wantsCape: cape, named: null };
  if (/^(true|false)$/i.test(cape)) return { wantsCape: /^true$/i.test(cape), named: null };
  return { wantsCape: true, named: cape };
}

/** Options of all cards. @param size at scale 1: `600×138` */
export const widgetFields = (size: string) => ({
  theme: choice(widgetThemes, 'Colours of the card; `transparent` suits any background.', 'dark'),
  scale: choice(
    widgetScales,
    `1 is ${size} pixels; 2 is twice that, for high-resolution screens.`,
    1,
  ),
  title: Type.Optional(
    Type.String({
      // 80 visible characters can be many more: see `readLabel`.
      maxLength: 1024,
      description: 'Shown instead of the name or address, at most 80 characters.',
    }),
  ),
  lang: choice(inviteLangs, 'The language of the text on the card.', 'en'),
});
