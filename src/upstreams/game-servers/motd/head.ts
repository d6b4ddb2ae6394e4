import { asFields, asList, asText, isFields, type Fields } from '../wire/fields.ts';
import type { TextObject } from './text-run.ts';

/** A signed profile has some 1.5 kB; longer ones are ignored. */
const longestProperty = 8 * 1024;

/**
 * The head of an `object` component: `player` is a name, or a profile with `name`, `id` and signed
 * `properties`; `hat` is on unless it is `false`. Blank if no player can be identified.
 */
export function readHead({ player, hat }: Fields): TextObject {
  const profile: Fields = typeof player === 'string' ? { name: player } : asFields(player);
  const name = asText(profile['name']);
  const head = {
    texture: readTexture(profile['properties']),
    uuid: readUuid(profile['id']),
    name: name !== null && /^\w{1,25}$/.test(name) ? name : null,
  };
  const isKnown = Object.values(head).some((value) => value !== null);
  return isKnown ? { kind: 'head', ...head, hat: hat !== false } : { kind: 'blank' };
}

/** Text with or without dashes, or four 32-bit numbers. */
function readUuid(id: unknown): string | null {
  const digits =
    typeof id === 'string'
      ? id.slice(0, 36).replaceAll('-', '').toLowerCase()
      : asList(id)
          .slice(0, 5)
          .map((part) =>
            (typeof part === 'number' ? (part >>> 0).toString(16) : '').padStart(8, '0'),
          )
          .join('');
  return /^[0-9a-f]{32}$/.test(digits) ? digits : null;
}

/** The hash in the skin's URL; the URL itself is never requested. */
function readTexture(properties: unknown): string | null {
  for (const property of asList(properties).slice(0, 4)) {
    const { name, value } = asFields(property);
    if (name === 'textures' && typeof value === 'string' && value.length <= longestProperty) {
      return textureOf(Buffer.from(value, 'base64').toString('utf8'));
    }
  }
  return null;
}

function textureOf(json: string): string | null {
  try {
    const profile: unknown = JSON.parse(json);
    const { SKIN } = asFields(isFields(profile) ? profile['textures'] : null);
    const url = asText(asFields(SKIN)['url']) ?? '';
    return /\/texture\/([0-9a-f]{32,64})$/.exec(url)?.[1] ?? null;
  } catch {
    return null;
  }
}
