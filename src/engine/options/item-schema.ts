import { Type } from 'typebox';
import { serviceSchema } from './option-schemas.ts';
import { choice, number, oneOf } from '../../common/schemas/fields.ts';
import { figureOptionFields } from './scene-option-schemas.ts';
import { crops as cropNames } from '../figure/camera/crops.ts';
import { groupPoses } from './figure-options.ts';

/** Most items of one composition: what fits side by side and stays readable. */
export const maxItems = 10;

const itemType = oneOf(['nick', 'url', 'roblox'], {
  description:
    'How to read `value`: as a Minecraft player, the URL of a skin, or a Roblox user. Detected when omitted: a value that begins with a URL scheme is a `url`, anything else belongs to the platform in the path.',
});

const value = Type.String({
  minLength: 1,
  // For `data:` URLs; other values have a lower limit in `readItems`.
  maxLength: 1024 * 1024,
  description:
    'A player name, a UUID, a Bedrock gamertag (`.Steve 123`) or XUID (`xuid:…`), a texture hash, the name of a sample, or the URL (`http`, `https`, `data`) of a skin image; for a Roblox user the id, the name or a link to the profile.',
  examples: ['Notch', 'sample-fox'],
});

// JSON Schema counts code points, but these limits are in visible characters, which `readLabel`
// checks after the schema.
const longestText = 2048;
const label = Type.String({
  maxLength: longestText,
  description:
    'Text below the skin, at most 64 characters. When omitted: the player’s name, or nothing for a URL.',
});
const caption = Type.String({
  maxLength: longestText,
  description: 'A second, smaller line below the label, at most 64 characters: “Owner”.',
});

/** Fields of an item; its own value overrides the option of the same name. */
export const itemFields = {
  value,
  type: Type.Optional(itemType),
  service: Type.Optional(serviceSchema),
  label: Type.Optional(label),
  caption: Type.Optional(caption),
  render_type: choice(groupPoses, 'The pose of this item; `varied` is one of its own.'),
  crop: choice(cropNames, 'How much of this figure is shown.'),
  ...figureOptionFields,
  scale: number([0.5, 1.5], 'Its size relative to the other figures.'),
};
